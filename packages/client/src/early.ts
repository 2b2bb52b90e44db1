import { rememberPane } from './discussion-page/early-pane.ts'
import { rememberDismissed } from './discussions/early-dismissed.ts'
import { noteEarlyClicks } from './frame/early-clicks.ts'

// A classic script in the head, whole in one file: it runs before anything is painted.
rememberDismissed()
rememberPane()
noteEarlyClicks()
