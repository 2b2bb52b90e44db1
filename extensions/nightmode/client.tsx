import { type App, DrawerItems, defineClientExtension, HeaderItems, SessionMenuItems } from '@parley/client'
import { SessionToggle, Toggle } from './client/toggles.tsx'

const shown = {
  priority: 15,
  when: (_: object, { forum, userId }: App) =>
    !userId || forum['fofNightMode.showThemeToggleOnHeaderAlways'] === true,
}

/** Visitors choose light or dark pages in the header, on phones in the drawer, and members in their menu. */
export default defineClientExtension({
  slots: [
    HeaderItems.add('nightMode', Toggle, shown),
    DrawerItems.add('nightMode', Toggle, { ...shown, priority: -110 }),
    SessionMenuItems.add('nightMode', SessionToggle, { priority: -1 }),
  ],
  screenSlots: { settings: () => import('./client/settings-items.ts') },
})
