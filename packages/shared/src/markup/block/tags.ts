import type { StateBlock } from 'markdown-it'
import type { ParseLog } from '../limits.ts'
import type { PairedTag } from '../syntax.ts'
import { parseTag, tagAttributes } from '../tag-syntax.ts'
import { type BlockEnv, type BlockTag, type BlockTags, indentOf, lineEnd, lineStart, logOf } from './rule.ts'

// The parser tracks at most so many unclosed tags.
const maxOpenTags = 100

/**
 * Pairs the block tags of a source before its blocks are parsed. Tags in code blocks are listed too, but never looked
 * up. Takes one pass, in linear time.
 */
export function indexBlockTags(
  source: string,
  tags: ReadonlyMap<string, PairedTag>,
  log: ParseLog,
): BlockTags | undefined {
  const isBlock = ({ content }: PairedTag) => content === 'block' || content === 'code'
  if (!tags.values().some(isBlock) || !source.includes('[')) return undefined
  const found: BlockTag[] = []
  const open: BlockTag[] = []
  const unclosed = new Set<string>()
  let lower: string | undefined
  for (let at = source.indexOf('['); at >= 0; at = source.indexOf('[', at + 1)) {
    if (source.charCodeAt(at - 1) === 96 || source.charCodeAt(at - 1) === 92) continue
    const parsed = parseTag(source, at)
    const tag = parsed && tags.get(parsed.name)
    if (!parsed || !tag || !isBlock(tag)) continue
    const key = parsed.name + parsed.suffix
    if (parsed.isEnd) {
      closeTags(
        open,
        open.findLastIndex((candidate) => candidate.key === key),
        at,
        parsed.end,
        log,
      )
      continue
    }
    const attributes = open.length < maxOpenTags ? tagAttributes(tag, parsed.values) : undefined
    if (!attributes || !endItem(open, tag, at, log)) continue
    const contentStart = parsed.end
    const entry = { tag, key, attributes, start: at, contentStart, contentEnd: -1, end: -1 }
    if (tag.content === 'code') {
      if (unclosed.has(key)) continue
      lower ??= source.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      const close = lower.indexOf(`[/${key}]`, contentStart)
      if (close < 0) {
        unclosed.add(key)
        continue
      }
      at = close + key.length + 2
      found.push({ ...entry, contentEnd: close, end: at + 1 })
    } else {
      open.push(entry)
      found.push(entry)
    }
  }
  for (const entry of open) closeAtBlank(entry, source, log)
  return found.filter(({ end }) => end >= 0)
}

/** Closes the open tag at `index`, which ends at `end`, and the open tags within it. */
function closeTags(open: BlockTag[], index: number, contentEnd: number, end: number, log: ParseLog): void {
  if (index < 0) return
  for (const [depth, closed] of open.splice(index).entries()) {
    const isImplied = depth > 0 && !closed.tag.isItemOf
    if (isImplied && !log.addFix(closed.tag.name)) continue
    closed.contentEnd = contentEnd
    closed.end = depth === 0 ? end : contentEnd
  }
}

/** Closes an unclosed tag that begins a line at the end of its paragraph; any other unclosed tag is text. */
function closeAtBlank(entry: BlockTag, source: string, log: ParseLog): void {
  const lineBegin = source.lastIndexOf('\n', entry.start - 1) + 1
  if (source.slice(lineBegin, entry.start).trim() !== '' || !log.addFix(entry.tag.name)) return
  const blank = source.indexOf('\n\n', entry.contentStart)
  entry.contentEnd = blank < 0 ? source.length : blank
  entry.end = entry.contentEnd
}

/** Ends the previous item where the next one begins. Returns false for an item without an open parent. */
function endItem(open: BlockTag[], tag: PairedTag, at: number, log: ParseLog): boolean {
  if (!tag.isItemOf) return true
  const parentName = tag.isItemOf.toLowerCase()
  const parent = open.findLastIndex((candidate) => candidate.tag.name.toLowerCase() === parentName)
  if (parent < 0) {
    log.report('Tag requires an ancestor', tag.name)
    return false
  }
  closeTags(open, parent + 1 < open.length ? parent + 1 : -1, at, at, log)
  return true
}

/** The first block tag that begins in a line and that the limits allow. */
export function blockTagIn(state: StateBlock, line: number): BlockTag | undefined {
  const { blockTags = [] } = state.env as BlockEnv
  const from = lineStart(state, line)
  let low = 0
  let high = blockTags.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((blockTags[middle]?.start ?? 0) < from) low = middle + 1
    else high = middle
  }
  for (const end = lineEnd(state, line); ; low++) {
    const found = blockTags[low]
    if (!found || found.start >= end) return undefined
    if (isInPlace(state, found) && logOf(state).mayOpen(found.tag.name)) return found
  }
}

/** Whether a tag is no item, or stands directly in its parent. Limits and other blocks may have removed the parent. */
function isInPlace(state: StateBlock, { tag }: BlockTag): boolean {
  if (!tag.isItemOf) return true
  const parent = (state.env as BlockEnv).openTags.at(-1)
  if (parent?.name.toLowerCase() === tag.isItemOf.toLowerCase() && parent.level === state.level) return true
  logOf(state).report('Tag requires an ancestor', tag.name)
  return false
}

/**
 * Parses a block tag that begins in `line`, up to `state.line`. Returns whether text follows the tag on that line; the
 * line then begins at that text.
 */
export function readBlockTag(state: StateBlock, line: number, endLine: number, found: BlockTag): boolean {
  const last = lastLine(state, line, endLine, found)
  const lastEnd = lineEnd(state, last)
  const contentEnd = Math.min(found.contentEnd, lastEnd)
  const { lineMax, listIndent, tight, parentType } = state
  beginAt(state, line, found.contentStart)
  state.eMarks[last] = contentEnd
  if (found.tag.content === 'code') {
    const token = state.push('tag_code', '', 0)
    token.meta = { found }
    token.content = state.getLines(line, last + 1, state.blkIndent, false)
    logOf(state).add(found.tag.name)
  } else {
    state.lineMax = last + 1
    state.listIndent = -1
    state.parentType = 'root'
    logOf(state).open(found.tag.name)
    const { openTags } = state.env as BlockEnv
    state.push('tag_open', '', 1).meta = { found }
    openTags.push({ name: found.tag.name, level: state.level })
    state.md.block.tokenize(state, line, last + 1)
    openTags.pop()
    state.push('tag_close', '', -1)
    logOf(state).close(found.tag.name)
  }
  state.eMarks[last] = lastEnd
  Object.assign(state, { lineMax, listIndent, tight, parentType })
  const isAtEnd = found.end >= lastEnd || state.skipSpaces(found.end) >= lastEnd
  state.line = isAtEnd ? last + 1 : last
  if (!isAtEnd) beginAt(state, last, found.end)
  return !isAtEnd
}

/** The line on which a tag ends: at the latest the last line of the block around it. */
function lastLine(state: StateBlock, line: number, endLine: number, { contentEnd, end }: BlockTag): number {
  let last = line
  while (last + 1 < endLine && (state.bMarks[last + 1] ?? 0) <= Math.max(contentEnd, end - 1)) {
    if (!state.isEmpty(last + 1) && indentOf(state, last + 1) < 0) break
    last += 1
  }
  return last
}

function beginAt(state: StateBlock, line: number, position: number): void {
  const end = lineEnd(state, line)
  const begin = Math.min(position, end)
  state.bMarks[line] = begin
  state.tShift[line] = Math.min(state.skipSpaces(begin), end) - begin
  state.sCount[line] = state.blkIndent
}
