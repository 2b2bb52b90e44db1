/**
 * Props that make ready HTML the inside of an element. The only door for it: what comes in must have been made by
 * the renderer of `@parley/shared/markup`, on the server (`contentHtml`) or here.
 */
export function innerHtml(html: string): { dangerouslySetInnerHTML: { __html: string } } {
  return { dangerouslySetInnerHTML: { __html: html } }
}
