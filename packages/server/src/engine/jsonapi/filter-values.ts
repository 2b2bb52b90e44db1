import { validationError } from '../../infrastructure/errors.ts'
import { isKeepable } from '../../infrastructure/schema/values.ts'
import type { Context } from '../../points/context/context.ts'
import type { FilterValues } from '../../points/resources/filters.ts'

/** Reads the raw value of a filter as its kind; 422 on what does not fit (api-core 4.13). */
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
      return asTexts(raw, name, context)
    case 'integer':
      return asInteger(unquote(readText(raw, name, context)), name, context)
    case 'integers':
      return asTexts(raw, name, context).map((text) => asInteger(text, name, context))
  }
}

/** A refused filter value: 422 with the locale key's words. */
export function refuseFilter(key: string, name: string, context: Context): never {
  const detail = context.forum.translate(key, { filter: name }, context.locale)
  throw validationError({ problems: [{ detail, pointer: '/data/attributes/message' }] })
}

/** The text of a filter as it was sent; 422 for anything else. */
export function readText(raw: unknown, name: string, context: Context): string {
  if (typeof raw !== 'string')
    refuseFilter('core.api.invalid_filter_type.must_not_be_array_message', name, context)
  return keepable(raw, name, context)
}

function keepable(text: string, name: string, context: Context): string {
  if (!isKeepable(text)) refuseFilter('core.api.invalid_filter_type.must_be_text_message', name, context)
  return text
}

function asTexts(raw: unknown, name: string, context: Context): string[] {
  const parts: unknown[] = typeof raw === 'string' ? raw.split(',') : Object.values(raw as object)
  return parts.map((part) => {
    if (typeof part !== 'string') {
      refuseFilter('core.api.invalid_filter_type.must_not_be_multidimensional_array_message', name, context)
    }
    return unquote(keepable(part, name, context))
  })
}

function asInteger(text: string, name: string, context: Context): number {
  if (!/^[+-]?\d{1,15}$/.test(text)) {
    refuseFilter('core.api.invalid_filter_type.must_be_numeric_message', name, context)
  }
  return Number(text)
}

function unquote(text: string): string {
  return text.replace(/^"+|"+$/g, '')
}
