declare module 'virtual:parley-messages' {
  import type { SiteMessages } from '@parley/client'

  /** Made by the build from the locale files of the core and of every extension. */
  export const messages: SiteMessages
}
