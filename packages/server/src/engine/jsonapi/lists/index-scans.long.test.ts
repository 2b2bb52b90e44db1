import {
  type ApiClient,
  examinedByScans,
  examinedRows,
  idsOf,
  onBothDatabases,
  planNodes,
  selectsOf,
  type TestForum,
} from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { fillShelves, makeShelfReader, shelf, shelvesExtension } from '@parley/testing/shelves'
import type { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { combineResources, type Resources } from '../../../points/resources/resources.ts'

/** A time for each discussion, the same for each two, and in another order than that of the ids. */
const timeOf = (number: number, factor: number) =>
  new Date(Date.UTC(2020, 0, 1) + Math.floor(((number * factor) % 1009) / 2) * 60_000).toISOString()

/** Stores discussions by statement: `shelvesFor` says on which shelves each of them stands. */
async function store(
  forum: TestForum,
  count: number,
  shelvesFor: (number: number) => readonly number[],
): Promise<void> {
  await forum.current.database.transaction(async (db) => {
    for (let start = 1; start <= count; start += 200) {
      const numbers = Array.from({ length: Math.min(200, count - start + 1) }, (_, index) => start + index)
      await db
        .insertInto('discussions')
        .values(
          numbers.map((number) => ({
            id: number,
            title: `Discussion ${number}`,
            slug: '',
            comment_count: (number % 7) + 1,
            created_at: timeOf(number, 7),
            last_posted_at: timeOf(number, 11),
            hidden_at: number % 13 === 0 ? timeOf(number, 11) : null,
          })),
        )
        .execute()
      const links = numbers.flatMap((number) =>
        shelvesFor(number).map((shelf) => ({
          shelf,
          discussion_id: number,
          created_at: timeOf(number, 7),
          last_posted_at: timeOf(number, 11),
        })),
      )
      if (links.length > 0) await db.insertInto('shelved').values(links).execute()
    }
  })
}

/** Follows the `next` links of a list. Returns the ids of its first pages. */
async function pagesOf(client: ApiClient, path: string): Promise<number[][]> {
  const pages: number[][] = []
  for (let next: string | undefined = path; next !== undefined && pages.length < 15; ) {
    const answer = await client.get(next)
    expect({ next, status: answer.status }).toEqual({ next, status: 200 })
    pages.push(idsOf(answer))
    next = answer.body.links?.next
  }
  return pages
}

const tables = ['discussions', 'shelved']

// A few shelves with most discussions, many with few, and discussions on several or none.
const mixed = (number: number) => [
  ...(number % 3 === 0 ? [0] : []),
  ...(number % 5 === 0 ? [1] : []),
  ...(number % 40 === 0 ? [2 + ((number / 40) % 50)] : []),
  ...(number > 590 ? [55] : []),
]

onBothDatabases((open, name) => {
  test('a list that scans an index has the rows and the order of one that does not', async () => {
    const forums: TestForum[] = []
    for (const hasScans of [true, false]) {
      const forum = await open({ extensions: [shelvesExtension({ hasScans })] })
      await store(forum, 600, mixed)
      forums.push(forum)
    }
    const many = Array.from({ length: 50 }, (_, index) => index + 2)
    const paths = [
      'filter[shelf]=0&page[limit]=30',
      'filter[shelf]=1&page[after]=&page[limit]=30',
      'filter[shelf]=7',
      'filter[shelf]=59',
      `filter[shelf]=${many}&page[after]=&page[limit]=7`,
      `filter[shelf]=0,1,1,${many}&page[limit]=50`,
      'filter[shelf]=0&filter[hidden]=1',
      'filter[shelf]=0&filter[-shelf]=1&page[limit]=50',
      'filter[-shelf]=0,1&page[limit]=50',
      'filter[shelf]=0&sort=createdAt&page[after]=&page[limit]=33',
      'filter[shelf]=0,55&sort=-createdAt&page[limit]=50',
      'filter[shelf]=55&sort=-commentCount&page[limit]=4',
      'filter[shelf]=0&sort=-commentCount,createdAt&page[limit]=50',
      'filter[shelf]=0&page[offset]=170',
      '',
      'page[after]=',
      'page[after]=&page[limit]=6',
      'page[limit]=6',
      'sort=commentCount&page[limit]=9',
    ]
    for (const shelfIds of [[0, 1], [7], many, [...many, 55], []]) {
      const clients = await Promise.all(
        forums.map(async (forum) => forum.as(await makeShelfReader(forum, shelfIds))),
      )
      for (const path of paths) {
        const [actual, expected] = await Promise.all(
          clients.map((client) => pagesOf(client, `/api/discussions?${path}`)),
        )
        expect({ shelfIds, path, pages: actual }).toEqual({ shelfIds, path, pages: expected })
      }
    }
  }, 180_000)

  test('totals count the rows of a scan, whatever their age', async () => {
    const countIn = async (hasScans: boolean) => {
      const forum = await open({ extensions: [shelvesExtension({ hasScans })] })
      await fillShelves(forum, 3000)
      const oldest = await forum.as(await makeShelfReader(forum, [shelf.oldest]))
      const counts: unknown[] = []
      for (const query of ['', `filter[shelf]=${shelf.rare}`, `filter[q]=shelf:${shelf.rare}`]) {
        const { body } = await oldest.get(`/api/totals/discussions?${query}`)
        counts.push(body.data.attributes.rows)
      }
      return counts
    }
    const [all, rare] = [1000, 20].map((count) => ({ count, hasMore: false }))
    expect(await countIn(true)).toEqual([all, rare, rare])
    const unknown = { count: 0, hasMore: true }
    expect(await countIn(false)).toEqual([unknown, unknown, unknown])
  })

  const examinedBy = async ({ current: { database } }: TestForum, statement: CompiledQuery) => {
    if (name === 'sqlite') return (await examinedRows(database, tables, statement)).examined
    const nodes = await planNodes(database, statement)
    return examinedByScans(nodes.filter((node) => tables.includes(node['Relation Name'] ?? '')))
  }

  /** The rows that the first pages of some lists examine in a forum of 12,000 discussions. */
  const examinedRowsOf = async (hasScans: boolean) => {
    const forum = await open({ extensions: [shelvesExtension({ hasScans })] })
    await fillShelves(forum, 12_000)
    const [first, last] = shelf.oldestParts
    const parts = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    const administrator = { id: 1 }
    const rare = `filter[shelf]=${shelf.rare}`
    const counts: Record<string, number> = {}
    for (const [list, user, query] of [
      ['common', administrator, `filter[shelf]=${shelf.common}`],
      ['rare', administrator, rare],
      ['rare by another order', administrator, `${rare}&sort=-commentCount`],
      ['oldest', await makeShelfReader(forum, [shelf.oldest]), ''],
      ['oldest of fifty shelves', await makeShelfReader(forum, parts), ''],
    ] as const) {
      const path = `/api/discussions?${query}`
      expect(idsOf(await (await forum.as(user)).get(path))).toHaveLength(20)
      counts[list] = 0
      for (const statement of await selectsOf(forum, path, user))
        counts[list] += await examinedBy(forum, statement)
    }
    return counts
  }

  test('the first page of a rare key, and of a reader who sees only the oldest rows, examine few rows', async () => {
    const scanned = await examinedRowsOf(true)
    expect(Object.entries(scanned).filter(([, examined]) => examined > 500)).toEqual([])
    const { common: _, ...others } = await examinedRowsOf(false)
    expect(Object.entries(others).filter(([, examined]) => examined < 5000)).toEqual([])
  }, 180_000)

  test('an index without the order of a list sorts as many rows as it says', async () => {
    const examined: number[] = []
    for (const sortsUpTo of [undefined, 300]) {
      const forum = await open({ extensions: [shelvesExtension(sortsUpTo ? { sortsUpTo } : {})] })
      await store(forum, 6000, (number) => (number % 20 === 0 ? [0] : []))
      const path = '/api/discussions?filter[shelf]=0&sort=-commentCount'
      expect(idsOf(await (await forum.as({ id: 1 })).get(path))).toHaveLength(20)
      const statements = await selectsOf(forum, path)
      examined.push(statements.filter(({ sql }) => /from "shelved"[^)]*limit 301/.test(sql)).length)
    }
    expect(examined).toEqual([0, 1])
  })
})

test('list indexes with unknown sorts or impossible columns, and unknown list indexes, are faults', () => {
  const table = {
    table: 'discussions',
    forms: ['full'],
    sorts: { title: 'title', end: { column: 'end', nullable: true } },
  }
  const index = { table: 'shelved', key: ['shelf'], row: 'discussion_id' }
  const declare = (more: object) => () =>
    combineResources([
      { owner: 'core', section: { discussions: table } as unknown as Resources },
      { owner: 'gong', section: { discussions: more } as unknown as Resources },
    ])
  const fault = (section: string, reason: string, more: object) =>
    expectFault('gong', `resources › discussions › ${section}`, reason, declare(more))
  const indexes = (change: object) => ({ listIndexes: { shelves: { ...index, ...change } } })
  fault('listIndexes › shelves', 'has no key', indexes({ key: [] }))
  fault('listIndexes › shelves', "'shelf' is both key and row", indexes({ row: 'shelf' }))
  fault('listIndexes › shelves', "there is no sort 'length'", indexes({ sorts: { length: 'length' } }))
  fault('listIndexes › shelves', "the sort 'end' may be null", indexes({ sorts: { end: 'end' } }))
  for (const sortsUpTo of [0, 2001, Number.NaN])
    fault('listIndexes › shelves', 'sortsUpTo is not between 1 and 2000', indexes({ sortsUpTo }))
  const scan = { index: 'shelves', keys: () => [] }
  fault('visibleScan', "there is no list index 'shelves'", { visibleScan: scan })
  fault('filters › shelf', "there is no list index 'shelves'", {
    filters: { shelf: { value: 'any', where: () => undefined, scan } },
  })
  expect(declare({ ...indexes({}), visibleScan: scan })).not.toThrow()
})
