import { defineClientExtension, SessionMenuItems } from '@parley/client'
import { SessionToggle } from './client/toggles.tsx'

/** The administration has the theme of its reader, too. */
export default defineClientExtension({
  slots: [SessionMenuItems.add('nightMode', SessionToggle, { priority: -1 })],
})
