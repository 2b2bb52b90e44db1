import { makeDiscussion, onBothDatabases, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { isCorrectable, partsOf, wordsWithOneError, wordsWithTwoErrors } from './similar-words.ts'

const vocabulary = 'garden gardens warden harden gather lighthouse bicycle самовар الزيتون שולחן konnen'

async function openWithVocabulary(open: () => Promise<TestForum>) {
  const forum = await open()
  await makeDiscussion(forum, { title: 'Words', posts: [{ content: vocabulary }] })
  return forum.asSystem()
}

onBothDatabases((open) => {
  test('one letter inserted, removed, replaced or swapped with the next, in any script', async () => {
    const context = await openWithVocabulary(open)
    for (const [word, expected] of [
      ['bicyycle', 'bicycle'],
      ['bycycle', 'bicycle'],
      ['bicycl', 'bicycle'],
      ['icycle', 'bicycle'],
      ['bciycle', 'bicycle'],
      ['самавар', 'самовар'],
      ['الزيتن', 'الزيتون'],
      ['שולחם', 'שולחן'],
      ['konen', 'konnen'],
    ] as const) {
      expect({ word, similar: await wordsWithOneError(word, context) }).toEqual({ word, similar: [expected] })
    }
    for (const word of ['bbicyycle', 'elcycib', 'qqqqqq', '名古屋名古屋'])
      expect({ word, similar: await wordsWithOneError(word, context) }).toEqual({ word, similar: [] })
  })

  test('the likeliest word comes first', async () => {
    const context = await openWithVocabulary(open)
    expect(await wordsWithOneError('gardne', context)).toEqual(['garden'])
    expect(await wordsWithOneError('garden', context)).toEqual(['gardens', 'harden', 'warden'])
  })

  test('two errors after the same beginning, and two words written as one', async () => {
    const context = await openWithVocabulary(open)
    expect(await wordsWithTwoErrors('lighthuosse', context)).toEqual(['lighthouse'])
    expect(await wordsWithTwoErrors('bicylce', context)).toEqual(['bicycle'])
    expect(await wordsWithTwoErrors('ligtuose', context)).toEqual([])
    expect(await partsOf('gardenbicycle', context)).toEqual(['garden', 'bicycle'])
    expect(await partsOf('gardenbicicle', context)).toBeUndefined()
    expect(await partsOf('word', context)).toBeUndefined()
  })
})

test('numbers, short and very long words, and words of scripts without spaces are not corrected', () => {
  const canCorrect = (...terms: string[]) => isCorrectable({ terms, isPrefix: false })
  for (const word of ['word', 'садовник', 'a'.repeat(30)]) expect(canCorrect(word)).toBe(true)
  for (const word of ['', 'abc', 'v2000', '2024', 'snake_case', 'a'.repeat(31), '東京都庁', '한국어로'])
    expect({ word, isCorrectable: canCorrect(word) }).toEqual({ word, isCorrectable: false })
  expect(canCorrect('東京都', '京都庁')).toBe(false)
})
