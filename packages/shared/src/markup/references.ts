import type { LocatedReference, MarkupDocument, MarkupNode, MarkupReference } from './document.ts'
import type { HtmlWriter } from './html-writer.ts'
import type { Grammar, RenderContext } from './syntax.ts'
import { type Replacements, referenceMark, replaceWords } from './words/replacements.ts'

/**
 * Returns the looked-up facts of a reference: `deleted` if its target has been deleted since the text was saved,
 * undefined if there never was a target (the words stay as typed).
 */
export type FindFacts = (reference: MarkupReference) => unknown

export const deleted: unique symbol = Symbol('deleted')

/** The data at the time of reading that HTML depends on. */
export interface RenderOptions extends Partial<RenderContext> {
  facts?: FindFacts
  /** By default those of the syntaxes: `Markup.compileReplacements` adds others. */
  replacements?: Replacements
}

/** The placeholder for a reference in stored HTML, which `fillReferences` replaces. */
export function storedReference(reference: MarkupReference): string {
  return referenceMark + JSON.stringify(reference) + referenceMark
}

/** The references in stored HTML, in their order. */
export function referencesIn(stored: string): MarkupReference[] {
  if (!stored.includes(referenceMark)) return []
  return stored
    .split(referenceMark)
    .flatMap((piece, index) => (index % 2 === 1 ? [parseReference(piece)] : []))
}

/** Renders the references in stored HTML, replaces its words, and drops the marks of escapes. */
export function fillStored(
  stored: string,
  grammar: Grammar,
  writer: HtmlWriter,
  replacements: Replacements,
  options: RenderOptions,
): string {
  return replaceWords(stored, replacements, (piece) => fill(parseReference(piece), grammar, writer, options))
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
  return writer.writeInline([resolveReference(reference, grammar, options)])
}

/** What stands for a reference, by its facts. */
export function resolveReference(
  reference: MarkupReference,
  grammar: Grammar,
  options: RenderOptions,
): MarkupNode {
  const kind = grammar.references.get(reference.reference)
  if (!kind) return reference.source
  const facts = options.facts?.(reference)
  const context = contextOf(options)
  if (facts === undefined) return kind.renderTyped?.(reference, context) ?? reference.source
  return facts === deleted ? kind.renderDeleted(reference, context) : kind.render(facts, reference, context)
}

function contextOf({ translate = (key) => key }: RenderOptions): RenderContext {
  return { translate }
}

/**
 * The source for editing: references get their current names, all other text stays as typed.
 *
 * @param source normalised, as it was parsed
 */
export function withCurrentNames(
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
  let previous: LocatedReference | undefined
  let blockStart = 0
  let searches = new Map<string, { upTo: number; found: number; at: number }>()
  for (const located of references) {
    const { reference, lines, text, position } = located
    const kind = grammar.references.get(reference.reference)
    if (!kind?.withCurrentName || reference.source === '') continue
    if (previous?.lines !== lines) {
      searches = new Map()
      blockStart = Math.max(starts[lines[0]] ?? 0, done)
    }
    previous = located
    const state = searches.get(reference.source) ?? { upTo: 0, found: 0, at: blockStart }
    searches.set(reference.source, state)
    const at = locate(source, reference.source, text, position, state)
    const facts = options.facts?.(reference)
    if (at < done || facts === undefined) continue
    result += source.slice(done, at)
    result += kind.withCurrentName(facts === deleted ? undefined : facts, reference, context)
    done = at + reference.source.length
  }
  return result + source.slice(done)
}

/**
 * Finds words of a block's text in the source. The text lacks the markers of blocks around it, but has the same order:
 * the third occurrence in the text is the third in the source of the block.
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
