/** A text to test with a pattern. */
export interface PatternQuestion {
  pattern: string
  text: string
}

/**
 * Compiles a pattern that an administrator wrote, as a JavaScript regular expression: with Unicode rules if it is valid by
 * them, else with the older, more lenient ones. Undefined if it is valid by neither.
 */
export function compilePattern(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags)
    } catch {
      // Not valid by these rules.
    }
  }
  return undefined
}
