/** What installed extensions declare for the forum, for a text that is written in the administration area. */
export { clientExtensions } from './client-extensions.ts'

const sheets = import.meta.glob<string>('../extensions/*/{client.css,client/index.css}', {
  eager: true,
  query: '?url',
  import: 'default',
})

for (const href of Object.values(sheets)) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  document.head.append(link)
}
