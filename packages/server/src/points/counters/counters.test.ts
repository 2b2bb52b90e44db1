import { join } from 'node:path'
import { makeUser, onBothDatabases } from '@parley/testing'
import { commandLine, installation } from '@parley/testing/command-line'
import { expectFault } from '@parley/testing/expect-fault'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { recount } from '../../features/counters/recount.ts'
import { openDatabase } from '../../infrastructure/db/open.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { defineExtension } from '../extension.ts'
import { columnCounter, combineCounters, countersOf } from './counters.ts'

/** An extension with boxes that count what is in them. */
const boxes = {
  id: 'boxes',
  title: 'Boxes',
  version: '1.0.0',
  declaration: defineExtension({
    migrations: {
      '001_boxes': {
        async up({ db, dialect: { types } }) {
          await sql`create table boxes (id ${types.id}, item_count ${types.integer} not null, is_open ${types.boolean} not null)`.execute(
            db,
          )
          await sql`create table box_items (id ${types.id}, box_id ${types.integer} not null)`.execute(db)
        },
        async down({ db }) {
          await sql`drop table box_items`.execute(db)
          await sql`drop table boxes`.execute(db)
        },
      },
    },
    counters: [
      {
        ...columnCounter('boxes' as 'users', 'item_count', {
          item_count: sql`(select count(*) from box_items where box_items.box_id = boxes.id)`,
        }),
        rows: sql`boxes.is_open = true`,
      },
    ],
  }),
}

async function fill(db: Queries): Promise<void> {
  for (const isOpen of [true, true, false]) {
    await sql`insert into boxes (item_count, is_open) values (7, ${isOpen})`.execute(db)
  }
  await sql`insert into box_items (box_id) values (1), (1)`.execute(db)
}

const difference = (id: number, counted: string) => ({
  counter: 'boxes.item_count',
  id,
  stored: '7',
  counted,
})

onBothDatabases((open) => {
  test('the counters of an extension are counted again beside those of the core', async () => {
    const forum = await open({ extensions: [boxes] })
    await makeUser(forum, { comment_count: 3 })
    const { database } = forum.current
    await database.transaction(fill)
    const count = (repair: boolean) => recount(database, countersOf(forum.current, forum.current), { repair })
    const wrong = [
      { counter: 'users.comment_count', id: 2, stored: '3', counted: '0' },
      difference(1, '2'),
      difference(2, '0'),
    ]
    expect(await count(false)).toEqual(wrong)
    expect(await count(true)).toEqual(wrong)
    expect(await count(false)).toEqual([])
    await forum.setEnabled([])
    expect(countersOf(forum.current).map(({ name }) => name)).not.toContain('boxes.item_count')
  })
})

describe('on the command line', () => {
  const commands = commandLine({ loadExtensions: async () => [boxes] }, installation)

  test('`recount` and `doctor` know the counters of extensions', async () => {
    await commands.run('migrate')
    const database = await openDatabase({ file: join(commands.dataDir, 'forum.sqlite') })
    await database.transaction(fill)
    await database.close()
    expect((await commands.run('doctor')).results).toMatch(/^fail {2}Counters: 2 of a sample are wrong/m)
    const verified = await commands.run('recount', '--verify')
    expect(verified.code).toBe(1)
    expect(verified.results).toContain('boxes.item_count of 1: 7, counted 2')
    expect((await commands.run('recount')).results).toContain('2 wrong, all repaired.')
  })
})

test('a counter that is declared twice is a fault of the second owner', () => {
  const counter = columnCounter('users', 'comment_count', {})
  const combine = () =>
    combineCounters([
      { owner: 'one', section: [counter, () => counter] },
      { owner: 'other', section: [counter] },
    ])
  expectFault('other', 'counters › users.comment_count', 'already declared by one', combine)
  expect(combineCounters([{ owner: 'one', section: undefined }])).toEqual([])
})
