import { type BlockEnv, type BlockRule, lineEnd, lineStart } from './rule.ts'

const label = /\[((?:[^[\]\\]|\\.){1,999})\]:/suy
const fence = /(?:`{3,}|~{3,})(.*)/y
const fenceEnd = /^(?:`{3,}|~{3,})[ \t]*$/
const emptyHeading = /#{1,6}[ \t]*(?:#+[ \t]*)?/y

/**
 * Wraps the rule of link definitions, which show nothing: a second one of the same label, and one that the text does not refer to,
 * stay text.
 */
export function definitionRule(rule: BlockRule, normalizeLabel: (label: string) => string): BlockRule {
  return (state, line, endLine, isSilent) => {
    const { references, used } = state.env as BlockEnv
    label.lastIndex = lineStart(state, line)
    const [, written] = label.exec(state.src) ?? []
    const name = written === undefined ? undefined : normalizeLabel(written)
    if (name !== undefined && (name in references || used?.has(name) === false)) return false
    return rule(state, line, endLine, isSilent)
  }
}

/** Wraps the rule of headings: one without words stays text. */
export function headingRule(rule: BlockRule): BlockRule {
  return (state, line, endLine, isSilent) => {
    emptyHeading.lastIndex = lineStart(state, line)
    const isEmpty = emptyHeading.test(state.src) && emptyHeading.lastIndex === lineEnd(state, line)
    return !isEmpty && rule(state, line, endLine, isSilent)
  }
}

/** Wraps the rule of fenced code: what stands behind the marks of a block without code is no language, and stays text. */
export function fenceRule(rule: BlockRule): BlockRule {
  return (state, line, endLine, isSilent) => {
    fence.lastIndex = lineStart(state, line)
    const [, info = ''] = fence.exec(state.src) ?? []
    const next =
      line + 1 < endLine ? state.src.slice(lineStart(state, line + 1), lineEnd(state, line + 1)) : '```'
    return !(info.trim() !== '' && fenceEnd.test(next)) && rule(state, line, endLine, isSilent)
  }
}
