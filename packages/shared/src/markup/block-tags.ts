import type { StateBlock } from 'markdown-it'
import type { PairedTag } from './syntax.ts'

/** A tag of a syntax that stands between paragraphs, with its end. */
export interface BlockTag {
  tag: PairedTag
  start: number
}

export type BlockTags = ReadonlyMap<number, BlockTag>

export function indexBlockTags(
  _source: string,
  _tags: ReadonlyMap<string, PairedTag>,
): BlockTags | undefined {
  return undefined
}

export function blockTagIn(_state: StateBlock, _line: number, _endLine: number): BlockTag | undefined {
  return undefined
}

export function readBlockTag(_state: StateBlock, _line: number, _endLine: number, _tag: BlockTag): boolean {
  return false
}
