import { type ElementRules, joinElements, type MarkupSyntax } from '@parley/shared/markup'
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.ChildNode

/**
 * Parses HTML like a browser and reports elements, attributes and URLs that are not on the allow-list. The checks are
 * independent of the HTML writer's, so that they reveal its faults.
 */
export function disallowedMarkup(html: string, syntaxes: readonly MarkupSyntax[] = []): string[] {
  const rules = joinElements(syntaxes.map(({ elements }) => elements ?? {}))
  const fragment = parseFragment(html)
  const faults: string[] = []
  const check = (node: Node) => {
    if (node.nodeName === '#comment' || node.nodeName === '#documentType') faults.push(node.nodeName)
    if (!('tagName' in node)) return
    faults.push(...elementFaults(node, rules))
    node.childNodes.forEach(check)
  }
  fragment.childNodes.forEach(check)
  // HTML that the parser had to repair was not well-formed.
  if (faults.length === 0 && normalize(serialize(fragment)) !== normalize(html))
    faults.push('not well-formed')
  return faults
}

function elementFaults(element: Element, rules: ElementRules): string[] {
  const { tagName, attrs, namespaceURI } = element
  const allowed = rules[tagName]
  if (!allowed || dangerous.has(tagName) || !namespaceURI.endsWith('/xhtml')) return [`<${tagName}>`]
  return attrs.flatMap(({ name, value }) => {
    const fault = `<${tagName} ${name}="${value}">`
    if (!allowed[name] || name.startsWith('on')) return [fault]
    if (name === 'href' && !isGoodAddress(value, ['http:', 'https:', 'mailto:'])) return [fault]
    if (name === 'src' && !isGoodAddress(value, ['http:', 'https:'])) return [fault]
    return []
  })
}

const dangerous = new Set('script style iframe object embed svg math base link meta form template'.split(' '))

/** Whether a URL, resolved on a page of the forum, has one of the schemes, or leads to the forum if it is relative. */
function isGoodAddress(value: string, schemes: readonly string[]): boolean {
  const page = 'https://forum.invalid/d/1'
  if (!URL.canParse(value, page)) return /^https?:/.test(value)
  const url = new URL(value, page)
  return schemes.includes(url.protocol) && (/^[a-z]+:/.test(value) || url.host === 'forum.invalid')
}

function normalize(html: string): string {
  const decoded = html.replaceAll('&nbsp;', '\u00a0').replaceAll('&quot;', '"')
  return decoded.replace(/\s+/g, ' ').replace(/ (checked|disabled)=""/g, ' $1')
}
