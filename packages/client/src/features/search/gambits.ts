import { splitSearch } from '@parley/shared/search-text'
import type { App } from '../../base/app-context.ts'
import type { Gambit } from '../../base/points/gambit.ts'

/** A gambit that goes on with what is being typed. */
export interface OfferedGambit {
  name: string
  gambit: Gambit
  /** The search text once it is chosen. */
  completed: string
}

/** What a search text asks for besides its conditions. */
export function freeText(text: string, gambits: App['gambits']): string {
  return splitSearch(text)
    .filter((part) => !isCondition(part, gambits))
    .join(' ')
}

function isCondition(part: string, gambits: App['gambits']): boolean {
  const positive = part.replace(/^-/, '').toLowerCase()
  if (gambits.has(positive)) return !positive.endsWith(':')
  return gambits.has(positive.slice(0, positive.indexOf(':') + 1))
}

/** The gambits that the last word of a text may become, a leading `-` kept; all of them behind a space. */
export function offeredGambits(text: string, app: App): OfferedGambit[] {
  const [, before = '', minus = '', typed = ''] = /^(.*?)(-?)(\S*)$/s.exec(text) ?? []
  const word = typed.toLowerCase()
  const offered: OfferedGambit[] = []
  for (const [name, gambit] of app.gambits) {
    const goesOn = name.startsWith(word) || name.slice(name.indexOf(':') + 1).startsWith(word)
    if (!goesOn || name === word || gambit.when?.(app) === false) continue
    const completed = `${before}${minus}${name}${name.endsWith(':') ? '' : ' '}`
    offered.push({ name: minus + name, gambit, completed })
  }
  return offered
}
