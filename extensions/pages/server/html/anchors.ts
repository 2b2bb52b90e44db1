import { contentPlain } from '@parley/shared/markup'
import { HeadingIds } from './heading-ids.ts'

/** The class of the link that a heading becomes. */
export const anchorClass = 'pages-anchor'

/** Headings as the writer of the markup writes them: without attributes, and none inside another. */
const heading = /<h([1-6])>(.*?)<\/h\1>/gs

/** Gives the headings of rendered markup ids, and makes each without a link a link to itself. */
export function withAnchors(rendered: string): string {
  const ids = new HeadingIds()
  return rendered.replace(heading, (whole, level: string, inner: string) => {
    const id = ids.next(contentPlain(inner))
    if (id === undefined) return whole
    // The id has letters, digits and dashes only.
    const linked = /<a[ >]/.test(inner) ? inner : `<a class="${anchorClass}" href="#${id}">${inner}</a>`
    return `<h${level} id="${id}">${linked}</h${level}>`
  })
}
