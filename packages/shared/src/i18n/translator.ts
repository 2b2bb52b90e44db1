import { isArgumentElement, isLiteralElement } from '@formatjs/icu-messageformat-parser/no-parser.js'
import { type Formats, type FormatXMLElementFn, formatToParts } from 'intl-messageformat'
import { dateTimeFormat, numberFormat, pluralRules } from './intl.ts'
import type { Message, Messages } from './messages.ts'

export type MessageParam = string | number | bigint | boolean | Date | null | undefined

/** Makes a node of the content between `<name>` and `</name>`. */
export type MessageTag<Node> = (children: (string | Node)[]) => Node

export interface Translator {
  locale: string
  /** IANA name; undefined means the time zone of the machine. */
  timeZone: string | undefined
  has(key: string): boolean
  /** The text of a message; its key if the message is missing. */
  t(key: string, params?: Record<string, MessageParam>): string
  /**
   * Formats a message whose params may be nodes into its parts in order: texts and nodes. Params are never
   * parsed as markup; a tag in the message becomes the node that the param function of its name returns.
   */
  rich<Node>(key: string, params: Record<string, MessageParam | Node | MessageTag<Node>>): (string | Node)[]
}

export interface TranslatorOptions {
  /** BCP 47. */
  locale: string
  /** From `parseMessages`; texts with placeholders must be parsed. */
  messages: Messages
  timeZone?: string
  /** Supplies the keys that are missing or whose text cannot be formatted. */
  fallback?: Translator
  /** Called for keys that are missing, and for texts and params that do not fit each other. */
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
 * Cheap to create, as formatters are shared. The methods never throw.
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
      return (message && formatSimple(message, params)) ?? rich(key, params).join('')
    },
    rich,
  }
}

/** A fast path for messages with only plain placeholders and text or number params; undefined for all others. */
function formatSimple(
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
