import type { App } from '@parley/client'
import {
  isPreviewable,
  MOST_ADDRESSES,
  type PreviewRules,
  readList,
  showsItsAddress,
} from '../shared/rules.ts'
import { cardContent } from './card-content.ts'

/** The cards of the preview that was shown last, by address. */
let shownBefore = new Map<string, HTMLAnchorElement>()

/**
 * Puts cards in place of links in a preview, as the server chooses them for posts. Cards that the preview had before its text changed
 * come back with their pictures, which else would flicker while one types.
 */
export function makeCards(text: HTMLElement, app: App): void {
  const addresses = new Set<string>()
  const rules = rulesOf(app)
  const shown = new Map<string, HTMLAnchorElement>()
  for (const link of text.querySelectorAll<HTMLAnchorElement>('a[href][rel]:not([class])')) {
    const address = link.getAttribute('href') ?? ''
    if (!showsItsAddress(link.textContent, address) || !isPreviewable(address, rules)) continue
    if (addresses.size === MOST_ADDRESSES && !addresses.has(address)) continue
    addresses.add(address)
    if (link.nextSibling instanceof HTMLBRElement) link.nextSibling.remove()
    shown.set(address, showCard(link, address, app))
  }
  shownBefore = shown
}

function showCard(link: HTMLAnchorElement, address: string, { forum }: App): HTMLAnchorElement {
  const before = shownBefore.get(address)
  if (before !== undefined && !before.isConnected) {
    link.replaceWith(before)
    return before
  }
  if (forum['datlechin-link-preview.openLinksInNewTab']) link.target = '_blank'
  link.className = 'LinkPreview Small'
  link.innerHTML = cardContent(address, null)
  return link
}

function rulesOf({ forum }: App): PreviewRules {
  return {
    whitelist: readList(forum['datlechin-link-preview.whitelist'] ?? ''),
    blacklist: readList(forum['datlechin-link-preview.blacklist'] ?? ''),
    skipsMedia: forum['datlechin-link-preview.convertMediaURLs'] === true,
  }
}
