import {
  admin,
  changeDiscussion,
  grant,
  makeDiscussion,
  makeUser,
  notificationCounts,
  notificationsExtension,
  notify,
  onBothDatabases,
  replyTo,
  type TestForum,
} from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { coreCounters } from '../../features/counters/core-counters.ts'
import { notificationCounts as notificationCounter } from '../../features/counters/notification-counts.ts'
import { recount } from '../../features/counters/recount.ts'
import { deleteDiscussion } from '../../features/discussions/writing/delete-discussion.ts'
import { addDeletedColumn } from '../../infrastructure/db/migrations/deleted-column.ts'
import { forAllRows, type Policies } from '../../points/access/policies.ts'
import { allow } from '../../points/access/verdicts.ts'
import { members } from '../../points/context/actor.ts'
import type { Context, Forum, WriteContext } from '../../points/context/context.ts'
import { defineExtension, type Extension, type InstalledExtension } from '../../points/extension.ts'
import { DeletionRegistry, type Deletions } from '../../points/resources/deletions.ts'
import { currentRow } from '../jsonapi/rows.ts'
import { deleteRow, finishDeletion } from './delete-row.ts'
import { purgeRows } from './purge-rows.ts'

interface RoomRow {
  id: number
  name: string
  deleted_at: string | null
}

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    rooms: RoomRow
    room_seats: { id: number; room_id: number }
    seat_marks: { seat_id: number; mark: number }
    post_stars: { post_id: number; star: number }
  }
}

declare module '../../points/resources/resource-rows.ts' {
  interface ResourceRows {
    rooms: RoomRow
  }
}

const settlingSteps: string[] = []

/** Declares rooms, which have seats, which have marks; and stars on posts. */
const declaration: Extension = {
  migrations: {
    '001_rooms': {
      async up({ db, dialect: { types } }) {
        await sql`create table rooms (id ${types.id}, name ${types.text} not null)`.execute(db)
        await sql`create table room_seats (
          id ${types.id}, room_id ${types.integer} not null references rooms (id) on delete cascade)`.execute(
          db,
        )
        await sql`create table seat_marks (
          seat_id ${types.integer} not null references room_seats (id) on delete cascade,
          mark ${types.integer} not null, primary key (seat_id, mark))`.execute(db)
        await sql`create table post_stars (
          post_id ${types.integer} not null references posts (id) on delete cascade,
          star ${types.integer} not null, primary key (post_id, star))`.execute(db)
      },
      async down({ db }) {
        for (const table of ['post_stars', 'seat_marks', 'room_seats', 'rooms'])
          await sql`drop table ${sql.table(table)}`.execute(db)
      },
    },
    '002_deleted_at': addDeletedColumn('rooms'),
  },
  policies: { rooms: { '*': forAllRows(() => allow) } } as Policies,
  deletions: {
    rooms: {
      settle: {
        first: async (_context, { id, after: [, rounds] }) => {
          settlingSteps.push(`first ${id} ${rounds}`)
          return rounds < 2 ? [id, rounds + 1] : undefined
        },
        second: async (_context, { id }) => {
          settlingSteps.push(`second ${id}`)
          return undefined
        },
      },
      sweep: [purgeRows('room_seats', 'room_id', { type: 'seats' as never })],
    },
    seats: { sweep: [purgeRows('seat_marks', 'seat_id', { key: ['seat_id', 'mark'] })] },
    posts: { sweep: [purgeRows('post_stars', 'post_id', { key: ['post_id', 'star'] })] },
  } as Deletions,
  resources: {
    rooms: {
      table: 'rooms',
      deletedInBatches: true,
      fields: { name: { column: 'name', json: 'string' } },
      endpoints: {
        index: {},
        show: {},
        delete: {
          ability: 'delete',
          run: (row: RoomRow, context: WriteContext) => deleteRow(context, 'rooms', row.id),
        },
      },
    },
    seats: { table: 'room_seats', fields: {} },
  } as unknown as NonNullable<Extension['resources']>,
}

const rooms: InstalledExtension = {
  id: 'rooms',
  title: 'Rooms',
  version: '1.0.0',
  declaration: defineExtension(declaration),
}

const countOf = async ({ current: { database } }: TestForum, table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    database.read,
  )
  return Number(rows[0]?.count)
}

const countsOf = async (forum: TestForum, ...tables: string[]): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const table of tables) counts[table] = await countOf(forum, table)
  return counts
}

const wrongCounters = ({ current }: TestForum) =>
  recount(current.database, [...coreCounters, notificationCounter(current)], { repair: false })

/** Deletes a discussion like a process that dies right after the commit. */
async function deleteAndDie(forum: TestForum, id: number): Promise<void> {
  await forum.current.write(forum.asSystem(), async (context) => {
    const discussion = await currentRow(context, 'discussions', id)
    if (!discussion) throw new Error('No such discussion')
    await deleteDiscussion(discussion, { ...context, afterCommit: () => {} })
  })
}

/** A forum whose writes fail after this number of transactions, as if the process had died. */
function dyingAfter(transactions: number, forum: Forum): Forum {
  let remaining = transactions
  const write: Forum['write'] = (context, work) => {
    if (remaining-- === 0) return Promise.reject(new Error('The process died'))
    return forum.write(context, work)
  }
  return Object.create(forum, { write: { value: write } }) as Forum
}

onBothDatabases((open) => {
  test('a deleted row of an extension is invisible at once, and its children are purged in batches', async () => {
    settlingSteps.length = 0
    const forum = await open({ extensions: [rooms] })
    const { database } = forum.current
    await database.transaction(async (db) => {
      for (const name of ['deleted', 'other'])
        await sql`insert into rooms (name) values (${name})`.execute(db)
      for (let seat = 1; seat <= 240; seat++) {
        await sql`insert into room_seats (room_id) values (${seat % 12 === 0 ? 2 : 1})`.execute(db)
        await sql`insert into seat_marks (seat_id, mark) values (${seat}, 1), (${seat}, 2)`.execute(db)
      }
    })
    const client = await forum.as(admin)
    expect((await client.delete('/api/rooms/1')).status).toBe(204)
    expect(settlingSteps).toEqual(['first 1 0', 'first 1 1', 'first 1 2', 'second 1'])
    expect((await client.get('/api/rooms/1')).status).toBe(404)
    expect((await client.delete('/api/rooms/1')).status).toBe(404)
    expect((await client.get('/api/rooms')).body.data.map(({ id }: { id: string }) => id)).toEqual(['2'])
    expect(await countsOf(forum, 'rooms', 'room_seats')).toEqual({ rooms: 2, room_seats: 240 })
    await forum.settled()
    expect(await countsOf(forum, 'rooms', 'room_seats', 'seat_marks', 'deletions')).toEqual({
      rooms: 1,
      room_seats: 20,
      seat_marks: 40,
      deletions: 0,
    })
  })

  test('no transaction of a deletion removes more than a batch', async () => {
    const forum = await open({ extensions: [rooms] })
    const posts = Array.from({ length: 700 }, (_, index) => ({ user_id: index % 2 ? admin.id : null }))
    const { id } = await makeDiscussion(forum, { user_id: admin.id, posts })
    await forum.current.database.transaction((db) =>
      sql`insert into post_stars (post_id, star) select posts.id, stars.id from posts, users as stars`.execute(
        db,
      ),
    )
    await (await forum.as(admin)).delete(`/api/discussions/${id}`)
    const counts: number[] = []
    const countAll = async () => (await countOf(forum, 'posts')) + (await countOf(forum, 'post_stars'))
    counts.push(await countAll())
    const write = forum.current.write
    const observed: Forum = Object.create(forum.current, {
      write: {
        value: async (context: Context, work: Parameters<typeof write>[1]) => {
          const result = await write(context, work)
          counts.push(await countAll())
          return result
        },
      },
    })
    const job = forum.current.points.jobs.get('deletions.sweep')
    await job?.run(
      { id: 1 },
      { ...forum.asSystem(), forum: observed },
      { id: 1, attempt: 1, signal: new AbortController().signal },
    )
    expect(counts.at(-1)).toBe(0)
    const removed = counts.slice(1).map((count, index) => (counts[index] ?? 0) - count)
    expect(Math.max(...removed)).toBe(100)
  })

  test('counters are exact before, between and after the batches of settling steps', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const authors = [admin, await makeUser(forum), await makeUser(forum), await makeUser(forum)]
    const posts = Array.from({ length: 4500 }, (_, index) => ({
      user_id: index % 10 === 9 ? null : (authors[index % 3]?.id ?? 0),
      ...(index % 7 === 0 && { hidden_at: '2024-01-01T00:00:00.000Z' }),
      ...(index % 11 === 0 && { is_private: true }),
      ...(index % 13 === 0 && { type: 'discussionRenamed', content: '["a","b"]' }),
    }))
    const discussion = await makeDiscussion(forum, { user_id: authors[1]?.id ?? 0, posts })
    await makeDiscussion(forum, { user_id: authors[1]?.id ?? 0, posts: [{ user_id: authors[2]?.id ?? 0 }] })
    for (let n = 0; n < 3; n++) {
      const notification = { type: 'discussionNoticed', fromUserId: 1, subject: discussion, data: { n } }
      await notify(
        forum,
        notification,
        authors.map(({ id }) => id),
      )
    }
    const reader = await forum.as(authors[3] ?? 0)
    expect(await notificationCounts(reader)).toEqual({ unread: 3, new: 3 })
    const userCounts = async () =>
      Promise.all(
        authors.slice(1, 3).map(async ({ id }) => {
          const { commentCount, discussionCount } = (await (await forum.as(admin)).get(`/api/users/${id}`))
            .body.data.attributes as Record<string, number>
          return { commentCount, discussionCount }
        }),
      )
    await deleteAndDie(forum, discussion.id)
    expect(await wrongCounters(forum)).toEqual([])
    expect((await (await forum.as(admin)).get(`/api/discussions/${discussion.id}`)).status).toBe(404)
    let deaths = 0
    for (;;) {
      const dying = dyingAfter(1, forum.current)
      const hasDied = await finishDeletion({ ...forum.asSystem(), forum: dying }, 1).then(
        () => false,
        () => true,
      )
      expect(await wrongCounters(forum)).toEqual([])
      if (!hasDied) break
      deaths += 1
    }
    // Two batches settle comments, one notifications, three the statistics of 4500 posts.
    expect(deaths).toBe(6)
    expect(await userCounts()).toEqual([
      { commentCount: 0, discussionCount: 1 },
      { commentCount: 1, discussionCount: 0 },
    ])
    expect(await notificationCounts(reader)).toEqual({ unread: 0, new: 0 })
    expect(await countOf(forum, 'posts')).toBe(4501)
    await forum.settled()
    expect(await countOf(forum, 'posts')).toBe(1)
    expect(await wrongCounters(forum)).toEqual([])
    expect(await userCounts()).toEqual([
      { commentCount: 0, discussionCount: 1 },
      { commentCount: 1, discussionCount: 0 },
    ])
  })

  test('counters that are repaired between settling steps stay exact', async () => {
    const forum = await open()
    const user = await makeUser(forum)
    const posts = Array.from({ length: 2100 }, () => ({ user_id: user.id }))
    const { id } = await makeDiscussion(forum, { user_id: user.id, posts })
    await deleteAndDie(forum, id)
    const { database } = forum.current
    await finishDeletion({ ...forum.asSystem(), forum: dyingAfter(1, forum.current) }, 1).catch(() => {})
    await database.transaction((db) =>
      db.updateTable('users').set({ comment_count: 77 }).where('id', '=', user.id).execute(),
    )
    const repaired = await recount(database, coreCounters, { repair: true })
    expect(repaired.map(({ counter, counted }) => ({ counter, counted }))).toEqual([
      { counter: 'users.comment_count', counted: '100' },
    ])
    await forum.settled()
    expect(await recount(database, coreCounters, { repair: false })).toEqual([])
    const { comment_count } = await database.read
      .selectFrom('users')
      .select('comment_count')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(comment_count).toBe(0)
  })

  test('writes to a deleted row are 404, and its author may be deleted before it is purged', async () => {
    const forum = await open()
    await grant(forum, 'postWithoutThrottle', [members])
    const [author, other] = [await makeUser(forum), await makeUser(forum)]
    const { id } = await makeDiscussion(forum, { user_id: author.id, posts: [{}, { user_id: other.id }] })
    const client = await forum.as(admin)
    expect((await client.delete(`/api/discussions/${id}`)).status).toBe(204)
    expect((await replyTo(client, id)).status).toBe(404)
    expect((await changeDiscussion(client, id, { lastReadPostNumber: 2 })).status).toBe(404)
    expect((await client.delete(`/api/users/${author.id}`)).status).toBe(204)
    expect(await wrongCounters(forum)).toEqual([])
    await forum.settled()
    expect(await wrongCounters(forum)).toEqual([])
    expect(await countsOf(forum, 'posts', 'deletions')).toEqual({ posts: 0, deletions: 0 })
  })

  test('a deletion whose job is lost is resumed the next night', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum)
    await deleteAndDie(forum, id)
    const { database } = forum.current
    await database.transaction((db) => db.deleteFrom('jobs').where('name', '=', 'deletions.sweep').execute())
    await forum.settled()
    expect(await countOf(forum, 'deletions')).toBe(1)
    forum.clock.advance(24 * 3600)
    await forum.settled()
    expect(await countsOf(forum, 'deletions', 'discussions')).toEqual({ deletions: 0, discussions: 0 })
  })

  test('a deletion whose extension is disabled waits for it', async () => {
    const forum = await open({ extensions: [rooms] })
    const { database } = forum.current
    await database.transaction((db) => sql`insert into rooms (name) values ('deleted')`.execute(db))
    expect((await (await forum.as(admin)).delete('/api/rooms/1')).status).toBe(204)
    await forum.setEnabled([])
    await forum.settled()
    expect(await countOf(forum, 'rooms')).toBe(1)
    await forum.setEnabled(['rooms'])
    forum.clock.advance(3600)
    await forum.settled()
    expect(await countsOf(forum, 'rooms', 'deletions')).toEqual({ rooms: 0, deletions: 0 })
  })
})

describe('declarations', () => {
  const step = async () => undefined
  test('a step that two extensions declare, and an undeclared type, are faults', () => {
    const types = new Set(['users'])
    const combine = (...sections: Deletions[]) =>
      new DeletionRegistry(
        sections.map((section, index) => ({ owner: `owner-${index}`, section })),
        types,
      )
    const settle = { count: step }
    expect([...combine({ users: { settle } }).settle('users').keys()]).toEqual(['count'])
    expect(combine({}).settle('users').size).toBe(0)
    expectFault('owner-1', 'deletions › users › settle › count', 'is declared already', () =>
      combine({ users: { settle } }, { '*': { settle } }),
    )
    expectFault('owner-0', 'deletions › bells', 'no such resource', () => combine({ bells: {} } as Deletions))
  })
})
