import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parseFragment, serialize } from 'parse5'
import * as allowed from './allowed.ts'
import { anchorClass } from './anchors.ts'
import { HeadingIds, idPrefix } from './heading-ids.ts'

type Element = DefaultTreeAdapterTypes.Element
type Parent = DefaultTreeAdapterTypes.ParentNode
type Child = DefaultTreeAdapterTypes.ChildNode

/** To change when the same source gives other HTML than before: what is stored is then made again. */
export const cleanVersion = 'html-1'

/** The most elements inside each other. Deeper ones would overflow the stack of what walks through them. */
const deepest = 250

/** The most elements. Of formatting that is never closed, a parser makes elements anew in each paragraph. */
const mostElements = 50_000

/** HTML whose elements are nested too deeply, or too many. */
export class TooDeep extends Error {}

/**
 * Makes HTML of an administrator fit to be a part of our own page: parses it as a browser does, takes out what could run, send or
 * name parts of the page around (`allowed.ts`), and writes it anew, so that each element is closed. Headings get ids.
 * @throws TooDeep
 */
export function cleanHtml(source: string): string {
  const root = defaultTreeAdapter.createElement('div', html.NS.HTML, [])
  const fragment = parseFragment(root, source, { treeAdapter: countingAdapter() })
  if (isDeeper(fragment, deepest)) throw new TooDeep()
  const ids = new Set<string>()
  cleanChildren(fragment, ids)
  addAnchors(fragment, new HeadingIds(ids))
  return serialize(fragment)
}

/** Builds the tree, and stops where it has too many elements. @throws TooDeep */
function countingAdapter(): typeof defaultTreeAdapter {
  let count = 0
  return {
    ...defaultTreeAdapter,
    createElement(...element) {
      count += 1
      if (count > mostElements) throw new TooDeep()
      return defaultTreeAdapter.createElement(...element)
    },
  }
}

/** Whether elements are nested deeper than `limit`, found without recursion. */
function isDeeper(root: Parent, limit: number): boolean {
  let level: Parent[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true
    level = level.flatMap(({ childNodes }) => childNodes.filter((child) => 'tagName' in child))
  }
  return false
}

function cleanChildren(parent: Parent, ids: Set<string>): void {
  parent.childNodes = parent.childNodes.flatMap((child) => cleanNode(child, ids))
  for (const child of parent.childNodes) child.parentNode = parent
}

/** What of a node stays: itself, its contents, or nothing. */
function cleanNode(node: Child, ids: Set<string>): Child[] {
  if (node.nodeName === '#text') return [node]
  if (!('tagName' in node)) return []
  const isDrawing = node.namespaceURI === html.NS.SVG
  const isHtml = node.namespaceURI === html.NS.HTML
  if (!isHtml && !(isDrawing && allowed.drawings.has(node.tagName))) return []
  if (isHtml && allowed.dropped.has(node.tagName)) return []
  cleanChildren(node, ids)
  if (isHtml && !allowed.elements.has(node.tagName)) return node.childNodes
  node.attrs = node.attrs.flatMap((attribute) => cleanAttribute(node.tagName, attribute, isDrawing, ids))
  if (node.tagName === 'a' && node.attrs.some(({ name }) => name === 'target'))
    node.attrs.push({ name: 'rel', value: 'noopener' })
  return [node]
}

type Attribute = Element['attrs'][number]

function cleanAttribute(
  element: string,
  attribute: Attribute,
  isDrawing: boolean,
  ids: Set<string>,
): Attribute[] {
  const { name, value, prefix } = attribute
  if (prefix) return []
  if (name === 'id' || (name === 'name' && (element === 'a' || element === 'map'))) {
    const own = ownName(value)
    if (own === '') return []
    if (name === 'id') ids.add(own)
    return [{ name, value: own }]
  }
  if (name === 'target') return element === 'a' && value === '_blank' ? [attribute] : []
  if (name === 'usemap' && element === 'img') return [{ name, value: `#${ownName(value.replace(/^#/, ''))}` }]
  if (/^aria-(labelledby|describedby|controls|details|owns)$/.test(name) || name === 'headers')
    return [{ name, value: value.split(/\s+/).map(ownName).join(' ') }]
  if (allowed.keepsAttribute(element, name, isDrawing))
    return [{ name, value: withOwnNames(name, value, isDrawing) }]
  if (isDrawing || !allowed.keepsAddress(element, name, value)) return []
  return [{ name, value: name === 'href' && value.startsWith('#') ? ownFragment(value) : value }]
}

/** The name of a place in the text, which is none of the page around. */
function ownName(name: string): string {
  return name === '' || name.startsWith(idPrefix) ? name : idPrefix + name
}

/** `#top` and `#` are the top of the page. */
function ownFragment(value: string): string {
  return value === '#' || value === '#top' ? value : `#${ownName(value.slice(1))}`
}

/** Drawings name their gradients: `fill="url(#sky)"`. */
function withOwnNames(name: string, value: string, isDrawing: boolean): string {
  if (!isDrawing || name === 'class') return value
  return value.replace(
    /url\(\s*(["']?)#([^"')]*)\1\s*\)/g,
    (_whole, _quote, target: string) => `url(#${ownName(target)})`,
  )
}

/** Gives headings ids, and makes each without a link a link to itself. */
function addAnchors(parent: Parent, ids: HeadingIds): void {
  for (const child of parent.childNodes) {
    if (!('tagName' in child)) continue
    if (/^h[1-6]$/.test(child.tagName)) addAnchor(child, ids)
    // A link has no link inside.
    else if (child.tagName !== 'a') addAnchors(child, ids)
  }
}

function addAnchor(heading: Element, ids: HeadingIds): void {
  const own = heading.attrs.find(({ name }) => name === 'id')?.value
  const id = own ?? ids.next(textOf(heading))
  if (id === undefined) return
  if (own === undefined) heading.attrs.push({ name: 'id', value: id })
  if (hasLink(heading)) return
  const attrs = [
    { name: 'class', value: anchorClass },
    { name: 'href', value: `#${id}` },
  ]
  const link = defaultTreeAdapter.createElement('a', html.NS.HTML, attrs)
  link.childNodes = heading.childNodes
  for (const child of link.childNodes) child.parentNode = link
  heading.childNodes = []
  defaultTreeAdapter.appendChild(heading, link)
}

function textOf(parent: Parent): string {
  return parent.childNodes
    .map((child) => ('value' in child ? child.value : 'childNodes' in child ? textOf(child) : ''))
    .join('')
}

function hasLink(parent: Parent): boolean {
  return parent.childNodes.some((child) => 'tagName' in child && (child.tagName === 'a' || hasLink(child)))
}
