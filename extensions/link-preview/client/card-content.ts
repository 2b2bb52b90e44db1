import type { LinkPreview } from '../shared.ts'

/** What a card shows of a page. */
type Shown = Partial<Pick<LinkPreview, 'title' | 'description' | 'picture' | 'icon'>>

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
