import type { StateBlock } from 'markdown-it'
import { limits } from '../limits.ts'
import { type BlockRule, indentOf, lineEnd, lineStart, logOf, mayBeginBlock } from './rule.ts'

interface QuoteKind {
  token: 'blockquote' | 'spoiler'
  tag: 'blockquote' | 'details'
  /** Length of the marker, `>` or `>!`. */
  width: number
}

const quotation: QuoteKind = { token: 'blockquote', tag: 'blockquote', width: 1 }
const spoiler: QuoteKind = { token: 'spoiler', tag: 'details', width: 2 }

/** markdown-it's offsets of one line, as they are outside of the quotation. */
interface LineOffsets {
  line: number
  begin: number
  shift: number
  indent: number
  base: number
}

/**
 * Quotations (`>`) and, with `extras`, block spoilers (`>!`). Like markdown-it's rule for quotations, the rule moves
 * the beginning of each line behind its marker and parses the lines again.
 */
export function quoteRule(extras: boolean): BlockRule {
  return (state, startLine, endLine, isSilent) => {
    const kind = indentOf(state, startLine) < 4 ? kindAt(state, startLine, extras) : undefined
    if (!kind) return false
    const log = logOf(state)
    if (log.full.has(kind.tag)) {
      if (!isSilent) log.mayOpen(kind.tag)
      return false
    }
    if (isSilent) return true
    const { parentType, lineMax, blkIndent } = state
    state.parentType = 'blockquote'
    const saved: LineOffsets[] = []
    const nextLine = consumeLines(state, startLine, endLine, kind, saved, extras)
    state.blkIndent = 0
    const open = state.push(`${kind.token}_open`, kind.tag, 1)
    const lines: [number, number] = [startLine, 0]
    open.map = lines
    state.md.block.tokenize(state, startLine, nextLine)
    log.lookahead += nextLine - state.line
    state.push(`${kind.token}_close`, kind.tag, -1)
    state.lineMax = lineMax
    state.parentType = parentType
    lines[1] = state.line
    for (const offsets of saved) restore(state, offsets)
    state.blkIndent = blkIndent
    return true
  }
}

/** The kind of marker at the beginning of a line. `>!` with its `!<` on the same line is an inline spoiler. */
function kindAt(state: StateBlock, line: number, extras: boolean): QuoteKind | undefined {
  const { src } = state
  const start = lineStart(state, line)
  const end = lineEnd(state, line)
  if (start >= end || src.charCodeAt(start) !== 62) return undefined
  if (!extras || src.charCodeAt(start + 1) !== 33) return quotation
  for (let position = start + 2; position < end; position++) {
    const code = src.charCodeAt(position)
    if (code === 62) return spoiler
    if (code === 33 && src.charCodeAt(position + 1) === 60) return undefined
  }
  return spoiler
}

/** Moves the beginnings of the lines that belong to the quotation; returns the first line that does not. */
function consumeLines(
  state: StateBlock,
  startLine: number,
  endLine: number,
  kind: QuoteKind,
  saved: LineOffsets[],
  extras: boolean,
): number {
  const terminators = state.md.block.ruler.getRules('blockquote')
  let isLastEmpty = false
  let line = startLine
  for (; line < endLine; line++) {
    if (lineStart(state, line) >= lineEnd(state, line)) break
    if (indentOf(state, line) >= 0 && kindAt(state, line, extras) === kind) {
      saved.push(offsetsOf(state, line))
      isLastEmpty = moveLine(state, line, kind.width)
      continue
    }
    if (isLastEmpty) break
    if (mayBeginBlock(state, line) && terminators.some((rule) => rule(state, line, endLine, true))) {
      state.lineMax = line
      if (state.blkIndent !== 0) {
        saved.push(offsetsOf(state, line))
        state.sCount[line] = indentOf(state, line)
      }
      break
    }
    // A line without marker belongs to the quotation only if it continues a paragraph, which is not known yet. If it
    // continues none, all lines from here on are parsed again, which `lookahead` bounds.
    if (logOf(state).lookahead > limits.lookahead) break
    if (state.sCount[line] === -1) continue
    saved.push(offsetsOf(state, line))
    state.sCount[line] = -1
  }
  return line
}

/** Moves the beginning of a line behind its marker and one space. Returns whether the line has nothing else. */
function moveLine(state: StateBlock, line: number, width: number): boolean {
  const { src } = state
  const end = lineEnd(state, line)
  const indent = state.sCount[line] ?? 0
  const base = state.bsCount[line] ?? 0
  let position = lineStart(state, line) + width
  let initial = indent + width
  let isTabKept = false
  const next = src.charCodeAt(position)
  const hasSpace = next === 32 || next === 9
  if (next === 32 || (next === 9 && (base + initial) % 4 === 3)) {
    position += 1
    initial += 1
  } else if (next === 9) isTabKept = true
  let offset = initial
  state.bMarks[line] = position
  for (; position < end; position++) {
    const code = src.charCodeAt(position)
    if (code === 9) offset += 4 - ((offset + base + (isTabKept ? 1 : 0)) % 4)
    else if (code === 32) offset += 1
    else break
  }
  state.bsCount[line] = indent + width + (hasSpace ? 1 : 0)
  state.sCount[line] = offset - initial
  state.tShift[line] = position - (state.bMarks[line] ?? 0)
  return position >= end
}

function offsetsOf(state: StateBlock, line: number): LineOffsets {
  return {
    line,
    begin: state.bMarks[line] ?? 0,
    shift: state.tShift[line] ?? 0,
    indent: state.sCount[line] ?? 0,
    base: state.bsCount[line] ?? 0,
  }
}

function restore(state: StateBlock, { line, begin, shift, indent, base }: LineOffsets): void {
  state.bMarks[line] = begin
  state.tShift[line] = shift
  state.sCount[line] = indent
  state.bsCount[line] = base
}
