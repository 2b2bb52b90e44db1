import type { LocatedReference, MarkupDocument, MarkupReference } from './document.ts'
import type { HtmlWriter } from './html-writer.ts'
import type { Grammar, RenderContext } from './syntax.ts'

/**
 * What was looked up for references: the facts of the reference, `deleted` if it was one when the text was saved
 * and its target is gone, undefined if there never was a target (the words stay as typed).
 */
export type FindFacts = (reference: MarkupReference) => unknown

export const deleted: unique symbol = Symbol('deleted')

/** Everything about the moment of reading that HTML depends on. */
export interface RenderOptions extends Partial<RenderContext> {
  facts?: FindFacts
}

// No text has this character: the parser drops control characters. So it cannot be typed.
const fence = '\u0001'

/** A reference within stored HTML, to be filled in when it is read. */
export function storedReference(reference: MarkupReference): string {
  return fence + JSON.stringify(reference) + fence
}

/** The references within stored HTML, in their order. */
export function referencesIn(stored: string): MarkupReference[] {
  if (!stored.includes(fence)) return []
  return stored.split(fence).flatMap((piece, index) => (index % 2 === 1 ? [parseReference(piece)] : []))
}

/** Stored HTML as it is shown now. Costs nothing for HTML without references. */
export function fillReferences(
  stored: string,
  grammar: Grammar,
  writer: HtmlWriter,
  options: RenderOptions,
): string {
  if (!stored.includes(fence)) return stored
  return stored
    .split(fence)
    .map((piece, index) => (index % 2 === 1 ? fill(parseReference(piece), grammar, writer, options) : piece))
    .join('')
}

function parseReference(piece: string): MarkupReference {
  return JSON.parse(piece) as MarkupReference
}

function fill(
  reference: MarkupReference,
  grammar: Grammar,
  writer: HtmlWriter,
  options: RenderOptions,
): string {
  const kind = grammar.references.get(reference.reference)
  const facts = kind && options.facts?.(reference)
  if (!kind || facts === undefined) return writer.writeInline([reference.source])
  const context = contextOf(options)
  const node =
    facts === deleted ? kind.renderDeleted(reference, context) : kind.render(facts, reference, context)
  return writer.writeInline([node])
}

function contextOf({ translate = (key) => key }: RenderOptions): RenderContext {
  return { translate }
}

/**
 * The source as its author gets it for editing: references spelled as they are called now. All else is as typed.
 *
 * @param source normalised, as it was parsed
 */
export function unrender(
  source: string,
  { references }: MarkupDocument,
  grammar: Grammar,
  options: RenderOptions,
): string {
  if (references.length === 0) return source
  const context = contextOf(options)
  const starts = lineStarts(source)
  let result = ''
  let done = 0
  let block: LocatedReference | undefined
  let blockStart = 0
  let counted = new Map<string, { upTo: number; found: number; at: number }>()
  for (const located of references) {
    const { reference, lines, text, position } = located
    if (block?.lines !== lines) {
      counted = new Map()
      blockStart = Math.max(starts[lines[0]] ?? 0, done)
    }
    block = located
    const state = counted.get(reference.source) ?? { upTo: 0, found: 0, at: blockStart }
    counted.set(reference.source, state)
    const at = locate(source, reference.source, text, position, state)
    const kind = grammar.references.get(reference.reference)
    const facts = options.facts?.(reference)
    if (at < done || !kind?.unrender || facts === undefined) continue
    result += source.slice(done, at)
    result += kind.unrender(facts === deleted ? undefined : facts, reference, context)
    done = at + reference.source.length
  }
  return result + source.slice(done)
}

/**
 * Blocks around take marks off a text's lines but leave the order of what is in them: the third occurrence in the
 * text is the third in the source of the block.
 */
function locate(
  source: string,
  words: string,
  text: string,
  position: number,
  state: { upTo: number; found: number; at: number },
): number {
  for (let next = text.indexOf(words, state.upTo); next >= 0 && next <= position; ) {
    state.at = source.indexOf(words, state.found === 0 ? state.at : state.at + words.length)
    state.found += 1
    state.upTo = next + words.length
    next = text.indexOf(words, state.upTo)
  }
  return state.at
}

function lineStarts(source: string): number[] {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
