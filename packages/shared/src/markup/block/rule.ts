import type { Env, StateBlock } from 'markdown-it'
import type { ParseLog } from '../limits.ts'
import type { PairedTag } from '../syntax.ts'

/** A markdown-it rule: returns whether a block begins at `line`, and parses it unless `isSilent`. */
export type BlockRule = (state: StateBlock, line: number, endLine: number, isSilent: boolean) => boolean

/** A tag of a syntax that stands between paragraphs, with its positions in the source. */
export interface BlockTag {
  tag: PairedTag
  key: string
  attributes: Readonly<Record<string, string>>
  start: number
  contentStart: number
  contentEnd: number
  end: number
}

/** All block tags of a source, ordered by `start`. */
export type BlockTags = readonly BlockTag[]

/** The rules' state for the text that is being parsed; markdown-it passes it to them. */
export interface BlockEnv extends Env {
  log: ParseLog
  blockTags: BlockTags | undefined
  /** The block tags around the current line, with the nesting level of their direct children. */
  openTags: { name: string; level: number }[]
  references: Record<string, { title: string; href: string }>
  /** The labels that the text refers to, once that is known: other definitions stay text. */
  used?: ReadonlySet<string>
}

export function logOf(state: StateBlock): ParseLog {
  return (state.env as BlockEnv).log
}

/** Where the text of a line begins, after its indentation and the markers of the blocks around it. */
export function lineStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
}

export function lineEnd(state: StateBlock, line: number): number {
  return state.eMarks[line] ?? 0
}

/** A line's indentation within the blocks around it; negative for lines outside of them. */
export function indentOf(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent
}

/** Characters that a block other than a paragraph may begin with. */
const blockStarts = new Uint8Array(128)
for (const character of '#>`~*-_+0123456789') blockStarts[character.charCodeAt(0)] = 1

/** Whether a block could begin at a line: a cheap test, as running every rule on every line takes most of the time. */
export function mayBeginBlock(state: StateBlock, line: number): boolean {
  return blockStarts[state.src.charCodeAt(lineStart(state, line))] === 1
}
