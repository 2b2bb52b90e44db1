import { isArgumentElement, isLiteralElement } from '@formatjs/icu-messageformat-parser/no-parser.js'
import { type Formats, type FormatXMLElementFn, formatToParts } from 'intl-messageformat'
import { dateTimeFormat, numberFormat, pluralRules } from './intl.ts'
import type { Message, Messages } from './messages.ts'

export type MessageParam = string | number | bigint | boolean | Date | null | undefined

/** Turns what stands between `<name>` and `</name>` into a node. */
export type MessageTag<Node> = (children: (string | Node)[]) => Node

export interface Translator {
  locale: string
  /** IANA name; without it the time zone of the machine. */
  timeZone: string | undefined
  has(key: string): boolean
  /** The text of a message; the key itself where there is none. */
  t(key: string, params?: Record<string, MessageParam>): string
  /**
   * A message whose params may be nodes, as its parts in order: texts and nodes. Params are never
   * read as markup; tags in the message become what the param function of their name returns.
   */
  rich<Node>(key: string, params: Record<string, MessageParam | Node | MessageTag<Node>>): (string | Node)[]
}

export interface TranslatorOptions {
  /** BCP 47. */
  locale: string
  /** As `parseMessages` gives them; texts with placeholders must be parsed. */
  messages: Messages
  timeZone?: string
  /** Asked for keys that are missing or whose text cannot be formatted. */
  fallback?: Translator
  /** Told of keys that are missing and of texts and params that do not fit each other. */
  onProblem?: (key: string, problem: unknown) => void
}

const formats: Formats = {
  number: { integer: { maximumFractionDigits: 0 }, percent: { style: 'percent' } },
  date: {
    short: { dateStyle: 'short' },
    medium: { dateStyle: 'medium' },
    long: { dateStyle: 'long' },
    full: { dateStyle: 'full' },
  },
  time: { short: { timeStyle: 'short' }, medium: { timeStyle: 'medium' } },
}

/**
 * Formats messages of one locale: https://unicode-org.github.io/icu/userguide/format_parse/messages/.
 * Cheap to make; formatters are shared. Nothing here throws.
 */
export function createTranslator(options: TranslatorOptions): Translator {
  const { locale, messages, timeZone, fallback, onProblem } = options
  const formatters = {
    getNumberFormat: (_: unknown, style?: object) => numberFormat(locale, style),
    getDateTimeFormat: (_: unknown, style?: Intl.DateTimeFormatOptions) =>
      dateTimeFormat(locale, timeZone ? { ...style, timeZone } : style),
    getPluralRules: (_: unknown, rules?: Intl.PluralRulesOptions) => pluralRules(locale, rules),
  }

  function find(key: string): Message | undefined {
    return Object.hasOwn(messages, key) ? messages[key] : undefined
  }

  function rich<Node>(key: string, params: Record<string, MessageParam | Node | MessageTag<Node>>) {
    const message = find(key)
    if (typeof message === 'string') return [message]
    if (message) {
      try {
        const values = params as Record<string, Node | FormatXMLElementFn<Node>>
        return formatToParts<Node>(message, locale, formatters, formats, values).map((part) => part.value)
      } catch (error) {
        onProblem?.(key, error)
      }
    } else {
      onProblem?.(key, new Error('There is no such message'))
    }
    return fallback ? fallback.rich(key, params) : [key]
  }

  return {
    locale,
    timeZone,
    has: (key) => find(key) !== undefined || (fallback?.has(key) ?? false),
    t: (key, params = {}) => {
      const message = find(key)
      if (typeof message === 'string') return message
      return (message && plainText(message, params)) ?? rich(key, params).join('')
    },
    rich,
  }
}

/** The text of a message that only has texts and numbers to put in, which most have; undefined for all others. */
function plainText(
  message: Exclude<Message, string>,
  params: Record<string, MessageParam>,
): string | undefined {
  let text = ''
  for (const element of message) {
    if (isLiteralElement(element)) text += element.value
    else if (isArgumentElement(element)) {
      const value = params[element.value]
      if (typeof value !== 'string' && typeof value !== 'number') return undefined
      text += value
    } else return undefined
  }
  return text
}
