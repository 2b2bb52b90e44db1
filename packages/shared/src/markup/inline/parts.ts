import type { MarkupAttributes, MarkupNode } from '../document.ts'
import type { PairedTag } from '../syntax.ts'

/** An element or tag around other parts, once its end was found. */
export interface Pair {
  /** The element, or the name of the paired tag. */
  tag: string
  attributes: MarkupAttributes | undefined
  /** For tags of syntaxes: the tag that renders the node. */
  syntax: PairedTag | undefined
  /** Set while the tree is built, if a limit makes the pair text. */
  isText: boolean
}

export function pairOf(tag: string, attributes?: MarkupAttributes, syntax?: PairedTag): Pair {
  return { tag, attributes, syntax, isText: false }
}

/** Where a pair may begin: text until its end is found. */
export class Opening {
  readonly text: string
  pair: Pair | undefined = undefined

  constructor(text: string) {
    this.text = text
  }
}

/** Where a pair ends. */
export class Closing {
  readonly text: string
  readonly pair: Pair

  constructor(text: string, pair: Pair) {
    this.text = text
    this.pair = pair
  }
}

/** A node and its source, which replaces the node where it is not allowed. */
export class Atom {
  readonly node: Exclude<MarkupNode, string>
  readonly text: string
  /** Position in the source of the block. */
  readonly position: number

  constructor(node: Exclude<MarkupNode, string>, text: string, position: number) {
    this.node = node
    this.text = text
    this.position = position
  }
}

/** A run of emphasis markers, such as `***`; an item of the linked list of runs that may still match. */
export class Run {
  readonly marker: string
  readonly length: number
  /** Index among the runs of its block. */
  index = 0
  /** How many of its characters are still text. */
  left: number
  readonly canOpen: boolean
  readonly canClose: boolean
  /** Pairs that end here, the innermost first. */
  closes: Pair[] | undefined = undefined
  /** Pairs that begin here, the innermost first. */
  opens: Pair[] | undefined = undefined
  previous: Run | undefined
  next: Run | undefined = undefined

  constructor(
    marker: string,
    length: number,
    canOpen: boolean,
    canClose: boolean,
    previous: Run | undefined,
  ) {
    this.marker = marker
    this.length = length
    this.left = length
    this.canOpen = canOpen
    this.canClose = canClose
    this.previous = previous
  }
}

/** A part of the scanned text, before the parts become a tree. */
export type Part = string | Opening | Closing | Atom | Run
