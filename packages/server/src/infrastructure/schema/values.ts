import { z } from 'zod'

/** The parameters of a failed rule's issue: the end of a `validation.*` key, or a whole key. */
export interface FailedRule {
  /** `required`, `min.string`; a key with a namespace (`core.api.…`) when `ownKey`. */
  rule: string
  ownKey?: boolean
  values?: Record<string, string | number>
}

export interface TextOptions {
  /** In characters (code points), as is `max`. */
  min?: number
  max?: number
  /** Whether a text counts as missing; by default a text of white space. */
  isMissing?: (value: string) => boolean
  /** False if an empty text is a valid value; true by default. */
  required?: boolean
  /** Further rules; every failed one is reported. */
  rules?: readonly TextRule[]
}

export interface TextRule extends FailedRule {
  test(value: string): boolean
}

/**
 * A text. Converts numbers; a missing required text skips the other rules. Callers describe further rules for JSON Schema
 * in `meta` of the result.
 */
export function text(options: TextOptions = {}): z.ZodType<string> {
  const { min = 0, max = Number.POSITIVE_INFINITY, required = true, rules = [] } = options
  const isMissing = options.isMissing ?? ((value: string) => value.trim() === '')
  const all: TextRule[] = [
    ...rules,
    { rule: 'min.string', values: { min }, test: (value) => min === 0 || lengthOf(value) >= min },
    { rule: 'max.string', values: { max }, test: (value) => value.length <= max || lengthOf(value) <= max },
  ]
  const schema = z.unknown().transform((value, context) => {
    const asText = typeof value === 'number' ? String(value) : value
    if (asText === undefined || asText === null) return required ? fail(context, 'required') : ''
    if (typeof asText !== 'string' || !isStorable(asText)) return fail(context, 'string')
    if (required && isMissing(asText)) return fail(context, 'required')
    for (const { rule, ownKey, values, test } of all) {
      if (!test(asText)) context.addIssue({ code: 'custom', params: { rule, ownKey, values } })
    }
    return asText
  })
  const shortest = required ? Math.max(min, 1) : min
  return schema.meta({
    type: 'string',
    ...(shortest > 0 && { minLength: shortest }),
    ...(Number.isFinite(max) && { maxLength: max }),
  })
}

/** Whether every database can store a text: it has no NUL and no unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** A boolean by truthiness: false, 0, '', '0', null, [] and {} are false, everything else is true. */
export function flag(): z.ZodType<boolean> {
  return z.unknown().transform(isTruthy).meta({ type: 'boolean' })
}

/** A boolean in strict form: true, false, 1, 0, '1', '0' or ''. */
export function strictFlag(): z.ZodType<boolean> {
  const schema = z.unknown().transform((value, context) => {
    if (value === true || value === 1 || value === '1') return true
    if (value === false || value === 0 || value === '0' || value === '') return false
    return fail(context, 'boolean')
  })
  return schema.meta({ type: 'boolean' })
}

/** The truthiness of `flag`. */
export function isTruthy(value: unknown): boolean {
  if (value === '0') return false
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return Boolean(value)
}

/** A whole number from `min` to `max`, also as a text of digits. */
export function wholeNumber(options: { min?: number; max?: number } = {}): z.ZodType<number> {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options
  const schema = z.unknown().transform((value, context) => {
    const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= min && number <= max)
      return number
    return fail(context, 'integer')
  })
  return schema.meta({
    type: 'integer',
    ...(options.min !== undefined && { minimum: min }),
    ...(options.max !== undefined && { maximum: max }),
  })
}

/** A number, also with a fraction. */
export function number(): z.ZodType<number> {
  const schema = z.unknown().transform((value, context) => {
    if (typeof value === 'number' && Number.isFinite(value)) return value
    return fail(context, 'numeric')
  })
  return schema.meta({ type: 'number' })
}

const dateTimePattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ]([01]\d|2[0-3]):(\d\d):(\d\d)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d))?$/

/** An RFC 3339 date or date-time of the years 1 to 9999, converted to the stored form: ISO 8601 UTC with milliseconds. */
export function dateTime(): z.ZodType<string> {
  const schema = z.unknown().transform((value, context) => {
    const parts = typeof value === 'string' ? dateTimePattern.exec(value) : null
    if (!parts) return fail(context, 'date')
    const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
    const date = new Date(parts[0].replace(' ', 'T').toUpperCase())
    // `Date` parses the 30th of February as the 2nd of March.
    const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
    const isInRange =
      !Number.isNaN(date.getTime()) && date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999
    return isDay && isInRange ? date.toISOString() : fail(context, 'date')
  })
  return schema.meta({ type: 'string', anyOf: [{ format: 'date-time' }, { format: 'date' }] })
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function lengthOf(value: string): number {
  let length = 0
  for (const _ of value) length += 1
  return length
}

function fail(context: z.RefinementCtx, rule: string): never {
  context.addIssue({ code: 'custom', params: { rule } satisfies FailedRule })
  return z.NEVER
}
