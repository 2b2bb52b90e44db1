import { UserCardMarks, UserModerationControls } from '@parley/client'
import { SuspendedBadge } from './SuspendedBadge.tsx'
import { SuspendControl } from './SuspendItem.tsx'

/** The items on pages and cards of users. */
export default [
  UserCardMarks.add('suspended', SuspendedBadge, { priority: 10 }),
  UserModerationControls.add('suspend', SuspendControl),
]
