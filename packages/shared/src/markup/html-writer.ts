import type { MarkupAttributes, MarkupElement, MarkupNode, MarkupReference } from './document.ts'
import type { AttributeRule, AttributeRules, ElementRules } from './elements.ts'
import { isSafeUrl } from './urls.ts'

interface CompiledElement {
  start: string
  end: string
  attributes: ReadonlyMap<string, AttributeRule>
  isVoid: boolean
  /** Starts on a new line, and a line break follows its end. */
  isBlock: boolean
  /** Its content starts on a new line. */
  isContainer: boolean
}

const voidTags = new Set(['br', 'hr', 'img', 'input'])
const containers = new Set(['blockquote', 'details', 'ul', 'ol', 'table', 'thead', 'tbody', 'tr'])
const blocks = new Set([...containers, ...'p h1 h2 h3 h4 h5 h6 hr pre li div th td center'.split(' ')])

/** Renders a reference. The writer inserts the returned HTML unescaped. */
export type ReferenceWriter = (reference: MarkupReference, writer: HtmlWriter) => string

/**
 * Renders a tree as HTML; no other code does. It writes only the elements and attributes of its rules: the content
 * of an unknown element without its tags, and no attribute whose value its rule forbids. All escaping of text and
 * values happens here.
 */
export class HtmlWriter {
  private readonly elements = new Map<string, CompiledElement>()
  private readonly schemes: ReadonlySet<string>
  private readonly writeReference: ReferenceWriter
  private atLineStart = true

  constructor(rules: ElementRules, schemes: ReadonlySet<string>, writeReference: ReferenceWriter) {
    this.schemes = schemes
    this.writeReference = writeReference
    for (const [tag, attributes] of Object.entries(rules)) this.elements.set(tag, compile(tag, attributes))
  }

  write(nodes: readonly MarkupNode[]): string {
    this.atLineStart = true
    return this.content(nodes)
  }

  /** Renders nodes in the middle of a line. */
  writeInline(nodes: readonly MarkupNode[]): string {
    this.atLineStart = false
    return this.content(nodes)
  }

  private content(nodes: readonly MarkupNode[]): string {
    let html = ''
    for (const node of nodes) {
      if (typeof node === 'string') {
        html += escapeHtml(node)
        this.atLineStart = false
      } else if ('tag' in node) html += this.element(node)
      else {
        html += this.writeReference(node, this)
        this.atLineStart = false
      }
    }
    return html
  }

  private element(node: MarkupElement): string {
    const element = this.elements.get(node.tag)
    if (element === undefined) return node.children ? this.content(node.children) : ''
    let html = element.isBlock && !this.atLineStart ? '\n' : ''
    html += node.attributes ? element.start + this.attributes(element, node.attributes) : element.start
    html += '>'
    this.atLineStart = false
    if (element.isVoid) {
      if (!element.isBlock && node.tag !== 'br') return html
      this.atLineStart = true
      return `${html}\n`
    }
    if (element.isContainer) {
      html += '\n'
      this.atLineStart = true
    }
    if (node.children) html += this.content(node.children)
    if (element.isContainer && !this.atLineStart) html += '\n'
    html += element.end
    this.atLineStart = element.isBlock
    return html
  }

  private attributes(element: CompiledElement, attributes: MarkupAttributes): string {
    let html = ''
    for (const name in attributes) {
      const value = attributes[name]
      const rule = element.attributes.get(name)
      if (value === undefined || value === false || rule === undefined) continue
      if (rule === 'flag') html += ` ${name}`
      else if (this.accepts(rule, String(value))) html += ` ${name}="${escapeHtml(String(value))}"`
    }
    return html
  }

  private accepts(rule: AttributeRule, value: string): boolean {
    if (rule === 'text') return true
    if (rule === 'url') return isSafeUrl(value, this.schemes)
    return rule instanceof RegExp ? rule.test(value) : rule.includes(value)
  }
}

function compile(tag: string, attributes: AttributeRules): CompiledElement {
  const isBlock = blocks.has(tag)
  return {
    start: `<${tag}`,
    end: isBlock ? `</${tag}>\n` : `</${tag}>`,
    attributes: new Map(Object.entries(attributes)),
    isVoid: voidTags.has(tag),
    isBlock,
    isContainer: containers.has(tag),
  }
}

const unsafe = /[&<>"]/
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML text and for attribute values in double quotes. */
export function escapeHtml(text: string): string {
  return unsafe.test(text) ? text.replace(/[&<>"]/g, (character) => escapes[character] ?? '') : text
}
