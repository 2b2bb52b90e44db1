export { compileMessages, type MessageTree } from './messages.ts'

import { parse } from '@formatjs/icu-messageformat-parser'
import type { Message, Messages } from './messages.ts'

/**
 * The browser never parses messages: they arrive parsed. Give this to the bundler as `resolve.alias`
 * of browser builds, so that `intl-messageformat` (12.x imports the parser without need) takes the
 * type guards without the parser: 7 kB brotli less.
 */
export const noParserAlias = {
  find: /^@formatjs\/icu-messageformat-parser$/,
  replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
}

/**
 * Parses flat ICU texts as `compileMessages` gives them. A text without placeholders stays a string.
 * For the build and the server only.
 *
 * @throws Error naming the key of a text that is not ICU MessageFormat.
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
