import { markLetter } from '@parley/shared'
import type { Escaped } from '../../../infrastructure/xml/escaped.ts'
import type { Forum } from '../../../points/context/context.ts'
import { forumFactsOf } from '../../../points/requests/forum-facts.ts'
import { html } from './html.ts'

/** Stands in place of the forum's name until the forum has one. */
export const productName = 'Parley'

/** Returns the address of the forum's icon: the uploaded one, else the mark as a data URL. */
export function iconAddress(forum: Forum): string {
  const { icon, title, theme } = forumFactsOf(forum)
  if (icon) return icon
  return `data:image/svg+xml,${encodeURIComponent(markImage(markLetter(title || productName), theme.accent))}`
}

/** Renders the mark of a forum without a logo, which the style sheet of the client colours. */
export function forumMark(title: string): Escaped {
  return html`<span class="ForumMark" aria-hidden="true">${markLetter(title)}</span>`
}

/** The shape of `ForumMark.css` as an image: a square speech bubble with a letter. */
function markImage(letter: string, color: string): string {
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="${color}" d="M9 0h14a9 9 0 0 1 9 9v14a9 9 0 0 1-9 9H2a2 2 0 0 1-2-2V9a9 9 0 0 1 9-9z"/><text x="16" y="23" text-anchor="middle" font-family="system-ui,sans-serif" font-size="20" font-weight="700" fill="${letterColor(color)}">${letter}</text></svg>`
    .text
}

/** Returns black or white, whichever has more contrast with a colour (`#rgb` or `#rrggbb`). */
function letterColor(color: string): string {
  const digits = color.slice(1)
  const size = digits.length / 3
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((index) => {
    const part = digits.slice(index * size, (index + 1) * size)
    const value = Number.parseInt(size === 1 ? part + part : part, 16) / 255
    // Relative luminance, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  // At this luminance black and white have the same contrast.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff'
}
