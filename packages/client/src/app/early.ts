import { rememberPane } from '../features/discussion-page/pane/early-pane.ts'
import { hideDismissed } from '../features/discussions/early-dismissed.ts'
import { recordEarlyClicks } from '../features/frame/early-clicks.ts'
import { followEarlySearch } from '../features/keyboard/early-search.ts'

// Built as one classic script in the head, which runs before the first paint.
hideDismissed()
rememberPane()
recordEarlyClicks()
followEarlySearch()
