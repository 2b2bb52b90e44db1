import fc from 'fast-check'
import { either } from './choices.ts'

const oddTexts: readonly string[] = [
  '',
  ' ',
  '0',
  'null',
  '-1',
  '1e3',
  'x'.repeat(81),
  'x'.repeat(1001),
  'x'.repeat(66_000),
  "' or 1=1 --",
  '%_%',
  '<script>alert(1)</script>',
  '"quoted words" -and +operators*',
  '\u0000',
  '\ud800',
  '\u202e\u0000\u200b',
  '👩‍👩‍👧‍👦'.repeat(20),
  'e\u0301é ﬁ ＡＢＣ ß İ ı',
  '我是一个土豆 สวัสดี こんにちは',
  '../../etc/passwd',
  'author:admin created:2024-01-01..2024-02-30 is:hidden -is:unread',
  'group:1,4 email:a@b.c',
  '2024-02-30',
  '2024-01-01T00:00:00+00:00',
  '@admin **bold** [b]x[/b] ```\ncode',
]

const oddNumbers: readonly number[] = [0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308]

const oddIds = ['0', '-1', 'abc', '1.5', '9'.repeat(30), '1 or 1=1', '%00', '__proto__', '1-slug', '%e4%bd']

const memberNames = ['id', 'type', 'data', '__proto__', 'constructor', 'toString', 'attributes', 'x']

/** A text followed by a random number. Numbers repeat. */
export function numbered(text: string, numbers: number): fc.Arbitrary<string> {
  return fc.nat(numbers - 1).map((number) => `${text}${number}`)
}

/** A plausible text or an unusual one. */
export const anyText: fc.Arbitrary<string> = either(
  40,
  fc.tuple(fc.nat(49), fc.nat(999)).map(([a, b]) => `word${a} and ${b}`),
  fc.constantFrom(...oddTexts),
)

/** A well-formed text of at most this length, as URLs and forms require it. */
export function shortText(length: number): fc.Arbitrary<string> {
  return anyText.map((text) => text.slice(0, length).toWellFormed())
}

/** An id that probably exists (`newest` is the highest), or one that no row can have. */
export function anyId(newest = 40): fc.Arbitrary<string> {
  const existing = fc.integer({ min: Math.max(1, newest - 30), max: newest }).map(String)
  return either(85, existing, fc.constantFrom(...oddIds))
}

/** A JSON value of any type. */
export const anyValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => {
  const names = fc.constantFrom(...memberNames)
  const entries = fc.array(fc.tuple(names, tie('value')), { maxLength: 3, size: 'max' })
  return {
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constant(null),
      fc.boolean(),
      fc.oneof(fc.nat(59), fc.constantFrom(...oddNumbers)),
      { weight: 3, arbitrary: anyText },
      fc.array(tie('value'), { maxLength: 3, size: 'max' }),
      // `Object.fromEntries` makes `__proto__` an own member, as `JSON.parse` does.
      { weight: 2, arbitrary: entries.map((members) => Object.fromEntries(members)) },
    ),
  }
}).value
