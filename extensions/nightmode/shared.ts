import type {} from '@parley/shared'

/** The colors of pages: 0 for those that the system prefers, 1 for light, 2 for dark ones. */
export type Theme = 0 | 1 | 2

declare module '@parley/shared' {
  interface Forum {
    /** The theme of visitors who have not chosen one. */
    'fof-nightmode.default_theme'?: Theme
    /** Members have the button in the header, too. */
    'fofNightMode.showThemeToggleOnHeaderAlways'?: boolean
    /** The icon of the button is filled. */
    'fofNightMode.showThemeToggleInSolid'?: boolean
    /** What 0 means to browsers that do not know what the system prefers. */
    fofNightMode_autoUnsupportedFallback?: 1 | 2
  }

  interface Preferences {
    /** Null for the default theme. */
    fofNightMode?: Theme | null
    /** Whether the theme is that of the browser, not of the account. */
    fofNightMode_perDevice?: boolean
  }

  interface PageBoot {
    /** The theme in which the server has rendered the page; absent where the system decides. */
    'nightmode.theme'?: 'light' | 'dark'
    /** Addresses of the style sheets that make a page light or dark. */
    'fof-nightmode.assets.day'?: string
    'fof-nightmode.assets.night'?: string
  }
}
