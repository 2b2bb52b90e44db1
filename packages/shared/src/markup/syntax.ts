import type { MarkupAttributes, MarkupElement, MarkupNode, MarkupReference } from './document.ts'
import { type ElementRules, joinElements } from './elements.ts'

/**
 * What an extension adds to the language of posts: plain data, with functions only where text becomes a node. It
 * runs on the server and in the browser, so it must be pure. What it can output is bounded by `elements`.
 */
export interface MarkupSyntax {
  /** Unique; usually the extension's id. */
  name: string
  /** Counted up when the same source gives other HTML than before: stored HTML is then made anew. */
  version: number
  /** Elements and attributes it writes beyond the core's. */
  elements?: ElementRules
  inline?: readonly InlineRule[]
  tags?: readonly PairedTag[]
  /** Words to put in place of others, anywhere but in code and addresses: `{ ':)': '🙂' }`. The longest wins. */
  replacements?: Readonly<Record<string, string | MarkupNode>>
  /**
   * Puts something else in place of elements that Markdown makes, by tag: a quotation with a frame, say. What it
   * returns is not transformed again.
   */
  transforms?: Readonly<Record<string, (element: MarkupElement) => MarkupNode>>
  /** The kinds of references that its rules make, by name. */
  references?: Readonly<Record<string, ReferenceKind>>
}

/** Something in the middle of a line that begins with certain characters. Not asked for in code and addresses. */
export interface InlineRule {
  /** The characters it may begin with, each a single UTF-16 code unit. */
  triggers: string
  /**
   * What begins at `position` of `text` (a paragraph's or a table cell's source), or nothing. It must look at a
   * bounded stretch only, so that the time for a text stays in proportion to its length.
   */
  match(text: string, position: number, links: Links): InlineMatch | undefined
}

export interface InlineMatch {
  /** Where the text goes on, after `position`. */
  end: number
  node: MarkupNode
}

/**
 * A tag in brackets with an end tag, `[name=value other="value"]…[/name]`. Names are matched in any case; a
 * number keeps pairs apart (`[b:1]a[b]b[/b][/b:1]`). What does not fit stays text.
 */
export interface PairedTag {
  name: string
  /** What values it takes: an expression, or a function giving the value to use; undefined refuses the tag. */
  attributes?: Readonly<Record<string, RegExp | ((value: string) => string | undefined)>>
  /** The attribute that `[name=value]` sets. */
  defaultAttribute?: string
  /** Without these attributes it stays text. */
  required?: readonly string[]
  /**
   * `inline` stands in a line. `block` stands between paragraphs and holds some. `text` is inline and takes its
   * content as it is, `code` likewise as a block.
   */
  content: 'inline' | 'block' | 'text' | 'code'
  /**
   * It has no end tag: it ends at the next of its name or with its parent, and stays text outside of the parent
   * (list items). Only for `block`.
   */
  isItemOf?: string
  /** What it makes is a link: links and references in it stay text, and it stays text in another link. */
  isLink?: boolean
  /** What is written. `text` is the content for `text` and `code`. Undefined leaves the tag as text. */
  render(tag: TagContent, links: Links): MarkupNode | undefined
}

/** The forum's rules for addresses and links, for syntaxes. */
export interface Links {
  /** An address as an attribute has it; undefined for one that may not be a link's or an image's. */
  url(typed: string): string | undefined
  /** The same for an e-mail address, of which the form is not checked. */
  mail(typed: string): string
  /** A link to what `url` or `mail` gave, marked as foreign if it leads out of the forum. */
  link(href: string, children: readonly MarkupNode[], title?: string): MarkupElement
  /** An image from where `url` said. */
  image(src: string, alt: string, title?: string): MarkupElement
}

export interface TagContent {
  attributes: Readonly<Record<string, string>>
  children: readonly MarkupNode[]
  text: string
}

/** How references of one kind are shown. `facts` is what was looked up, of a shape that the extension knows. */
export interface ReferenceKind {
  /** For something that is there. */
  render(facts: unknown, reference: MarkupReference, context: RenderContext): MarkupNode
  /** For something that was there when the text was written. */
  renderDeleted(reference: MarkupReference, context: RenderContext): MarkupNode
  /** What an author finds in the editor now, if not what was typed. `facts` is undefined for something deleted. */
  unrender?(facts: unknown, reference: MarkupReference, context: RenderContext): string
}

export interface RenderContext {
  /** A message in the reader's language. */
  translate(key: string): string
}

/** All syntaxes of a forum as the parser uses them. */
export interface Grammar {
  elements: ElementRules
  /** Rules by the character code that they begin with. */
  inline: ReadonlyMap<number, readonly InlineRule[]>
  /** By name in lower case. */
  tags: ReadonlyMap<string, PairedTag>
  references: ReadonlyMap<string, ReferenceKind>
  transforms: ReadonlyMap<string, (element: MarkupElement) => MarkupNode>
}

/**
 * Joins syntaxes, in their order; where two would match, the first one does.
 *
 * @throws Error naming the syntax and its fault.
 */
export function joinSyntaxes(syntaxes: readonly MarkupSyntax[]): Grammar {
  const inline = new Map<number, InlineRule[]>()
  const tags = new Map<string, PairedTag>()
  const references = new Map<string, ReferenceKind>()
  const names = new Set<string>()
  for (const syntax of syntaxes) {
    const fail = (fault: string) => new Error(`markup syntax ${syntax.name}: ${fault}`)
    if (names.has(syntax.name)) throw fail('there is another one of this name')
    names.add(syntax.name)
    for (const rule of rulesOf(syntax)) {
      if (rule.triggers === '') throw fail('an inline rule without triggers')
      for (const trigger of new Set(rule.triggers)) addTo(inline, trigger.charCodeAt(0), rule)
    }
    for (const tag of syntax.tags ?? []) {
      const name = tag.name.toLowerCase()
      if (!/^(?:[a-z][a-z\d_-]*|\*)$/.test(name)) throw fail(`the tag name ${tag.name}`)
      if (tags.has(name)) throw fail(`the tag ${name} is there already`)
      tags.set(name, tag)
    }
    for (const [kind, definition] of Object.entries(syntax.references ?? {})) {
      if (references.has(kind)) throw fail(`the kind of reference ${kind} is there already`)
      references.set(kind, definition)
    }
    try {
      joinElements([syntax.elements ?? {}])
    } catch (error) {
      throw fail(error instanceof Error ? error.message : String(error))
    }
  }
  const transforms = new Map(syntaxes.flatMap((syntax) => Object.entries(syntax.transforms ?? {})))
  return {
    transforms,
    elements: joinElements(syntaxes.map(({ elements }) => elements ?? {})),
    inline,
    tags,
    references,
  }
}

function rulesOf({ inline = [], replacements = {} }: MarkupSyntax): InlineRule[] {
  const words = Object.keys(replacements)
    .filter(Boolean)
    .sort((one, other) => other.length - one.length)
  const byCode = Map.groupBy(words, (word) => word.charCodeAt(0))
  const rules = [...byCode.values()].map(
    (alternatives): InlineRule => ({
      triggers: alternatives[0]?.charAt(0) ?? '',
      match(text, position) {
        for (const word of alternatives) {
          const node = replacements[word]
          if (node !== undefined && text.startsWith(word, position))
            return { end: position + word.length, node }
        }
        return undefined
      },
    }),
  )
  return [...inline, ...rules]
}

function addTo(map: Map<number, InlineRule[]>, code: number, rule: InlineRule): void {
  const rules = map.get(code)
  if (rules) rules.push(rule)
  else map.set(code, [rule])
}

/** An element, as extensions write it. */
export function element(
  tag: string,
  attributes: MarkupAttributes = {},
  children: readonly MarkupNode[] = [],
): MarkupNode {
  return { tag, attributes, children }
}
