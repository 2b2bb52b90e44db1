import { expect, test } from 'vitest'
import { excerptAround, markWords } from './highlight.ts'
import { searchWordsOf } from './words.ts'

/** Puts brackets around the matches of a search in a text. */
function marked(text: string, search: string): string {
  return markWords(text, searchWordsOf(search, 20))
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('')
}

test.each([
  ['The couchette in winter', 'COUCHETTE', 'The [couchette] in winter'],
  ['A café, a Cafe and a cafés', 'café', 'A [café], a [Cafe] and a [café]s'],
  ['Cafe\u0301 au lait', 'cafe', '[Café] au lait'],
  ['Große Straße', 'strasse', 'Große [Straße]'],
  ['Frau Müller, Herr Mueller und Muller', 'mueller', 'Frau [Müller], Herr [Mueller] und Muller'],
  ['Frau Müller, Herr Mueller und Muller', 'müller', 'Frau [Müller], Herr [Mueller] und [Muller]'],
  ['Müllerin', 'muell', '[Müll]erin'],
  ['neue Aue', 'neu', '[neu]e Aue'],
  ['the Ærø ferry', 'aero', 'the [Ærø] ferry'],
  ['soft\u00adware and soft', 'software', '[soft\u00adware] and soft'],
  ['Only whole words: trains, restrain', 'trains whole', 'Only [whole] words: [trains], restrain'],
  ['A beginning: trainspotting', 'train', 'A beginning: [train]spotting'],
  [
    'A word before the last is whole: trainspotting',
    'train last',
    'A word before the [last] is whole: trainspotting',
  ],
  ['an is in no', 'is an', 'an is in no'],
  ['読書会の次の本を決めましょう', '読書会', '[読書会]の次の本を決めましょう'],
  ['次の本', '本', '次の[本]'],
  ['東京都庁へ', '東京都庁', '[東京都庁]へ'],
  ['東京都へ', '東京都庁', '東京都へ'],
  ['한국어로 쓴다', '한국', '[한국]어로 쓴다'],
  ['مُقترحات', 'مقترحات', '[مُقترحات]'],
  ['<b>bold</b> & "quotes"', 'bold', '<b>[bold]</b> & "quotes"'],
  ['👩‍👩‍👧 family', 'family', '👩‍👩‍👧 [family]'],
  ['', 'anything', ''],
  ['nothing looked for', '', 'nothing looked for'],
])('%j searched for %j', (text, search, expected) => {
  expect(marked(text, search)).toBe(expected.normalize('NFC'))
})

test('an excerpt begins at a word shortly before the first match', () => {
  const text = `${'and so it went on '.repeat(40)}until the couchette came ${'and went '.repeat(40)}`
  const parts = excerptAround(text, searchWordsOf('couchette', 20), 175)
  const all = parts.map((part) => part.text).join('')
  expect(all).toMatch(/^…(and|so|it|went|on) /)
  expect(all.endsWith('…')).toBe(true)
  expect(all.length).toBeLessThanOrEqual(177)
  expect(parts.filter(({ isFound }) => isFound).map((part) => part.text)).toEqual(['couchette'])
})

test('an excerpt of a text without any of the words is its beginning, and short texts are whole', () => {
  const words = searchWordsOf('couchette', 20)
  expect(excerptAround('A short one.', words, 175)).toEqual([{ text: 'A short one.', isFound: false }])
  const long = 'word '.repeat(100)
  expect(excerptAround(long, words, 20)).toEqual([{ text: 'word word word word…', isFound: false }])
})

test('an excerpt of a match near the end has its full length', () => {
  const text = `${'x'.repeat(400)} end`
  const all = excerptAround(text, searchWordsOf('end', 20), 50)
    .map((part) => part.text)
    .join('')
  expect(all.startsWith('…x')).toBe(true)
  expect(all.endsWith('xxx end')).toBe(true)
})

test('an excerpt splits no surrogate pair', () => {
  const text = `${'😀'.repeat(300)} end`
  for (let length = 20; length < 30; length += 1) {
    const all = excerptAround(text, searchWordsOf('end', 20), length)
      .map((part) => part.text)
      .join('')
    expect(all.isWellFormed()).toBe(true)
  }
})
