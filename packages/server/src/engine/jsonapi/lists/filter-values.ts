import { validationError } from '../../../infrastructure/errors.ts'
import { isStorable } from '../../../infrastructure/schema/values.ts'
import type { Context } from '../../../points/context/context.ts'
import type { FilterValues } from '../../../points/resources/filters.ts'

/** Converts the raw value of a filter to its kind. @throws 422 for a value that does not fit (api-core 4.13). */
export function readFilterValue<Kind extends keyof FilterValues>(
  kind: Kind,
  name: string,
  raw: unknown,
  context: Context,
): FilterValues[Kind]
export function readFilterValue(
  kind: keyof FilterValues,
  name: string,
  raw: unknown,
  context: Context,
): unknown {
  switch (kind) {
    case 'any':
      return undefined
    case 'text':
      return unquote(readText(raw, name, context))
    case 'texts':
      return parseTexts(raw, name, context)
    case 'integer':
      return parseInteger(unquote(readText(raw, name, context)), name, context)
    case 'integers':
      return parseTexts(raw, name, context).map((text) => parseInteger(text, name, context))
  }
}

/** Refuses a filter value. @throws 422 with the text of a locale key. */
export function refuseFilter(key: string, name: string, context: Context): never {
  const detail = context.forum.translate(key, { filter: name }, context.locale)
  throw validationError({ problems: [{ detail, pointer: '/data/attributes/message' }] })
}

/** Returns the text of a filter. @throws 422 for anything else. */
export function readText(raw: unknown, name: string, context: Context): string {
  if (typeof raw !== 'string')
    refuseFilter('core.api.invalid_filter_type.must_not_be_array_message', name, context)
  return requireStorable(raw, name, context)
}

function requireStorable(text: string, name: string, context: Context): string {
  if (!isStorable(text)) refuseFilter('core.api.invalid_filter_type.must_be_text_message', name, context)
  return text
}

function parseTexts(raw: unknown, name: string, context: Context): string[] {
  const parts: unknown[] = typeof raw === 'string' ? raw.split(',') : Object.values(raw as object)
  return parts.map((part) => {
    if (typeof part !== 'string') {
      refuseFilter('core.api.invalid_filter_type.must_not_be_multidimensional_array_message', name, context)
    }
    return unquote(requireStorable(part, name, context))
  })
}

function parseInteger(text: string, name: string, context: Context): number {
  if (!/^[+-]?\d{1,15}$/.test(text)) {
    refuseFilter('core.api.invalid_filter_type.must_be_numeric_message', name, context)
  }
  return Number(text)
}

function unquote(text: string): string {
  return text.replace(/^"+|"+$/g, '')
}
