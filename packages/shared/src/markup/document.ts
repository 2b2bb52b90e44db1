/** Values of an element's attributes, unescaped. A missing, `undefined` or `false` one is not written; `true` is. */
export type MarkupAttributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An element as it will be written, if the allow-list has it. */
export interface MarkupElement {
  tag: string
  attributes?: MarkupAttributes
  children?: readonly MarkupNode[]
}

/**
 * A place in the text that names something the forum knows, such as a person. What is shown there depends on the
 * facts at the time of reading.
 */
export interface MarkupReference {
  /** Which of the declared kinds of reference it is. */
  reference: string
  id: string
  /** The words as they were typed; shown as text where there is nothing to refer to. */
  source: string
  /** What else rendering needs to know of the words as typed. */
  details?: Readonly<Record<string, string>>
}

/** A string is text, unescaped. */
export type MarkupNode = string | MarkupElement | MarkupReference

/** A reference and where in the (normalised) source it stands. */
export interface LocatedReference {
  reference: MarkupReference
  /** First and last line (exclusive, from 0) of the block that it is in. */
  lines: readonly [number, number]
  /** The text of that block up to its end, without the marks of blocks around it, and the place in it. */
  text: string
  position: number
}

/** What the parser says about markup that it left as text. The texts are those of the specification. */
export interface MarkupDiagnostic {
  message:
    | 'Tag limit exceeded'
    | 'Nesting limit exceeded'
    | 'Tag is not allowed in this context'
    | 'Tag requires an ancestor'
    | 'Tag is disabled'
    | 'Fixing cost limit exceeded'
  /** The element or the paired tag that it is about; `autolink` and `reference` for those. */
  tag: string
}

/** What people wrote, as a small tree. Limits are already applied; the allow-list is applied when it is written. */
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
