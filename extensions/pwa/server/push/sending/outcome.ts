import type { PublicAnswer } from '@parley/server'

/** What became of a push. */
export type Outcome =
  | { kind: 'sent' }
  /** The browser or device gets no pushes any more. */
  | { kind: 'gone' }
  /** It may succeed later; `seconds` if the service says when. */
  | { kind: 'later'; seconds?: number }
  /** It never succeeds. */
  | { kind: 'refused'; reason: string }

/** What an answer, or its lack, means to any service; undefined for refusals, whose meaning differs. */
export function usualOutcome(answer: PublicAnswer | undefined, now: Date): Outcome | undefined {
  if (answer === undefined) return { kind: 'later' }
  const { status } = answer
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 429 || status >= 500) return { kind: 'later', ...retryAfter(answer, now) }
  return undefined
}

const longestWait = 24 * 3600

/** Reads `Retry-After`: seconds, or a date. */
function retryAfter({ headers }: PublicAnswer, now: Date): { seconds?: number } {
  const text = headers['retry-after'] ?? ''
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000
  return Number.isNaN(seconds) ? {} : { seconds: Math.min(Math.max(Math.ceil(seconds), 1), longestWait) }
}
