import {
  changeDiscussion,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  replyTo,
  startDiscussion,
} from '@parley/testing'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { coreCounters } from '../../../features/counters/core-counters.ts'
import { recount } from '../../../features/counters/recount.ts'
import { addFlagColumn } from '../../../infrastructure/db/migrations/flag-column.ts'
import type { MigrationContext } from '../../../infrastructure/db/migrations/migrations.ts'
import { moderators } from '../../../points/context/actor.ts'
import type { WriteContext } from '../../../points/context/context.ts'
import type { Extension, InstalledExtension } from '../../../points/extension.ts'

const installed = (id: string, declaration: unknown): InstalledExtension => ({
  id,
  title: id,
  version: '1.0.0',
  declaration: declaration as Extension,
})

interface Flagged {
  is_flagged: boolean
  comment_count: number
}

interface Held {
  is_held: boolean
  is_private: boolean
}

/** What members write is held back, and private, until a moderator approves it. */
const holding = (() => {
  const privacy = {
    isPrivate: ({ is_held }: Held) => is_held,
    scope: (eb: { lit(value: boolean): unknown }, { actor }: { actor: { isAdmin: boolean } }) =>
      eb.lit(actor.isAdmin),
    sees: (actor: { isAdmin: boolean }) => actor.isAdmin,
  }
  const initial = {
    is_held: (_write: unknown, { actor }: { actor: { hasPermission(name: string): boolean } }) =>
      !actor.hasPermission('discussion.hide'),
  }
  return installed('holding', {
    migrations: {
      '001_discussions': addFlagColumn('discussions', 'is_held', ['last_posted_at', 'id']),
      '002_posts': addFlagColumn('posts', 'is_held', ['discussion_id', 'id']),
    },
    privacy: { discussions: privacy, posts: privacy },
    resources: {
      discussions: {
        fields: { isHeld: { column: 'is_held', json: 'boolean' } },
        writes: { initial },
      },
      posts: { fields: { isHeld: { column: 'is_held', json: 'boolean' } }, writes: { initial } },
    },
  })
})()

/** Records the events that it receives before later extensions do. */
const listening = (received: object[]) =>
  installed('ear', {
    on: {
      'post.created': ({ post }: { post: Held & { discussion: Held } }) =>
        void received.push({
          post: [post.is_held, post.is_private],
          in: [post.discussion.is_held, post.discussion.is_private],
        }),
      'discussion.started': ({ discussion }: { discussion: Held }) =>
        void received.push({ discussion: [discussion.is_held, discussion.is_private] }),
      'discussion.madePrivate': () => void received.push({ made: 'private' }),
      'post.madePrivate': () => void received.push({ made: 'private' }),
    },
  })

onBothDatabases((open) => {
  describe('columns of a new row', () => {
    test('are decided before it is inserted, counted and announced by events', async () => {
      const received: object[] = []
      const forum = await open({ extensions: [listening(received), holding] })
      const author = await makeUser(forum)
      const [client, moderator] = [
        await forum.as(author),
        await forum.as(await makeUser(forum, { groupIds: [moderators] })),
      ]
      const attributes = { title: 'Hello', content: 'First' }
      const held = await startDiscussion(client, attributes)
      expect({ status: held.status, isHeld: held.body.data.attributes.isHeld }).toEqual({
        status: 201,
        isHeld: true,
      })
      const { id } = (await startDiscussion(moderator, attributes)).body.data
      forum.clock.advance(20)
      expect((await replyTo(client, id)).body.data.attributes.isHeld).toBe(true)
      expect(received).toEqual([
        { post: [true, true], in: [true, true] },
        { discussion: [true, true] },
        { post: [false, false], in: [false, false] },
        { discussion: [false, false] },
        { post: [true, true], in: [false, false] },
      ])
      expect((await forum.guest().get('/api/discussions')).body.data).toHaveLength(1)
      const shown = (await forum.guest().get(`/api/discussions/${id}`)).body.data.attributes
      expect(shown).toMatchObject({ commentCount: 1, participantCount: 1, lastPostNumber: 1 })
      expect((await (await forum.as(1)).get(`/api/users/${author.id}`)).body.data.attributes).toMatchObject({
        discussionCount: 0,
        commentCount: 0,
      })
      expect(await recount(forum.current.database, coreCounters, { repair: false })).toEqual([])
    })

    test('have their defaults without the extension', async () => {
      const received: object[] = []
      const forum = await open({ extensions: [listening(received)] })
      const client = await forum.as(await makeUser(forum))
      expect((await startDiscussion(client, { title: 'Hello', content: 'First' })).status).toBe(201)
      expect(received).toEqual([
        { post: [undefined, false], in: [undefined, false] },
        { discussion: [undefined, false] },
      ])
    })
  })

  test('answers show what listeners changed', async () => {
    const change =
      (table: 'posts' | 'discussions' | 'users', columns: object) =>
      async (event: Record<string, { id: number }>, { db }: WriteContext) => {
        const [{ id } = { id: 0 }] = Object.values(event)
        await db.updateTable(table).set(columns).where('id', '=', id).execute()
      }
    const forum = await open({
      extensions: [
        installed('late', {
          on: {
            'post.created': change('posts', { hidden_at: '2024-01-01T00:00:00.000Z' }),
            'discussion.started': change('discussions', { title: 'Changed' }),
            'discussion.renamed': change('discussions', { title: 'Changed again' }),
            'user.registered': change('users', { comment_count: 7 }),
          },
        }),
      ],
    })
    const client = await forum.as(1)
    const started = (await startDiscussion(client, { title: 'Hello', content: 'First' })).body.data
    expect(started.attributes.title).toBe('Changed')
    expect((await changeDiscussion(client, started.id, { title: 'Other' })).body.data.attributes.title).toBe(
      'Changed again',
    )
    expect((await replyTo(client, started.id)).body.data.attributes.isHidden).toBe(true)
    const attributes = { username: 'newcomer', email: 'new@example.org', password: 'too-obscure' }
    expect(
      (await client.post('/api/users', { data: { attributes } })).body.data.attributes.commentCount,
    ).toBe(7)
  })

  test('fields of a new row are inserted with it, and `changed` is called once it is counted', async () => {
    const received: unknown[] = []
    const forum = await open({
      extensions: [
        installed('flagging', {
          migrations: { '001_flag': addFlagColumn('discussions', 'is_flagged', ['last_posted_at', 'id']) },
          on: {
            'discussion.started': ({ discussion }: { discussion: Flagged }) =>
              void received.push(['started', discussion.is_flagged]),
          },
          resources: {
            discussions: {
              fields: {
                isFlagged: {
                  column: 'is_flagged',
                  json: 'boolean',
                  schema: z.boolean(),
                  writable: 'hide',
                  changed: async ({ row }: { row: Flagged }) =>
                    void received.push(['changed', row.is_flagged, row.comment_count]),
                },
              },
            },
          },
        }),
      ],
    })
    const admin = await forum.as(1)
    const start = (isFlagged: unknown) => startDiscussion(admin, { title: 'Hello', content: 'x', isFlagged })
    expect((await start(true)).body.data.attributes.isFlagged).toBe(true)
    expect((await start(false)).body.data.attributes.isFlagged).toBe(false)
    expect((await start('yes')).status).toBe(422)
    expect(received).toEqual([
      ['changed', true, 1],
      ['started', true],
      ['started', false],
    ])
    await makeDiscussion(forum)
    expect((await forum.guest().get('/api/discussions')).body.data).toHaveLength(3)
  })

  test('a new row gets every value that was sent, whatever its column has by default', async () => {
    const received: unknown[] = []
    const forum = await open({
      extensions: [
        installed('open', {
          migrations: {
            '001_open': {
              async up({ db, dialect: { types } }: MigrationContext) {
                await sql`alter table discussions add column is_open ${types.boolean} not null default true`.execute(
                  db,
                )
                await sql`alter table discussions add column opened_at ${types.text}`.execute(db)
              },
              async down() {},
            },
          },
          resources: {
            discussions: {
              fields: {
                isOpen: { column: 'is_open', json: 'boolean', schema: z.boolean(), writable: () => true },
                openedAt: {
                  get: ({ opened_at }: { opened_at: string | null }) => opened_at,
                  json: 'string?',
                  schema: z.iso.date(),
                  writable: () => true,
                  current: ({ opened_at }: { opened_at: string | null }) => opened_at !== null,
                  set: (opened_at: string) => ({ opened_at }),
                  changed: async ({ value }: { value: unknown }) => void received.push(value),
                },
              },
            },
          },
        }),
      ],
    })
    const admin = await forum.as(1)
    const sent = { title: 'Hello', content: 'x', isOpen: false, openedAt: '2024-01-01' }
    const { id, attributes } = (await startDiscussion(admin, sent)).body.data
    expect(attributes).toMatchObject({ isOpen: false, openedAt: '2024-01-01' })
    expect((await startDiscussion(admin, { ...sent, openedAt: '' })).status).toBe(422)
    expect((await changeDiscussion(admin, id, { isOpen: true })).body.data.attributes.isOpen).toBe(true)
    expect(received).toEqual(['2024-01-01'])
  })
})
