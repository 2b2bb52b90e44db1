import { Thread } from '../thread/thread.ts'
import { compilePattern, type PatternQuestion } from './pattern.ts'

/** Whether a text is a valid regular expression. */
export function isPattern(pattern: string): boolean {
  return compilePattern(pattern) !== undefined
}

const thread = new Thread<PatternQuestion, boolean | undefined>({
  module: new URL('pattern-thread.ts', import.meta.url),
  data: undefined,
  limits: { maxOldGenerationSizeMb: 32 },
  idleMs: 60_000,
})

/**
 * Tests a text with a regular expression that an administrator wrote. It runs in a thread, for a fifth of a second at
 * most, because some patterns take exponential time for some texts: a text that takes longer does not match.
 * @returns whether the pattern matches somewhere in the text; undefined if it is not valid.
 */
export function matchesPattern(pattern: string, text: string): Promise<boolean | undefined> {
  return thread.ask({ pattern, text })
}
