export { compileMessages, type MessageTree } from './messages.ts'

import { parse } from '@formatjs/icu-messageformat-parser'
import type { Message, Messages } from './messages.ts'

/**
 * A `resolve.alias` for browser builds, which receive parsed messages. It replaces the parser, which
 * `intl-messageformat` 12.x imports without need, by its type guards and saves 7 kB (brotli).
 */
export const noParserAlias = {
  find: /^@formatjs\/icu-messageformat-parser$/,
  replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
}

/**
 * Parses flat ICU texts from `compileMessages`. A text without placeholders stays a string.
 * For the build and the server only.
 *
 * @throws Error with the key of a text that is not ICU MessageFormat.
 */
export function parseMessages(texts: Record<string, string>): Messages {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, parseMessage(key, text)]))
}

function parseMessage(key: string, text: string): Message {
  if (!/[{<']/.test(text)) return text
  try {
    const elements = parse(text, { requiresOtherClause: true })
    const [first] = elements
    if (!first) return ''
    return elements.length === 1 && first.type === 0 ? first.value : elements
  } catch (error) {
    throw new Error(`Message ${key} is not valid: ${error instanceof Error ? error.message : error}`)
  }
}
