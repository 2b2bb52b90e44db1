import type { Dialect } from '../dialect.ts'
import type { MarkupAttributes, MarkupElement, MarkupNode, MarkupReference } from '../document.ts'
import { isElement } from '../document.ts'
import type { ParseLog } from '../limits.ts'
import type { Links } from '../syntax.ts'
import { Atom, Closing, Opening, type Pair, type Part } from './parts.ts'

interface Frame {
  pair: Pair
  text: string
  children: MarkupNode[]
}

/** Builds a tree from parts. A part that a limit or its context forbids becomes text again. */
export class InlineTree {
  private readonly log: ParseLog
  private readonly onReference: (reference: MarkupReference, position: number) => void
  private readonly dialect: Dialect
  private readonly frames: Frame[] = []
  private nodes: MarkupNode[]

  constructor(
    log: ParseLog,
    nodes: MarkupNode[],
    dialect: Dialect,
    onReference: (reference: MarkupReference, position: number) => void,
  ) {
    this.log = log
    this.nodes = nodes
    this.dialect = dialect
    this.onReference = onReference
  }

  build(parts: readonly Part[]): void {
    for (const part of parts) {
      if (typeof part === 'string') this.nodes.push(part)
      else if (part instanceof Atom) this.add(part)
      else if (part instanceof Opening) this.openOrText(part.pair, part.text)
      else if (part instanceof Closing) this.close(part.pair, part.text)
      else {
        const { marker } = part
        const width = (pair: Pair) => (pair.tag === 'em' ? marker : marker + marker)
        for (const pair of part.closes ?? []) this.close(pair, width(pair))
        if (part.left > 0) this.nodes.push(marker.repeat(part.left))
        for (const pair of part.opens?.reverse() ?? []) this.openOrText(pair, width(pair))
      }
    }
  }

  private add({ node, text, position }: Atom): void {
    if (isElement(node)) {
      const { tag } = node
      if (tag === 'br') this.nodes.push(node)
      else if (tag === 'a' && this.log.depth('a') > 0) this.nodes.push(...(node.children ?? []))
      else this.nodes.push(this.log.add(tag) ? this.transformed(node) : text)
    } else if (this.log.depth('a') > 0 || !this.log.add(node.reference)) this.nodes.push(text)
    else {
      this.nodes.push(node)
      this.onReference(node, position)
    }
  }

  private openOrText(pair: Pair | undefined, text: string): void {
    if (pair === undefined) this.nodes.push(text)
    else if ((isLink(pair) && this.log.depth('a') > 0) || !this.log.mayOpen(pair.tag)) {
      pair.isText = true
      this.nodes.push(text)
    } else {
      this.log.open(pair.tag)
      if (pair.syntax?.isLink) this.log.open('a')
      this.frames.push({ pair, text, children: this.nodes })
      this.nodes = []
    }
  }

  private close(pair: Pair, text: string): void {
    const frame = pair.isText ? undefined : this.frames.pop()
    if (!frame) {
      if (text !== '') this.nodes.push(text)
      return
    }
    this.log.close(pair.tag)
    if (pair.syntax?.isLink) this.log.close('a')
    const children = this.nodes
    this.nodes = frame.children
    const node = nodeOf(pair, children, this.dialect.links)
    if (node === undefined) {
      this.nodes.push(frame.text)
      for (const child of children) this.nodes.push(child)
      this.nodes.push(text)
    } else this.nodes.push(isElement(node) && !pair.syntax ? this.transformed(node) : node)
  }

  private transformed(node: MarkupElement): MarkupNode {
    return this.dialect.grammar.transforms.get(node.tag)?.(node) ?? node
  }
}

function isLink({ tag, syntax }: Pair): boolean {
  return syntax ? syntax.isLink === true : tag === 'a'
}

function nodeOf(
  { tag, attributes, syntax }: Pair,
  children: MarkupNode[],
  links: Links,
): MarkupNode | undefined {
  if (!syntax) return { tag, attributes, children }
  return syntax.render({ attributes: stringsOf(attributes), children, text: '' }, links)
}

function stringsOf(attributes: MarkupAttributes = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]))
}

/** The text of parts without their markup, for the alternative text of an image. */
export function buildText(parts: readonly Part[]): string {
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') text += part
    else if (part instanceof Atom) text += textOf(part.node, part.text)
    else if (part instanceof Opening) text += part.pair ? '' : part.text
    else if (!(part instanceof Closing)) text += part.marker.repeat(part.left)
  }
  return text
}

function textOf(node: Atom['node'], typed: string): string {
  if (!isElement(node)) return typed
  if (node.tag === 'br') return '\n'
  if (node.tag === 'img') return String(node.attributes?.alt ?? '')
  return (node.children ?? []).map((child) => elementText(child)).join('')
}

function elementText(node: MarkupNode): string {
  if (typeof node === 'string') return node
  return isElement(node) ? (node.children ?? []).map(elementText).join('') : node.source
}
