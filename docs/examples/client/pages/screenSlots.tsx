import { defineClientExtension } from '@parley/client'

/** The section of the settings page is loaded with that page. */
export default defineClientExtension({
  screenSlots: { settings: () => import('./screenSlots.items.tsx') },
})
