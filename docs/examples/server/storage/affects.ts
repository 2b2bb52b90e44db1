import { defineExtension } from '@parley/server'

/** Guests see no bookmarks, so that a new one leaves the cached pages of guests as they are. */
export default defineExtension({
  affects: { bookmarks: 'nothing' },
})
