import type { ChangePostHtml } from '@parley/client'
import type { LinkPreview } from '../shared.ts'

/** What a card shows of a page. */
type Shown = Partial<Pick<LinkPreview, 'title' | 'description' | 'picture' | 'icon'>>

/**
 * A link to another site that shows an address. The server knows whether it is its own. The line break after it would leave an empty
 * line below its card.
 */
const shownAddress = /(<a href="(http[^"]*)"(?: title="[^"]*")? rel=[^>]+)>\s*http[^<\s]+\s*<\/a>(?:<br>)?/gi

/** Puts cards in place of the links of a post that have one. */
export const showCards: ChangePostHtml = (html, post, { forum }) =>
  html.replace(shownAddress, (link, start, href: string) => {
    const address = href.replaceAll('&amp;', '&')
    const preview = post?.linkPreviews?.[address]
    if (preview === undefined) return link
    const target = forum['datlechin-link-preview.openLinksInNewTab'] ? ' target="_blank"' : ''
    return `${start}${target} class="LinkPreview Small">${cardContent(address, preview)}</a>`
  })

/**
 * The HTML inside of a card.
 * @param address of http or https, valid.
 * @param shown null while the page is not known: the card shows the address.
 */
export function cardContent(address: string, shown: Shown | null): string {
  const { icon, title, description, picture } = shown ?? {}
  const host = new URL(address).host.replace(/^www\./, '')
  // The end of a domain says to whom it belongs.
  const domain = host.length > 60 ? `…${host.slice(-60)}` : host
  // A name of the link that is short enough to listen to.
  return `<span dir="auto"><small>${image(icon)}<bdi>${escaped(domain)}</bdi></small><b>${escaped(title || address)}</b><span aria-hidden="true">${escaped(description)}</span></span>${image(picture)}`
}

function image(address: string | null | undefined): string {
  return address ? `<img src="${escaped(address)}" alt="" loading="lazy" decoding="async">` : ''
}

function escaped(text: string | null | undefined): string {
  return text?.replace(/[&<"]/g, (character) => `&#${character.charCodeAt(0)};`) ?? ''
}
