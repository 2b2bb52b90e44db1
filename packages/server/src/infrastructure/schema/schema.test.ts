import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { problemsOf, readFields } from './problems.ts'
import { dateTime, flag, text, wholeNumber } from './values.ts'

const texts: Record<string, string> = {
  'validation.required': 'The :attribute field is required.',
  'validation.string': 'The :attribute needs to be a text.',
  'validation.min.string': 'The :attribute needs at least :min characters.',
  'validation.max.string': 'The :attribute can have at most :max characters.',
  'validation.integer': 'The :attribute needs to be a whole number.',
  'validation.attributes.name_singular': 'singular name',
}
const translate = (key: string) => texts[key] ?? key

function details(schema: z.ZodType, value: unknown, name = 'title'): string | undefined {
  const result = schema.safeParse(value)
  return result.success ? undefined : problemsOf(result.error, name, translate)[0]?.detail
}

describe('text', () => {
  test.each([undefined, null, '', '   ', '\n\t'])('%j is missing', (value) => {
    expect(details(text({ min: 3 }), value)).toBe('The title field is required.')
  })

  test('numbers are converted to text', () => {
    expect(text().parse(12.5)).toBe('12.5')
  })

  test.each([[['a']], [{}], [true]])('%j is no text', (value) => {
    expect(details(text(), value)).toBe('The title needs to be a text.')
  })

  test('lengths count characters', () => {
    expect(text({ min: 3, max: 3 }).parse('😀😀😀')).toBe('😀😀😀')
    expect(details(text({ max: 2 }), '😀😀😀')).toBe('The title can have at most 2 characters.')
    expect(details(text({ min: 3 }), '😀😀')).toBe('The title needs at least 3 characters.')
  })

  test('every failed rule has its line, with the translated name of the field', () => {
    const schema = text({ min: 3, rules: [{ rule: 'own.key', ownKey: true, test: () => false }] })
    expect(details(schema, 'ab', 'name_singular')).toBe(
      'own.key\nThe singular name needs at least 3 characters.',
    )
  })
})

test.each([
  [false, false],
  [0, false],
  ['', false],
  ['0', false],
  [null, false],
  [[], false],
  [{}, false],
  [undefined, false],
  ['false', true],
  [1, true],
  [[0], true],
  [{ a: 0 }, true],
])('flag %j is %j', (value, expected) => {
  expect(flag().parse(value)).toBe(expected)
})

test('whole numbers may be texts of digits', () => {
  expect(wholeNumber({ min: 1 }).parse('42')).toBe(42)
  for (const value of ['4.2', 4.2, '', 'x', null, [1], 0, '1e3', Number.NaN]) {
    expect(details(wholeNumber({ min: 1 }), value)).toBe('The title needs to be a whole number.')
  }
})

test('dates are RFC 3339, stored as UTC with milliseconds', () => {
  expect(dateTime().parse('2024-02-29')).toBe('2024-02-29T00:00:00.000Z')
  expect(dateTime().parse('2024-01-01T01:30:00+02:00')).toBe('2023-12-31T23:30:00.000Z')
  for (const value of ['2023-02-29', '2024-13-01', '2024-01-01T24:00:00Z', 'tomorrow', 5, '']) {
    expect(dateTime().safeParse(value).success).toBe(false)
  }
})

test('readFields names every refused field, in order', () => {
  const read = () =>
    readFields({ username: text(), email: text(), age: wholeNumber() }, { age: 3 }, translate)
  expect(read).toThrow(
    expect.objectContaining({
      status: 422,
      problems: [
        { detail: 'The username field is required.', pointer: '/data/attributes/username' },
        { detail: 'The email field is required.', pointer: '/data/attributes/email' },
      ],
    }),
  )
})
