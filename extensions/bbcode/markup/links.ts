import { element, type InlineRule, isElement, type MarkupNode } from '@parley/shared/markup'

const outside = /%(?![\da-fA-F]{2})|[^!#-&*-;=?-Z_a-z~]/gu
const web = /^https?:\/\/[^/?#]/
const relative = /^(?:\/(?!\/)|[?#]|[\w.~-][^:/?#]*(?:[/?#]|$))/
const host = String.raw`[a-z\d]+(?:-+[a-z\d]+)*`
const email = new RegExp(String.raw`^[a-z\d_][\w.+-]{0,63}@${host}(?:\.${host})+$`, 'i')
const longestEmail = 320

/**
 * An address as an attribute has it; undefined if it may be no link's or image's: it is http:, https: or has neither
 * scheme nor host (specification 9.1).
 */
export function toUrl(typed: string): string | undefined {
  const url = typed
    .trim()
    .toWellFormed()
    .replace(outside, percentEncode)
    .replace(/^https?:/i, (scheme) => scheme.toLowerCase())
  return web.test(url) || relative.test(url) ? url : undefined
}

function percentEncode(character: string): string {
  return /^[!-~]$/.test(character)
    ? `%${character.charCodeAt(0).toString(16).toUpperCase()}`
    : encodeURIComponent(character)
}

/** An e-mail address; undefined if it has not the form of one. */
export function toEmail(typed: string): string | undefined {
  const address = typed.trim()
  return address.length <= longestEmail && email.test(address) ? address : undefined
}

/** A link to an address of `toUrl`. Links in its content are none: HTML knows no links in links. */
export function webLink(url: string, title: string | undefined, children: readonly MarkupNode[]): MarkupNode {
  const attributes = {
    href: url,
    ...(title && { title }),
    ...(web.test(url) && { rel: 'ugc nofollow noopener' }),
  }
  return element('a', attributes, withoutLinks(children))
}

/** A link to an address of `toEmail`. */
export function emailLink(address: string, children: readonly MarkupNode[]): MarkupNode {
  return element('a', { href: `mailto:${address}` }, withoutLinks(children))
}

function withoutLinks(nodes: readonly MarkupNode[]): MarkupNode[] {
  return nodes.flatMap((node): MarkupNode[] => {
    if (typeof node === 'string') return [node]
    if (!isElement(node)) return [node.source]
    const children = withoutLinks(node.children ?? [])
    return node.tag === 'a' ? children : [{ ...node, children }]
  })
}

// What the content of an address is made of; square brackets only in pairs, and few of them.
const plain = String.raw`[^\s[\]]`
const address = String.raw`${plain}{1,2000}(?:\[[^\s[\]/]${plain}{0,200}\]${plain}{0,200}){0,4}`
const title = String.raw`\s{1,9}title=(?:"((?:\\.|[^"\\\n]){0,300})"|'((?:\\.|[^'\\\n]){0,300})'|([^\s"'\]]{0,300}))`
const bare = new RegExp(
  String.raw`\[(?:(url)(:\d{1,9})?(?:${title})?|(email)(:\d{1,9})?)\s{0,9}\]\s{0,9}(${address})\s{0,9}\[/\1\6\2\7\s{0,9}\]`,
  'iy',
)

/** `[url]address[/url]` and `[email]address[/email]`: the content is the address as it stands, no markup in it. */
export const contentLinks: InlineRule = {
  triggers: '[',
  match(text, position) {
    bare.lastIndex = position
    const [whole, , , double, single, unquoted, isEmail, , typed = ''] = bare.exec(text) ?? []
    if (whole === undefined) return undefined
    const end = position + whole.length
    if (isEmail) {
      const found = toEmail(typed)
      return found === undefined ? undefined : { end, node: emailLink(found, [typed]) }
    }
    const url = toUrl(typed)
    const quoted = (double ?? single)?.replace(/\\(.)/g, '$1')
    return url === undefined ? undefined : { end, node: webLink(url, quoted ?? unquoted, [typed]) }
  },
}
