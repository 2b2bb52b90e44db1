import type { MarkupAttributes, MarkupElement, MarkupNode, MarkupReference } from './document.ts'
import { type ElementRules, joinElements } from './elements.ts'

/**
 * An extension's addition to the language of posts: plain data, with functions only where text becomes a node. The
 * functions run on the server and in the browser and must be pure. `elements` bounds their output.
 */
export interface MarkupSyntax {
  /** Unique; usually the extension's id. */
  name: string
  /** To increment when the same source gives other HTML than before: stored HTML is then rendered again. */
  version: number
  /** Elements and attributes that the syntax writes beyond the core's. */
  elements?: ElementRules
  inline?: readonly InlineRule[]
  tags?: readonly PairedTag[]
  /**
   * Replacements of words everywhere except in code, addresses, references and after a backslash: `{ ':)': '🙂' }`. The longest
   * match wins. They are made when a text is read: stored HTML has the words as typed.
   */
  replacements?: WordReplacements
  /**
   * Replaces elements that Markdown makes, by tag: a quotation gets a frame, for example. The result is not
   * transformed again.
   */
  transforms?: Readonly<Record<string, (element: MarkupElement) => MarkupNode>>
  /** The kinds of references that the syntax makes, by name. */
  references?: Readonly<Record<string, ReferenceKind>>
}

/** What takes the place of words, by the word as it is typed: text, or an element without references. */
export type WordReplacements = Readonly<Record<string, string | MarkupElement>>

/** A rule for inline markup that begins with certain characters. Not applied in code and addresses. */
export interface InlineRule {
  /** The possible first characters, each a single UTF-16 code unit. */
  triggers: string
  /**
   * Matches the markup that begins at `position` of `text` (a paragraph's or a table cell's source). Must examine a
   * bounded range only, so that parsing takes linear time.
   */
  match(text: string, position: number, links: Links): InlineMatch | undefined
}

export interface InlineMatch {
  /** The end of the match, after `position`. */
  end: number
  node: MarkupNode
}

/**
 * A tag in brackets, mostly with an end tag, `[name=value other="value"]…[/name]`. Names are case-insensitive; a number
 * distinguishes pairs (`[b:1]a[b]b[/b][/b:1]`). A tag that does not fit stays text.
 */
export interface PairedTag {
  name: string
  /** The allowed values: an expression, or a function that returns the value to use; undefined rejects the tag. */
  attributes?: Readonly<Record<string, RegExp | ((value: string) => string | undefined)>>
  /** The attribute that `[name=value]` sets. */
  defaultAttribute?: string
  /** A tag that lacks one of these attributes stays text. */
  required?: readonly string[]
  /**
   * `inline` stands in a line. `block` stands between paragraphs and contains paragraphs. `text` is inline and `code`
   * a block; the content of both is not parsed. `none` stands in a line and has neither content nor end tag.
   */
  content: 'inline' | 'block' | 'text' | 'code' | 'none'
  /**
   * Name of the parent, for tags without end tag such as list items: the tag ends at the next one of its name or with
   * its parent, and stays text outside of the parent. Only for `block`.
   */
  isItemOf?: string
  /** The tag makes a link: links and references in it stay text, and it stays text in another link. */
  isLink?: boolean
  /** Renders the tag. `tag.text` is the content of `text` and `code`. Undefined leaves the tag as text. */
  render(tag: TagContent, links: Links): MarkupNode | undefined
}

/** The forum's rules for addresses and links, for syntaxes. */
export interface Links {
  /** Encodes an address for an attribute; undefined if links and images may not have it. */
  url(typed: string): string | undefined
  /** The same for an e-mail address, whose form is not checked. */
  mail(typed: string): string
  /** A link to the result of `url` or `mail`, marked as external if it leads out of the forum. */
  link(href: string, children: readonly MarkupNode[], title?: string): MarkupElement
  /** An image at the result of `url`. */
  image(src: string, alt: string, title?: string): MarkupElement
}

export interface TagContent {
  attributes: Readonly<Record<string, string>>
  children: readonly MarkupNode[]
  text: string
}

/** Renders the references of one kind. `facts` is the looked-up data, whose type the extension defines. */
export interface ReferenceKind {
  /** Renders a reference whose target exists. */
  render(facts: unknown, reference: MarkupReference, context: RenderContext): MarkupNode
  /** Renders a reference whose target has been deleted since the text was written. */
  renderDeleted(reference: MarkupReference, context: RenderContext): MarkupNode
  /**
   * Renders a reference without facts: in previews and excerpts, and one whose target the forum does not know. By default its
   * words as typed.
   */
  renderTyped?(reference: MarkupReference, context: RenderContext): MarkupNode
  /**
   * The reference's source for the editor, with the current name of its target; by default as typed. `facts` is undefined
   * for a deleted target.
   */
  withCurrentName?(facts: unknown, reference: MarkupReference, context: RenderContext): string
}

export interface RenderContext {
  /** Translates a message into the reader's language. */
  translate(key: string): string
}

/** The merged syntaxes of a forum, indexed for the parser. */
export interface Grammar {
  elements: ElementRules
  /** Rules by the code of their first character. */
  inline: ReadonlyMap<number, readonly InlineRule[]>
  /** By name in lower case. */
  tags: ReadonlyMap<string, PairedTag>
  references: ReadonlyMap<string, ReferenceKind>
  transforms: ReadonlyMap<string, (element: MarkupElement) => MarkupNode>
  replacements: ReadonlyMap<string, string | MarkupElement>
}

/**
 * Merges syntaxes. The first one wins where several match.
 *
 * @throws Error with the name of the invalid syntax and the reason.
 */
export function joinSyntaxes(syntaxes: readonly MarkupSyntax[]): Grammar {
  const inline = new Map<number, InlineRule[]>()
  const tags = new Map<string, PairedTag>()
  const references = new Map<string, ReferenceKind>()
  const names = new Set<string>()
  for (const syntax of syntaxes) {
    const fail = (fault: string) => new Error(`markup syntax ${syntax.name}: ${fault}`)
    if (names.has(syntax.name)) throw fail('the name is taken by another syntax')
    names.add(syntax.name)
    for (const rule of syntax.inline ?? []) {
      if (rule.triggers === '') throw fail('an inline rule has no triggers')
      for (const trigger of new Set(rule.triggers)) addTo(inline, trigger.charCodeAt(0), rule)
    }
    for (const tag of syntax.tags ?? []) {
      const name = tag.name.toLowerCase()
      if (!/^(?:[a-z][a-z\d_-]*|\*)$/.test(name)) throw fail(`the tag name ${tag.name} is invalid`)
      if (tags.has(name)) throw fail(`the tag ${name} is declared twice`)
      tags.set(name, tag)
    }
    for (const [kind, definition] of Object.entries(syntax.references ?? {})) {
      if (references.has(kind)) throw fail(`the kind of reference ${kind} is declared twice`)
      references.set(kind, definition)
    }
    try {
      joinElements([syntax.elements ?? {}])
    } catch (error) {
      throw fail(error instanceof Error ? error.message : String(error))
    }
  }
  const transforms = new Map(syntaxes.flatMap((syntax) => Object.entries(syntax.transforms ?? {})))
  // The first syntax wins.
  const replacements = new Map(
    syntaxes.toReversed().flatMap((syntax) => Object.entries(syntax.replacements ?? {})),
  )
  return {
    transforms,
    replacements,
    elements: joinElements(syntaxes.map(({ elements }) => elements ?? {})),
    inline,
    tags,
    references,
  }
}

function addTo(map: Map<number, InlineRule[]>, code: number, rule: InlineRule): void {
  const rules = map.get(code)
  if (rules) rules.push(rule)
  else map.set(code, [rule])
}

/** Creates an element; a shorthand for extensions. */
export function element(
  tag: string,
  attributes: MarkupAttributes = {},
  children: readonly MarkupNode[] = [],
): MarkupElement {
  return { tag, attributes, children }
}
