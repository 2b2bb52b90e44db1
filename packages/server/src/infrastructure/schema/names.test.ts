import { expect, test } from 'vitest'
import { cleanName, nameText } from './names.ts'

test.each([
  ['zero\u200bwidth \u2060joiner\ufeff soft\u00adhyphen', 'zerowidth joiner softhyphen'],
  ['admin\u3164', 'admin'],
  ['a\u115f\u1160\uffa0\u17b4b', 'ab'],
  ['braille\u2800blank', 'brailleblank'],
  ['tag\u{e0061}\u{e007f}', 'tag'],
  ['\u202egnp.exe\u2066x\u2069\u200f\u061c', 'gnp.exex'],
  ['admin\u200d a\u200cb 1\ufe0f x\ufe0f', 'admin ab 1 x'],
  ['line\u2028 end\u034f', 'line end'],
])('%j is stored as %j', (typed, stored) => {
  expect(cleanName(typed)).toBe(stored)
  expect(nameText().parse(typed)).toBe(stored)
})

test.each([
  'Plain ASCII, “quoted” – naïve, Ünï',
  '👩‍👩‍👧 👩🏽‍💻 ❤️‍🔥 ☎︎ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏳️‍🌈',
  'می‌خواهم',
  'क्‍ष श्री ക്‍',
  'ᠮᠣᠩᠭᠣᠯ᠋',
  '葛\u{e0100}',
  'שָׁלוֹם عَرَبِيّ 한국어 正文',
])('%j stays as it is', (typed) => {
  expect(cleanName(typed)).toBe(typed)
})

test.each(['\u200b', '\u3164\u3164\u3164', ' \u2800 ', '\u202e\u00ad', '\u{e0061}'])(
  '%j is missing, also where a name may be empty',
  (typed) => {
    expect(nameText({ max: 100 }).safeParse(typed).success).toBe(false)
    expect(nameText({ required: false }).safeParse(typed).success).toBe(false)
  },
)

test('an empty name is none where it may be', () => {
  expect(nameText({ required: false }).parse('')).toBe('')
  expect(nameText({ max: 3 }).safeParse('a\u200bbc').success).toBe(true)
})
