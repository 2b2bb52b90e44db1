import { createSlot } from '../../base/points/slots.tsx'

type None = Record<never, never>

/** The middle of the header on wide screens. Core: search 0. */
export const HeaderPrimary = createSlot<None>('HeaderPrimary')

/** The end of the header on wide screens. Core: notifications 10, session 0. */
export const HeaderItems = createSlot<None>('HeaderItems')

/** The menu behind one's own name. `MenuItem`s. */
export const SessionMenuItems = createSlot<None>('SessionMenuItems')

/** On the button of the drawer: what waits inside. Core: notifications 0. */
export const DrawerMarks = createSlot<None>('DrawerMarks')

/** The drawer of phones: `DrawerLink`s and navigation. */
export const DrawerItems = createSlot<None>('DrawerItems')

/** Alerts between header and page. */
export const PageAlerts = createSlot<None>('PageAlerts')

/** The page's foot. */
export const FooterItems = createSlot<None>('FooterItems')

/** What floats over every page and outlives navigation: the composer, a tab bar. */
export const Overlays = createSlot<None>('Overlays')
