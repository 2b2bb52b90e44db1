import { makeDiscussion, onBothDatabases } from '@parley/testing'
import { expect, test } from 'vitest'
import { rebuildSearch } from './rebuild.ts'
import { removeUnusedWords, sweepWords } from './sweep-words.ts'

onBothDatabases((open) => {
  test('words without a title or post leave the vocabulary, the others stay and are completed', async () => {
    const forum = await open()
    const { database } = forum.current
    const made = Array.from({ length: 450 }, (_, place) => `gartenzaun${String(place).padStart(4, '0')}x`)
    await makeDiscussion(forum, { title: 'Lighthouse', posts: [{ content: 'Garten c_d' }] })
    const spam = await makeDiscussion(forum, { title: 'Lighthouses', posts: [{ content: made.join(' ') }] })
    const vocabulary = async () =>
      (await database.dialect.fullText.wordsFrom(database.read, '', 1000)).filter((word) => word !== '')
    expect(await vocabulary()).toHaveLength(made.length + 3)
    // Nothing is removed while it is used.
    await rebuildSearch(database, {})
    expect(await vocabulary()).toHaveLength(made.length + 3)

    await database.transaction((db) => db.deleteFrom('discussions').where('id', '=', spam.id).execute())
    await forum.settled()
    const run = { id: 1, attempt: 1, signal: new AbortController().signal }
    await sweepWords.run({}, forum.asSystem(), run)
    expect(await vocabulary()).toEqual(['garten', 'lighthouse'])
    const found = await forum.guest().get('/api/discussions?filter[q]=gart')
    expect(found.body.data).toHaveLength(1)
  })

  test('a batch is bounded, and the next one continues after it', async () => {
    const forum = await open()
    const { database } = forum.current
    const words = Array.from({ length: 51 }, (_, place) => `word${String(place).padStart(3, '0')}`)
    await makeDiscussion(forum, { title: 'a', posts: [{ content: words.join(' ') }] })
    const batch = (after: string) =>
      database.transaction((db) => removeUnusedWords({ db, dialect: database.dialect }, after))
    expect(await batch('')).toBe('word049')
    expect(await batch('word049')).toBe('word050')
    expect(await batch('word050')).toBeUndefined()
  })
})
