import type { Env, StateBlock } from 'markdown-it'
import type { ParseLog } from '../limits.ts'
import type { BlockTags } from './tags.ts'

/** One of markdown-it's rules: whether a block begins at `line`, which it reads unless it is only asked. */
export type BlockRule = (state: StateBlock, line: number, endLine: number, isSilent: boolean) => boolean

/** What the rules know of the text they read; markdown-it hands it through. */
export interface BlockEnv extends Env {
  log: ParseLog
  blockTags: BlockTags | undefined
  /** The block tags around the current line, with the level of what stands directly in them. */
  openTags: { name: string; level: number }[]
  references: Record<string, { title: string; href: string }>
}

export function logOf(state: StateBlock): ParseLog {
  return (state.env as BlockEnv).log
}

/** Where the text of a line begins, after indentation and the markers of blocks around it. */
export function lineStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
}

export function lineEnd(state: StateBlock, line: number): number {
  return state.eMarks[line] ?? 0
}

/** How far a line is indented within the blocks around it; less than 0 for lines out of them. */
export function indentOf(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent
}

/** Characters that a block other than a paragraph may begin with. */
const blockStarts = new Uint8Array(128)
for (const character of '#>`~*-_+0123456789') blockStarts[character.charCodeAt(0)] = 1

/** Whether a block could begin at a line. Asking each rule about each line of text would take most of the time. */
export function mayBeginBlock(state: StateBlock, line: number): boolean {
  return blockStarts[state.src.charCodeAt(lineStart(state, line))] === 1
}
