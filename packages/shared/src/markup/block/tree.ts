import type { Token } from 'markdown-it'
import type { Dialect } from '../dialect.ts'
import type { LocatedReference, MarkupAttributes, MarkupElement, MarkupNode } from '../document.ts'
import { InlineScanner } from '../inline/scanner.ts'
import { InlineTree } from '../inline/tree.ts'
import type { ParseLog } from '../limits.ts'
import type { BlockTag } from './rule.ts'

const taskMarker = /^\[([ xX])\](?=\s)/
const rule: MarkupElement = { tag: 'hr' }

interface Frame {
  element: MarkupElement
  children: MarkupNode[]
}

/** Builds the tree from markdown-it's block tokens and parses the text within the blocks. */
export class BlockTree {
  readonly children: MarkupNode[] = []
  private readonly dialect: Dialect
  private readonly log: ParseLog
  private readonly frames: Frame[] = []
  private nodes = this.children
  private readonly tags: BlockTag[] = []
  /** Lines of the current table row, and the text of its cells so far. */
  private row: { lines: [number, number]; text: string } | undefined = undefined

  constructor(dialect: Dialect, log: ParseLog) {
    this.dialect = dialect
    this.log = log
  }

  build(tokens: readonly Token[]): readonly MarkupNode[] {
    for (const token of tokens) {
      if (token.hidden) continue
      if (token.type === 'inline') this.addText(token)
      else if (token.nesting > 0) this.open(token)
      else if (token.nesting < 0) this.close(token)
      else this.addBlock(token)
    }
    return this.children
  }

  private open(token: Token): void {
    if (token.type === 'tag_open') {
      const found = tagOf(token)
      this.tags.push(found)
      this.push(found.tag.name, undefined)
      return
    }
    if (token.type === 'tr_open') this.row = { lines: token.map ?? [0, 0], text: '' }
    if (token.type === 'table_open' && this.dialect.extras) {
      this.push('div', { class: 'Prose-table', tabindex: 0, role: 'region' })
    }
    this.push(this.tagOf(token), this.attributesOf(token))
  }

  private push(tag: string, attributes: MarkupAttributes | undefined): void {
    const children: MarkupNode[] = []
    const element = attributes ? { tag, attributes, children } : { tag, children }
    this.nodes.push(element)
    this.frames.push({ element, children: this.nodes })
    this.nodes = children
  }

  private close(token: Token): void {
    if (token.type === 'tag_close') {
      this.closeTag()
      return
    }
    this.pop()
    if (token.type === 'table_close' && this.dialect.extras) this.pop()
    if (token.type === 'tr_close') this.row = undefined
  }

  private pop(): void {
    const frame = this.frames.pop()
    this.nodes = frame?.children ?? this.children
    const transform = frame && this.dialect.grammar.transforms.get(frame.element.tag)
    if (transform) this.nodes[this.nodes.length - 1] = transform(frame.element)
  }

  /** Replaces a tag by the node that its syntax renders, or by its content if the syntax renders none. */
  private closeTag(): void {
    const content = this.nodes
    const found = this.tags.pop()
    this.nodes = this.frames.pop()?.children ?? this.children
    this.nodes.pop()
    const node = found?.tag.render(
      { attributes: found.attributes, children: content, text: '' },
      this.dialect.links,
    )
    if (node !== undefined) this.nodes.push(node)
    else for (const child of content) this.nodes.push(child)
  }

  private addTagOfText(token: Token): void {
    const { tag, attributes } = tagOf(token)
    const text = token.content.replace(/^\n/, '')
    const content = text.endsWith('\n') ? text : `${text}\n`
    const node = tag.render({ attributes, children: [], text: content }, this.dialect.links)
    if (node !== undefined) this.nodes.push(node)
  }

  private tagOf(token: Token): string {
    // The page's own heading is the only `h1`.
    if (this.dialect.extras && token.type === 'heading_open') {
      return `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`
    }
    return token.tag
  }

  private attributesOf({ type, attrs }: Token): MarkupAttributes | undefined {
    if (type === 'spoiler_open') return { class: 'spoiler' }
    if (type === 'ordered_list_open') return attrs?.[0] ? { start: attrs[0][1] } : undefined
    if (type !== 'th_open' && type !== 'td_open') return undefined
    const align = /right|center/.exec(String(attrs?.[0]?.[1] ?? ''))?.[0]
    const side = align === undefined ? undefined : { 'data-align': align === 'right' ? 'end' : align }
    return type === 'th_open' ? { scope: 'col', ...side } : side
  }

  private addBlock(token: Token): void {
    if (token.type === 'hr') this.nodes.push(rule)
    else if (token.type === 'tag_code') this.addTagOfText(token)
    else if (token.type === 'fence' || token.type === 'code_block') {
      const [language] = token.info === '' ? [] : this.dialect.unescape(token.info).trim().split(/\s/, 1)
      const code: MarkupElement = { tag: 'code', children: [token.content] }
      if (language) code.attributes = { class: `language-${language}` }
      const pre: MarkupElement = { tag: 'pre', children: [code] }
      // Code scrolls sideways, so it must be focusable for keyboard users.
      if (this.dialect.extras) pre.attributes = { tabindex: 0 }
      const transform = this.dialect.grammar.transforms.get('pre')
      this.nodes.push(transform ? transform(pre) : pre)
    }
  }

  private addText({ content, map }: Token): void {
    if (content === '') return
    const item = this.frames.at(-1)?.element
    const task = this.dialect.extras ? taskMarker.exec(content) : undefined
    if (task && this.isTask(item)) this.addTask(content, task, map)
    else this.addInline(content, map)
  }

  /** Whether the current text begins a list item, directly or as its first paragraph. */
  private isTask(element: MarkupElement | undefined): boolean {
    const parent = element?.tag === 'p' ? this.frames.at(-2)?.element : element
    return (
      parent?.tag === 'li' && (parent === element ? this.nodes.length === 0 : parent.children?.length === 1)
    )
  }

  private addTask(content: string, [marker, state]: RegExpExecArray, map: Token['map']): void {
    const item = this.frames.findLast(({ element }) => element.tag === 'li')?.element
    if (item) item.attributes = { class: 'task' }
    this.push('label', undefined)
    this.nodes.push({
      tag: 'input',
      attributes: { type: 'checkbox', checked: state !== ' ', disabled: true },
    })
    this.addInline(content.slice(marker.length), map)
    this.pop()
  }

  private addInline(text: string, map: Token['map']): void {
    const { row, log } = this
    const lines = row?.lines ?? map ?? [0, 0]
    const before = row ? `${row.text}|` : ''
    if (row) row.text = before + text
    if (isPlain(text, this.dialect)) {
      this.nodes.push(text)
      return
    }
    const parts = new InlineScanner(text, this.dialect, log).scan()
    const locate = (reference: LocatedReference['reference'], position: number) => {
      log.references.push({ reference, lines, text: before + text, position: before.length + position })
    }
    new InlineTree(log, this.nodes, this.dialect, locate).build(parts)
  }
}

/** Whether a text has no character that may begin markup, as is true of most cells and many lines. */
function isPlain(text: string, { special, hasWideTriggers }: Dialect): boolean {
  if (hasWideTriggers) return false
  for (let index = 0; index < text.length; index++) {
    if (special[text.charCodeAt(index)] === 1) return false
  }
  return true
}

/** The tag that a token represents. */
function tagOf({ meta }: Token): BlockTag {
  return (meta as { found: BlockTag }).found
}
