import type { StateBlock } from 'markdown-it'
import { limits } from '../limits.ts'
import type { PairedTag } from '../syntax.ts'
import { type BlockRule, type BlockTag, indentOf, lineEnd, lineStart, logOf, mayBeginBlock } from './rule.ts'
import { blockTagIn, readBlockTag } from './tags.ts'

/** Where a paragraph ends, and the underline or the tag that ends it. */
interface TextEnd {
  line: number
  underline: string
  tag: BlockTag | undefined
}

/** Paragraphs and underlined headings, with the block tags within them. This is the last rule: it always matches. */
export function paragraphRule(tags: ReadonlyMap<string, PairedTag>): BlockRule {
  const hasTags = tags.size > 0
  return (state, startLine, endLine) => {
    let start = startLine
    for (;;) {
      const { line, underline, tag } = findEnd(state, start, endLine, hasTags)
      if (tag === undefined) {
        pushText(state, start, line, underline)
        return true
      }
      const end = lineEnd(state, line)
      state.eMarks[line] = tag.start
      if (lineStart(state, start) < tag.start) pushText(state, start, line + 1, '')
      state.eMarks[line] = end
      if (!readBlockTag(state, line, endLine, tag)) return true
      start = state.line
    }
  }
}

function findEnd(state: StateBlock, startLine: number, endLine: number, hasTags: boolean): TextEnd {
  const { parentType } = state
  state.parentType = 'paragraph'
  const terminators = state.md.block.ruler.getRules('paragraph')
  const log = logOf(state)
  const hasTooManyParagraphs = log.count('p') >= limits.paragraphs
  if (hasTooManyParagraphs) log.report('Tag limit exceeded', 'p')
  let line = startLine
  let underline = ''
  let tag = hasTags ? blockTagIn(state, line) : undefined
  while (tag === undefined) {
    line += 1
    if (line >= endLine || (state.isEmpty(line) && !hasTooManyParagraphs)) break
    const indent = indentOf(state, line)
    if (indent <= 3) {
      underline = indent >= 0 ? underlineAt(state, line) : ''
      if (underline && log.mayOpen('heading')) break
      underline = ''
      const isLazy = (state.sCount[line] ?? 0) < 0
      if (!isLazy && (mayBeginBlock(state, line) || mayBeginTable(state, line))) {
        if (terminators.some((rule) => rule(state, line, endLine, true))) break
      }
    }
    if (hasTags) tag = blockTagIn(state, line)
  }
  state.parentType = parentType
  return { line, underline, tag }
}

function pushText(state: StateBlock, startLine: number, endLine: number, underline: string): void {
  const content = state.md.utils.asciiTrim(state.getLines(startLine, endLine, state.blkIndent, false))
  state.line = underline ? endLine + 1 : endLine
  if (content === '') return
  const tag = underline ? `h${underline === '=' ? 1 : 2}` : 'p'
  const name = underline ? 'heading' : 'paragraph'
  state.push(`${name}_open`, tag, 1).map = [startLine, state.line]
  const inline = state.push('inline', '', 0)
  inline.content = content
  inline.map = [startLine, endLine]
  state.push(`${name}_close`, tag, -1)
}

/** `=` or `-` if the line consists of that character only. */
function underlineAt(state: StateBlock, line: number): string {
  const { src } = state
  const start = lineStart(state, line)
  const code = src.charCodeAt(start)
  if (code !== 45 && code !== 61) return ''
  return state.skipSpaces(state.skipChars(start, code)) >= lineEnd(state, line) ? src.charAt(start) : ''
}

/** A table needs dashes below its head. */
function mayBeginTable(state: StateBlock, line: number): boolean {
  if (line + 1 >= state.lineMax) return false
  const code = state.src.charCodeAt(lineStart(state, line + 1))
  return code === 124 || code === 45 || code === 58
}
