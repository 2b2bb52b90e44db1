import { createSlot } from '../slots.tsx'

type None = Record<never, never>

/** The end of the header on wide screens: search, notifications, the account. Prototype: left to right. */
export const HeaderItems = createSlot<None>('HeaderItems')

/** The menu behind one's own name. `MenuItem`s. */
export const SessionMenuItems = createSlot<None>('SessionMenuItems')

/** The drawer of phones: `DrawerLink`s and navigation. */
export const DrawerItems = createSlot<None>('DrawerItems')

/** Alerts between header and page. */
export const PageAlerts = createSlot<None>('PageAlerts')

/** The page's foot. */
export const FooterItems = createSlot<None>('FooterItems')

/** What floats over every page and outlives navigation: the composer, a tab bar. */
export const Overlays = createSlot<None>('Overlays')
