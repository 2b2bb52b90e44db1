import { isPreviewable, MOST_ADDRESSES, type PreviewRules, showsItsAddress } from '../../shared/rules.ts'

/** A link that contains nothing but text. The writer escapes `<` in texts, and `>` in values of attributes. */
const links = /<a\b([^<>]*)>([^<>]*)<\/a>/g
const relation = /\srel="/
const target = /\shref="([^"]*)"/

/** Whether HTML of a post has a link to another site. */
export function hasLinks(html: string): boolean {
  return html.includes(' rel="')
}

/**
 * The addresses of the links in the HTML of a post that get a card, decoded, each once: links to other sites, which have a `rel`,
 * that show their own address. Further links than a post may have cards for stay links.
 */
export function previewedLinks(html: string, rules: PreviewRules): string[] {
  const found = new Set<string>()
  for (const [, attributes = '', text = ''] of html.matchAll(links)) {
    const address = relation.test(attributes) && target.exec(attributes)?.[1]
    if (!address) continue
    const decoded = decode(address)
    if (found.has(decoded) || !showsItsAddress(decode(text), decoded)) continue
    if (isPreviewable(decoded, rules)) found.add(decoded)
    if (found.size === MOST_ADDRESSES) break
  }
  return [...found]
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Decodes what the writer of the markup escapes. */
function decode(value: string): string {
  return value.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => characters[name] ?? '')
}
