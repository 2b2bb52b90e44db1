import type { ChangePostHtml } from '@parley/client'

/** Writes cards on the server; absent from browsers. */
const content = import.meta.env.SSR ? await import('./card-content.ts') : undefined

/**
 * A link to another site that shows an address. The server knows whether it is its own. The line break after it would leave an empty
 * line below its card.
 */
const shownAddress =
  /(<a href="(http[^"]*)"(?: title="[^"]*")? rel=[^>]+)(>\s*http[^<\s]+)\s*<\/a>(?:<br>)?/gi

/**
 * Puts cards in place of the links of a post that have one. Browsers keep what the server has written into them, and write it
 * themselves into others with the code for posts: so it is not part of the first view.
 */
export const showCards: ChangePostHtml = (html, post, { forum }) =>
  html.replace(shownAddress, (link, start, href: string, text) => {
    const address = href.replaceAll('&amp;', '&')
    const preview = post?.linkPreviews?.[address]
    if (preview === undefined) return link
    const target = forum['datlechin-link-preview.openLinksInNewTab'] ? ' target="_blank"' : ''
    return `${start}${target} class="LinkPreview Small"${content ? `>${content.cardContent(address, preview)}` : text}</a>`
  })
