/** Unescaped attributes of an element. The writer omits `undefined` and `false`; `true` is a flag without value. */
export type MarkupAttributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An element; the writer outputs it if the allow-list has it. */
export interface MarkupElement {
  tag: string
  attributes?: MarkupAttributes
  children?: readonly MarkupNode[]
}

/**
 * A place in the text that names a resource of the forum, such as a user. Its HTML depends on the facts (the data
 * that was looked up) at the time of reading.
 */
export interface MarkupReference {
  /** Name of a declared kind of reference. */
  reference: string
  id: string
  /** The words as typed; they are the text of a reference without target. */
  source: string
  /** Other data from the typed words that rendering needs. */
  details?: Readonly<Record<string, string>>
}

/** A string is text, unescaped. */
export type MarkupNode = string | MarkupElement | MarkupReference

/** A reference and its place in the normalised source. */
export interface LocatedReference {
  reference: MarkupReference
  /** First and last line (exclusive, from 0) of the block around it. */
  lines: readonly [number, number]
  /** The text of that block without the markers of the blocks around it, and the position in that text. */
  text: string
  position: number
}

/** The reason why the parser left markup as text. The specification defines the messages. */
export interface MarkupDiagnostic {
  message:
    | 'Tag limit exceeded'
    | 'Nesting limit exceeded'
    | 'Tag is not allowed in this context'
    | 'Tag requires an ancestor'
    | 'Tag is disabled'
    | 'Fixing cost limit exceeded'
  /** The element or the paired tag; `autolink` or `reference` for these two. */
  tag: string
}

/** The syntax tree of a source. The parser has applied the limits; the HTML writer applies the allow-list. */
export interface MarkupDocument {
  children: readonly MarkupNode[]
  references: readonly LocatedReference[]
  /** Each once, in the order of their first occurrence. */
  diagnostics: readonly MarkupDiagnostic[]
}

export function isElement(node: MarkupNode): node is MarkupElement {
  return typeof node === 'object' && 'tag' in node
}

export function isReference(node: MarkupNode): node is MarkupReference {
  return typeof node === 'object' && 'reference' in node
}
