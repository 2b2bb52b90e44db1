/** Path of the icon sprite below the forum's base path, without a slash before it. Made by the build. */
declare module 'virtual:parley-icons' {
  const file: string
  export default file
}

declare module 'virtual:parley-messages' {
  /** Made by the build from the locale files of the core and of every extension. */
  export const messages: import('./i18n/site-messages.ts').SiteMessages
}
