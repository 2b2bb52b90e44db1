import { createSlot } from '../../points/slots.tsx'

type None = Record<never, never>

/** The middle of the header on wide screens. Core: search 0. */
export const HeaderPrimary = createSlot<None>('HeaderPrimary')

/** The end of the header on wide screens. Core: notifications 10, session 0. */
export const HeaderItems = createSlot<None>('HeaderItems')

/** The account menu in the header. `MenuItem`s. */
export const SessionMenuItems = createSlot<None>('SessionMenuItems')

/** Counts on the drawer's button, for content of the drawer. Core: notifications 0. */
export const DrawerMarks = createSlot<None>('DrawerMarks')

/** The navigation drawer of phones: `DrawerLink`s and navigation. */
export const DrawerItems = createSlot<None>('DrawerItems')

/** Alerts between header and page. */
export const PageAlerts = createSlot<None>('PageAlerts')

/** The footer of every page. */
export const FooterItems = createSlot<None>('FooterItems')

/** Elements that float over every page and survive navigation: the composer, a tab bar. */
export const Overlays = createSlot<None>('Overlays')
