import { type ElementRules, joinElements, type MarkupSyntax } from '@parley/shared/markup'
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.ChildNode

/**
 * Reads HTML as browsers do, and says what of it is not on the allow-list: elements, attributes, addresses. This
 * list is written out anew, so that a fault in that of the writer shows.
 */
export function offTheList(html: string, syntaxes: readonly MarkupSyntax[] = []): string[] {
  const rules = joinElements(syntaxes.map(({ elements }) => elements ?? {}))
  const fragment = parseFragment(html)
  const faults: string[] = []
  const look = (node: Node) => {
    if (node.nodeName === '#comment' || node.nodeName === '#documentType') faults.push(node.nodeName)
    if (!('tagName' in node)) return
    faults.push(...elementFaults(node, rules))
    node.childNodes.forEach(look)
  }
  fragment.childNodes.forEach(look)
  // What a browser would repair was not well-formed.
  if (faults.length === 0 && plain(serialize(fragment)) !== plain(html)) faults.push('not well-formed')
  return faults
}

function elementFaults(element: Element, rules: ElementRules): string[] {
  const { tagName, attrs, namespaceURI } = element
  const known = rules[tagName]
  if (!known || dangerous.has(tagName) || !namespaceURI.endsWith('/xhtml')) return [`<${tagName}>`]
  return attrs.flatMap(({ name, value }) => {
    const fault = `<${tagName} ${name}="${value}">`
    if (!known[name] || name.startsWith('on')) return [fault]
    if (name === 'href' && !isGoodAddress(value, ['http:', 'https:', 'mailto:'])) return [fault]
    if (name === 'src' && !isGoodAddress(value, ['http:', 'https:'])) return [fault]
    return []
  })
}

const dangerous = new Set('script style iframe object embed svg math base link meta form template'.split(' '))

/** As a browser resolves it: on a page of the forum, to one of the schemes, and without one to the forum. */
function isGoodAddress(value: string, schemes: readonly string[]): boolean {
  const page = 'https://forum.invalid/d/1'
  if (!URL.canParse(value, page)) return /^https?:/.test(value)
  const url = new URL(value, page)
  return schemes.includes(url.protocol) && (/^[a-z]+:/.test(value) || url.host === 'forum.invalid')
}

function plain(html: string): string {
  const decoded = html.replaceAll('&nbsp;', '\u00a0').replaceAll('&quot;', '"')
  return decoded.replace(/\s+/g, ' ').replace(/ (checked|disabled)=""/g, ' $1')
}
