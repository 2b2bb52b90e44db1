import { eachTestForum, type TestForum } from '@parley/testing'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { affordableGroups, bestMatches, compileWords, type WordForm } from './best-matches.ts'

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** Makes an index of 1000 rows that have `common`; some have `rare`, too. */
function makeIndex(forum: TestForum, rare: readonly number[]): Promise<void> {
  return storeRows(forum, (id) => (rare.includes(id) ? ['common', 'rare'] : ['common']))
}

/** Makes an index of 1000 rows. */
async function storeRows(
  { current: { database } }: TestForum,
  termsOf: (id: number) => string[],
): Promise<void> {
  const { fullText } = database.dialect
  const rows = range(1, 1000).map((id) => ({ id, terms: termsOf(id) }))
  await database.transaction(async (db) => {
    await sql`create table things (id bigint primary key)`.execute(db)
    await sql`insert into things values ${sql.join(rows.map(({ id }) => sql`(${sql.lit(id)})`))}`.execute(db)
    await fullText.createIndex(db, 'search_things', 'things')
    await fullText.store(db, 'search_things', rows)
  })
}

/** Ids of the ten best, of those up to `highest` only. */
async function best(forum: TestForum, terms: readonly string[], highest = 1000): Promise<number[]> {
  const context = forum.asSystem()
  const forms = await compileWords(
    context,
    terms.map((term) => ({ terms: [term], isPrefix: false })),
  )
  const load = async (ids: readonly number[]) => ids.filter((id) => id <= highest).map((id) => ({ id }))
  const matches = await bestMatches(context, { index: 'search_things', forms, limit: 10, load })
  return matches.map(({ row }) => row.id)
}

eachTestForum((open) => {
  test('of equal ones the newest', async () => {
    const forum = await open()
    await makeIndex(forum, [])
    expect(await best(forum, ['common'])).toEqual(range(991, 1000).reverse())
  })

  test('a rare word says more than a common one', async () => {
    const forum = await open()
    await makeIndex(forum, [7])
    expect((await best(forum, ['common', 'rare']))[0]).toBe(7)
  })

  test('what others stood before is looked at once those turn out not to count', async () => {
    const forum = await open()
    await makeIndex(forum, range(1, 20))
    expect(await best(forum, ['common', 'rare'], 20)).toEqual(range(11, 20).reverse())
  })

  test('an old row with all words is found, of which each has many newer ones', async () => {
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
  const forms: WordForm[] = ['a', 'b', 'c', 'd'].map((query, word) => ({ word, query, weight: 1 }))
  const queries = (groups: WordForm[][]) => groups.map((group) => group.map(({ query }) => query).join(''))
  const newest = (count: number, step: number) => range(0, count - 1).map((at) => 1_000_000 - at * step)

  test('are asked for from all words on, without the most common ones', () => {
    const found = [newest(10, 1), newest(4, 1), newest(100, 5000), newest(100, 300)]
    expect(queries(affordableGroups(forms, found, 100, 1_000_000))).toEqual([
      'bacd',
      'bac',
      'bad',
      'bcd',
      'acd',
      'ba',
    ])
  })

  test('leave out words that nothing has', () => {
    const found = [newest(10, 1), [], newest(100, 50), []]
    expect(queries(affordableGroups(forms, found, 100, 1_000_000))).toEqual(['ac'])
    expect(affordableGroups(forms, [[], [], [], newest(9, 1)], 100, 1_000_000)).toEqual([])
  })

  test('read a bounded number of rows in all', () => {
    // Each of them has as good as all rows, as the ids of its newest ones show.
    const everywhere = newest(100, 1)
    const found = [everywhere, everywhere, newest(100, 100), newest(10, 1)]
    expect(queries(affordableGroups(forms, found, 100, 1_500_000))).toEqual(['dca', 'dc'])
    expect(queries(affordableGroups(forms, found, 100, 5_000))).toEqual([])
  })
})
