import { rememberPane } from '../features/discussion-page/pane/early-pane.ts'
import { hideDismissed } from '../features/discussions/early-dismissed.ts'
import { recordEarlyClicks } from '../features/frame/early-clicks.ts'

// A classic script in the head, whole in one file: it runs before anything is painted.
hideDismissed()
rememberPane()
recordEarlyClicks()
