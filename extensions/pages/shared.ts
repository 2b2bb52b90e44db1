import type { DateString } from '@parley/shared'

/** The form in which slugs are compared. */
export function fold(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase()
}

/** The path of the page that is the home page. */
export const homePath = '/pages/home'

/** The longest title and slug, in characters. */
export const longestText = 200

/** Whether a text has no character that would end the segment of a path: white space, `/`, `\`, `?` and `#`. */
export function isSlug(text: string): boolean {
  return !/[\s/\\?#]/.test(text)
}

/** The attributes of a page. */
export interface Page {
  title: string
  slug: string
  time: DateString
  editTime: DateString | null
  /** HTML as administrators wrote it, or the rendered markup: only `pageHtml` is safe to insert. */
  contentHtml: string
  /** HTML that is safe to insert, with an id for each heading. */
  pageHtml: string
  /** Whether the content is HTML, not markup. */
  isHtml: boolean
  isInNavigation: boolean
  /** Font Awesome classes, as administrators store them. */
  navigationIcon: string | null
  /** Lower numbers come first; null for the end. */
  navigationPosition: number | null
  isInFooter: boolean
  /** The source as typed. Only administrators get this and what follows. */
  content?: string
  /** Whether only administrators see it. */
  isHidden?: boolean
  /** Whether only those see it who hold the permission for restricted pages. */
  isRestricted?: boolean
}

/** A page in the navigation or in the footer. */
export interface PageLink {
  id: string
  title: string
  slug: string
  /** Font Awesome classes, as administrators store them. */
  icon: string | null
  /** Lower numbers come first; null for the end. */
  position: number | null
  inNavigation: boolean
  inFooter: boolean
}

/** How many pages the navigation may have, and the footer: every page of the forum carries their names. */
export const mostLinks = 50

declare module '@parley/shared' {
  interface Resources {
    pages: Page
  }

  interface Forum {
    /** What the navigation and the footer link to, in its order. Absent without any page that the visitor may open. */
    pagesLinks?: readonly PageLink[]
    /** The id of the page that is shown at `/pages/home`; null for none. Only administrators get it. */
    pagesHome?: string | null
  }

  interface PageBoot {
    /** The id of the page that is shown at `/pages/home`, as it is stored. */
    'fof-pages.home'?: string
  }
}
