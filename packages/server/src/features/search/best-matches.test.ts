import { onBothDatabases, type TestForum } from '@parley/testing'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { affordableGroups, bestMatches, compileWords, type WordForm } from './best-matches.ts'

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** Makes an index of 1000 rows with the word `common`; the rows `rare` have the word `rare`, too. */
function makeIndex(forum: TestForum, rare: readonly number[]): Promise<void> {
  return storeRows(forum, (id) => (rare.includes(id) ? ['common', 'rare'] : ['common']))
}

/** Makes an index of 1000 rows with the given terms. */
async function storeRows(
  { current: { database } }: TestForum,
  termsOf: (id: number) => string[],
): Promise<void> {
  const { fullText } = database.dialect
  const rows = range(1, 1000).map((id) => ({ id, terms: termsOf(id) }))
  await database.transaction(async (db) => {
    await sql`create table entries (id bigint primary key)`.execute(db)
    await sql`insert into entries values ${sql.join(rows.map(({ id }) => sql`(${sql.lit(id)})`))}`.execute(db)
    await fullText.createIndex(db, 'search_entries', 'entries')
    await fullText.store(db, 'search_entries', rows)
  })
}

/** Ids of the ten best matches up to the id `highest`. */
async function best(forum: TestForum, terms: readonly string[], highest = 1000): Promise<number[]> {
  const context = forum.asSystem()
  const wordForms = await compileWords(
    context,
    terms.map((term) => ({ terms: [term], isPrefix: false })),
  )
  const load = async (ids: readonly number[]) => ids.filter((id) => id <= highest).map((id) => ({ id }))
  const matches = await bestMatches(context, { index: 'search_entries', wordForms, limit: 10, load })
  return matches.map(({ row }) => row.id)
}

onBothDatabases((open) => {
  test('of equal matches the newest come first', async () => {
    const forum = await open()
    await makeIndex(forum, [])
    expect(await best(forum, ['common'])).toEqual(range(991, 1000).reverse())
  })

  test('a rare word weighs more than a common one', async () => {
    const forum = await open()
    await makeIndex(forum, [7])
    expect((await best(forum, ['common', 'rare']))[0]).toBe(7)
  })

  test('lower matches are read when the higher ones are filtered out', async () => {
    const forum = await open()
    await makeIndex(forum, range(1, 20))
    expect(await best(forum, ['common', 'rare'], 20)).toEqual(range(11, 20).reverse())
  })

  test('an old row with all words is found, although each word has many newer rows', async () => {
    const forum = await open()
    await storeRows(forum, (id) =>
      id === 3 ? ['odd', 'even', 'third'] : [['odd', 'even', 'third'][id % 3] ?? ''],
    )
    expect((await best(forum, ['odd', 'even', 'third']))[0]).toBe(3)
    expect((await best(forum, ['odd', 'even']))[0]).toBe(3)
  })

  test('where no row has all words, one with most of them comes first', async () => {
    const forum = await open()
    await storeRows(forum, (id) => (id === 3 ? ['one', 'two'] : [['one', 'two', 'three'][id % 3] ?? '']))
    expect((await best(forum, ['one', 'two', 'three']))[0]).toBe(3)
  })
})

describe('groups of words', () => {
  const wordForms: WordForm[] = ['a', 'b', 'c', 'd'].map((query, word) => ({ word, query, weight: 1 }))
  const queries = (groups: WordForm[][]) => groups.map((group) => group.map(({ query }) => query).join(''))
  const newest = (count: number, step: number) => range(0, count - 1).map((at) => 1_000_000 - at * step)

  test('begin with all words and leave out the most common ones', () => {
    const found = [newest(10, 1), newest(4, 1), newest(100, 5000), newest(100, 300)]
    expect(queries(affordableGroups(wordForms, found, 100, 1_000_000))).toEqual([
      'bacd',
      'bac',
      'bad',
      'bcd',
      'acd',
      'ba',
    ])
  })

  test('leave out unknown words', () => {
    const found = [newest(10, 1), [], newest(100, 50), []]
    expect(queries(affordableGroups(wordForms, found, 100, 1_000_000))).toEqual(['ac'])
    expect(affordableGroups(wordForms, [[], [], [], newest(9, 1)], 100, 1_000_000)).toEqual([])
  })

  test('read a bounded number of rows in all', () => {
    // Nearly all rows have each of these words: the ids of their newest rows are consecutive.
    const everywhere = newest(100, 1)
    const found = [everywhere, everywhere, newest(100, 100), newest(10, 1)]
    expect(queries(affordableGroups(wordForms, found, 100, 1_500_000))).toEqual(['dca', 'dc'])
    expect(queries(affordableGroups(wordForms, found, 100, 5_000))).toEqual([])
  })
})
