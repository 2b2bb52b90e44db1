import { describe, expect, test } from 'vitest'
import { foldText, phraseOf, phrasePartsOf, searchWordsOf, termsOf } from './words.ts'

const words = (text: string, maxWords = 20) => searchWordsOf(text, maxWords)
const whole = (...terms: string[]) => ({ terms, isPrefix: false })
const prefix = (term: string) => ({ terms: [term], isPrefix: true })

/** Whether a query finds a text, in the way of the search index: each word by its terms. */
function finds(query: string, text: string): boolean {
  const terms = termsOf(text)
  return words(query).some((word) =>
    [word.terms, ...(word.also ?? []).map((term) => [term])].some((spelling) =>
      spelling.every((term) => terms.some((own) => (word.isPrefix ? own.startsWith(term) : own === term))),
    ),
  )
}

describe('folding', () => {
  test.each([
    ['Déjà VU', 'deja vu'],
    ['Straße', 'strasse'],
    ['İstanbul ısı', 'istanbul isi'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['Łódź Ørsted Æsir', 'lodz orsted aesir'],
    ['Ёлка Йод', 'елка иод'],
    ['ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
    ['ｶﾞｷﾞ', 'ガギ'],
    ['ﬁne', 'fine'],
    ['مُحَمَّد', 'محمد'],
    ['أحمد', 'احمد'],
    ['שָׁלוֹם', 'שלום'],
    ['한국', '한국'],
    ['so\u00adft\u200d', 'soft'],
  ])('%s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
    expect(foldText(folded)).toBe(folded)
  })

  test('keeps marks that are letters of their script', () => {
    for (const text of ['తెలుగు', 'हिन्दी', 'ภาษาไทย', 'ガ']) expect(foldText(text)).toBe(text)
  })
})

describe('terms', () => {
  test('are the words of three letters and more, each once', () => {
    expect(termsOf('To be or not to be: that THAT snake_case v2 v24')).toEqual([
      'not',
      'that',
      'snake_case',
      'v24',
    ])
    expect(termsOf('été fût à où')).toEqual(['ete', 'fut'])
  })

  test('are sequences of up to three characters where no spaces are written', () => {
    expect(termsOf('東京都x')).toEqual(['東', '京', '東京', '都', '京都', '東京都'])
    expect(termsOf('カラ、オケ')).toEqual(['カ', 'ラ', 'カラ', 'オ', 'ケ', 'オケ'])
  })

  test('truncate very long words', () => {
    expect(termsOf('a'.repeat(500))).toEqual(['a'.repeat(40)])
    expect(finds('б'.repeat(300), 'б'.repeat(500))).toBe(true)
  })

  test('are none in signs, emoji and lone marks', () => {
    for (const text of ['', '* + - " @ #', '🙂 👍🏽 ❤️ 🇩🇪 👨‍👩‍👧', '___', '\u0301\u0301\u0301', 'ーー']) {
      expect({ text, terms: termsOf(text) }).toEqual({ text, terms: text === 'ーー' ? ['ー', 'ーー'] : [] })
    }
  })

  test('consist of letters and digits for any text', () => {
    for (const text of ['\ud800 lone', '\u0000nul', '\uffff', '﷽﷽﷽', 'Z̸̧̛̖a̷l̴g̸o̶', '\u202eright']) {
      expect(termsOf(text).every((term) => /^[\p{L}\p{N}\p{M}_]+$/u.test(term))).toBe(true)
    }
  })
})

describe('umlauts', () => {
  test('a text with umlauts is found by spellings with two letters and with one', () => {
    for (const query of ['Müller', 'müller', 'Mueller', 'muller', 'mu\u0308ller'])
      expect({ query, isFound: finds(query, 'Frau Müller') }).toEqual({ query, isFound: true })
    for (const query of ['Müller', 'mueller', 'MÜLL'])
      expect({ query, isFound: finds(query, 'Frau Mueller') }).toEqual({ query, isFound: true })
    expect(finds('grosse strasse', 'Große Straße')).toBe(true)
    expect(finds('groesse', 'GRÖSSE')).toBe(true)
    expect(finds('Aerger', 'A\u0308rger')).toBe(true)
  })

  test('other words keep their spelling', () => {
    expect(termsOf('neue Aue, blaues Aloe')).toEqual(['neue', 'aue', 'blaues', 'aloe'])
    expect(finds('neue', 'nu')).toBe(false)
    expect(finds('neue', 'neü')).toBe(true)
    expect(words('neue')).toEqual([prefix('neue')])
    expect(words('Noël aiguë')).toEqual([whole('noel'), prefix('aigue')])
    expect(termsOf('Über über')).toEqual(['uber', 'ueber'])
  })
})

describe('phrases', () => {
  test('are words in order, with any characters between them', () => {
    expect(phraseOf('A cup -- of "tea"?')).toBe('a cup of tea')
    expect(phraseOf('东京，京都 x')).toBe('东京 京都 x')
    expect(phraseOf('…')).toBe('')
  })

  test('consist of pairs of adjacent words, and of runs', () => {
    expect(phrasePartsOf('a cup of')).toEqual([' a cup ', ' cup of '])
    expect(phrasePartsOf('a cup of tea', 3)).toEqual([' a cup ', ' cup of '])
    expect(phrasePartsOf('cup')).toEqual([])
    expect(phrasePartsOf('自行车')).toEqual([])
    expect(phrasePartsOf('自行车很')).toEqual(['自行车很'])
    expect(phrasePartsOf('linux 内核')).toEqual([' linux 内核'])
  })
})

describe('a search', () => {
  test('looks for its words; the last may be a prefix', () => {
    expect(words('Blue garden')).toEqual([whole('blue'), prefix('garden')])
    expect(words('garden blue garden ')).toEqual([prefix('garden'), whole('blue')])
    expect(words('garden to')).toEqual([whole('garden')])
    expect(words('garden 東京')).toEqual([whole('garden'), whole('東京')])
  })

  test('looks for whole runs, from one character on', () => {
    expect(words('的')).toEqual([whole('的')])
    expect(words('東京都庁')).toEqual([whole('東京都', '京都庁')])
    for (const [query, text] of [
      ['京都', '東京都庁'],
      ['自行车', '我的自行车很好'],
      ['เชียง', 'จังหวัดเชียงใหม่'],
      ['ใ', 'เชียงใหม่'],
      ['한국', '한국어를 배운다'],
      ['ガ', 'ｶﾞｷﾞ'],
    ] as const) {
      expect({ query, isFound: finds(query, text) }).toEqual({ query, isFound: true })
    }
    expect(finds('東京都', '東京と京都')).toBe(false)
    expect(finds('車行自', '自行車')).toBe(false)
  })

  test('finds whole words of scripts that write spaces, and the last word as a prefix', () => {
    expect(finds('пример', 'Вот ПРИМЕР текста')).toBe(true)
    expect(finds('прим', 'Вот ПРИМЕР текста')).toBe(true)
    expect(finds('прим нет', 'Вот ПРИМЕР текста')).toBe(false)
    expect(finds('مرحبا', 'مَرْحَبًا بكم')).toBe(true)
    expect(finds('తెలుగు', 'ఇది తెలుగు పదం')).toBe(true)
    expect(finds('deja', 'Déjà vu')).toBe(true)
    expect(finds('gard', 'garden')).toBe(true)
    expect(finds('arden', 'garden')).toBe(false)
  })

  test('has no operators', () => {
    expect(words('+blue -"garden* OR near(x)')).toEqual([whole('blue'), whole('garden'), whole('near')])
    expect(words(`'; drop table posts; --`)).toEqual([whole('drop'), whole('table'), prefix('posts')])
    for (const nothing of ['', '   ', '*', '@', '+-"', 'a', 'ab', 'a b c', '🙂🙂', "'", '\\', '%_%']) {
      expect({ query: nothing, words: words(nothing) }).toEqual({ query: nothing, words: [] })
    }
  })

  test('looks for a bounded number of words and terms', () => {
    const many = Array.from({ length: 300 }, (_, number) => `word${number}`).join(' ')
    expect(words(many)).toHaveLength(20)
    expect(words(many).some(({ isPrefix }) => isPrefix)).toBe(false)
    expect(words('一二三四五六七八九十'.repeat(100))[0]?.terms.length).toBeLessThan(40)
  })
})
