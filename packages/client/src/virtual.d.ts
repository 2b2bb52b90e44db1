/** Path of the icon sprite below the forum's base path, without a slash before it. Made by the build. */
declare module 'virtual:parley-icons' {
  const file: string
  export default file
}
