import type { Completion } from '../../../points/composer/composer-extension.ts'
import type { Named } from '../../../points/composer/composer-parts.ts'

/** A trigger before the caret, with what was typed behind it. */
export interface TypedQuery {
  completion: Named<Completion>
  /** Position of the trigger. */
  start: number
  query: string
}

const defaultLength = 30
const anyWord = /^\S*$/
// A trigger inside of a word, as in an e-mail address, is none.
const wordStart = /[\s\p{Ps}\p{Pi}"']/u

/** Finds the completions that the text before the caret asks for. */
export function typedQueries(
  completions: readonly Named<Completion>[],
  text: string,
  caret: number,
): TypedQuery[] {
  return completions.flatMap((completion) => typedQuery(completion, text, caret) ?? [])
}

function typedQuery(completion: Named<Completion>, text: string, caret: number): TypedQuery | undefined {
  const { trigger, query: pattern = anyWord, maxLength = defaultLength, minLength = 0 } = completion.part
  const first = Math.max(0, caret - maxLength - trigger.length)
  for (let start = caret - trigger.length; start >= first; start -= 1) {
    if (!text.startsWith(trigger, start)) continue
    const query = text.slice(start + trigger.length, caret)
    const isAtStart = start === 0 || wordStart.test(text[start - 1] ?? '')
    if (isAtStart && query.length >= minLength && query.search(pattern) === 0) {
      return { completion, start, query }
    }
  }
  return undefined
}
