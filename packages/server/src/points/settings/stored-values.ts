import { z } from 'zod'
import { isFilePath } from '../../infrastructure/files/file-store.ts'
import type { FailedRule } from '../../infrastructure/schema/values.ts'

/** Schemas of stored settings, which are texts, or null where nothing is chosen: one for each kind of field. */

/** A text of at most `max` characters. */
export function storedText({ max = 65_000 }: { max?: number } = {}): z.ZodType<string> {
  return storedAs((text, refuse) =>
    text.length <= max ? text : refuse({ rule: 'max.string', values: { max } }),
  )
}

/** A switch, stored as '1', or as '0' or ''. */
export function storedFlag(): z.ZodType<boolean> {
  return storedAs((text) => text !== '' && text !== '0')
}

/** A whole number in a range, both ends included. */
export function storedNumber({ min, max }: { min: number; max: number }): z.ZodType<number> {
  return storedAs((text, refuse) => {
    if (!/^-?\d{1,15}$/.test(text)) return refuse({ rule: 'integer' })
    const value = Number(text)
    return value >= min && value <= max ? value : refuse({ rule: 'between', values: { min, max } })
  })
}

/** A list with a line for each entry. Empty lines and spaces around entries are left out. */
export function storedList(): z.ZodType<string[]> {
  return storedAs((text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  )
}

/** A color in hexadecimal notation: `#abc`, `#a0b1c2`. Where it is optional, '' stands for none. */
export function storedColor({ isOptional = false } = {}): z.ZodType<string> {
  return storedAs((text, refuse) =>
    /^#([0-9a-f]{3}){1,2}$/i.test(text) || (isOptional && text === '') ? text : refuse({ rule: 'regex' }),
  )
}

/** One of some values. */
export function storedChoice<const Value extends string>(values: readonly Value[]): z.ZodType<Value> {
  return storedAs((text, refuse) => values.find((value) => value === text) ?? refuse({ rule: 'in' }))
}

/** The path of a picture's file; null without one. */
export function storedPicture(): z.ZodType<string | null> {
  return z
    .string()
    .refine(isFilePath, { params: { rule: 'regex' } })
    .nullable()
}

function storedAs<Value>(
  read: (text: string, refuse: (failed: FailedRule) => never) => Value,
): z.ZodType<Value> {
  return z
    .string()
    .nullable()
    .transform((text, context) =>
      read(text ?? '', (params) => {
        context.addIssue({ code: 'custom', params })
        return z.NEVER
      }),
    )
}
