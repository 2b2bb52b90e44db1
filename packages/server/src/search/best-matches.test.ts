import { eachTestForum, type TestForum } from '@parley/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bestMatches, compileWords } from './best-matches.ts'

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** Makes an index of 1000 rows that have `common`; some have `rare`, too. */
async function makeIndex({ current: { database } }: TestForum, rare: readonly number[]): Promise<void> {
  const { fullText } = database.dialect
  const rows = range(1, 1000).map((id) => ({
    id,
    terms: rare.includes(id) ? ['common', 'rare'] : ['common'],
  }))
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
})
