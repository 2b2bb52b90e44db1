import { defineExtension } from '@parley/server'

/** Spares the first account, which belongs to a robot, all notifications. */
export default defineExtension({
  beforeNotifying: (_notification, userIds) => userIds.filter((id) => id !== 1),
})
