import { type SearchWord, searchWordsOf } from '@parley/shared/words'
import type { App } from '../../points/app.ts'
import type { Gambit } from '../../points/gambits.ts'
import { freeText } from './free-text.ts'

/** Highlighting ignores further words of a search. */
const maximumWords = 20

/** A gambit that completes the word being typed. */
export interface GambitCompletion {
  name: string
  gambit: Gambit
  /** The search text after the gambit is chosen. */
  completed: string
}

/** Returns the words of a search text to highlight in its results. */
export function wordsToHighlight(text: string, gambits: App['gambits']): SearchWord[] {
  return searchWordsOf(freeText(text, gambits), maximumWords)
}

/** Returns the gambits that complete the last word of a text, with its leading `-`; all gambits after a space. */
export function completeGambits(text: string, app: App): GambitCompletion[] {
  const [, before = '', minus = '', typed = ''] = /^(.*?)(-?)(\S*)$/s.exec(text) ?? []
  const word = typed.toLowerCase()
  const completions: GambitCompletion[] = []
  for (const [name, gambit] of app.gambits) {
    const isMatch = name.startsWith(word) || name.slice(name.indexOf(':') + 1).startsWith(word)
    if (!isMatch || name === word || gambit.when?.(app) === false) continue
    const completed = `${before}${minus}${name}${name.endsWith(':') ? '' : ' '}`
    completions.push({ name: minus + name, gambit, completed })
  }
  return completions
}

/** The name being typed after `author:`, and the search text before it. */
export interface TypedAuthor {
  before: string
  /** In lower case. */
  name: string
}

/** Returns the name that is being typed at the end of a text as the value of `author:`; undefined elsewhere. */
export function typedAuthor(text: string): TypedAuthor | undefined {
  const [, before, name] = /^((?:.*\s)?-?author:)(\S*)$/is.exec(text) ?? []
  return before === undefined || name === undefined ? undefined : { before, name: name.toLowerCase() }
}

/** The gambit whose value is being typed. */
export interface TypedValue {
  gambit: Gambit
  /** The search text before the value. */
  before: string
  /** In lower case. */
  typed: string
}

/** Returns the value that is being typed at the end of a text, if its gambit completes values. */
export function typedValue(text: string, app: App): TypedValue | undefined {
  const [, before = '', minus = '', name = '', typed = ''] =
    /^((?:.*\s)?)(-?)([^\s:]+:)(\S*)$/s.exec(text) ?? []
  const gambit = app.gambits.get(name.toLowerCase())
  if (gambit?.complete === undefined || gambit.when?.(app) === false) return undefined
  return { gambit, before: before + minus + name, typed: typed.toLowerCase() }
}
