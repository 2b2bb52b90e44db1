import type {} from '@parley/shared'

/** What the forum knows of a page on another site, as `GET /api/datlechin-link-preview` answers. */
export interface LinkPreview {
  site_name: string | null
  title: string | null
  description: string | null
  /** The address of its picture, as the page gives it. */
  image: string | null
  /** When the page was read, as Unix time in seconds. */
  accessed: number
  /** The address at which the forum serves its picture; null without one. */
  picture: string | null
  /** The address at which the forum serves the icon of its site; null without one. */
  icon: string | null
}

/** The answer for an address: its preview, or why there is none. */
export type LinkPreviewAnswer = LinkPreview | { error: string }

declare module '@parley/shared' {
  interface Post {
    /**
     * The links of a comment that get a card, by the address as it stands in `contentHtml`, decoded, with their previews; null
     * for those that have to be asked for. Only comments with such links have it.
     */
    linkPreviews?: Readonly<Record<string, LinkPreview | null>>
  }

  interface Forum {
    /** Browsers ask for several previews at once. */
    'datlechin-link-preview.enableBatchRequests'?: boolean
    /** Addresses of pictures, sounds and videos get no card. */
    'datlechin-link-preview.convertMediaURLs'?: boolean
    /** Icons of sites come from Google. */
    'datlechin-link-preview.useGoogleFavicons'?: boolean
    /** Addresses that get no card, separated by commas or lines, with `*` and `?`. */
    'datlechin-link-preview.blacklist'?: string
    /** If there are some, only these get a card. */
    'datlechin-link-preview.whitelist'?: string
    /** Cards open in a new tab. */
    'datlechin-link-preview.openLinksInNewTab'?: boolean
    /** The forum fetches nothing from other sites, so that links stay links. */
    'datlechin-link-preview.isOff'?: boolean
  }
}
