import type { StateBlock } from 'markdown-it'
import { limits } from '../limits.ts'
import { type BlockRule, lineEnd, lineStart, logOf } from './rule.ts'

/** Wraps a rule so that it does not match while one of its element types is at its limit: its lines stay text. */
export function limitRule(rule: BlockRule, tags: readonly string[]): BlockRule {
  return (state, line, endLine, isSilent) => {
    const log = logOf(state)
    if (log.full.size > 0 && tags.some((tag) => log.full.has(tag))) {
      if (rule(state, line, endLine, true)) tags.every((tag) => log.mayOpen(tag))
      return false
    }
    return rule(state, line, endLine, isSilent)
  }
}

/** The same for indented code, whose rule has no silent mode. */
export function limitCode(rule: BlockRule): BlockRule {
  return (state, line, endLine, isSilent) => {
    const log = logOf(state)
    if (!log.full.has('pre')) return rule(state, line, endLine, isSilent)
    if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) log.mayOpen('pre')
    return false
  }
}

/** The same for tables. A head with more cells than the limit of a text starts no table. */
export function limitTable(rule: BlockRule): BlockRule {
  const limited = limitRule(rule, ['table', 'th', 'td'])
  return (state, line, endLine, isSilent) => {
    if (isSilent) return limited(state, line, endLine, true)
    if (!limited(state, line, endLine, true)) return limited(state, line, endLine, false)
    const head = state.src.slice(lineStart(state, line), lineEnd(state, line))
    const log = logOf(state)
    if (head.split('|').length + log.count('th') > limits.perTag) {
      log.report('Tag limit exceeded', 'th')
      return false
    }
    return limited(state, line, endLine, false)
  }
}

/** Ends tables and lists that have reached the limit of cells or items; their other lines are text. */
export function endsAtLimit(state: StateBlock, _line: number, _endLine: number, isSilent: boolean): boolean {
  if (!isSilent) return false
  const tag = state.parentType === 'table' ? 'td' : 'li'
  if (state.parentType !== 'table' && state.parentType !== 'list') return false
  const log = logOf(state)
  if (log.count(tag) < limits.perTag) return false
  log.report('Tag limit exceeded', tag)
  return true
}
