import {
  changeDiscussion,
  changePost,
  eachTestForum,
  makeDiscussion,
  makeUser,
  startDiscussion,
} from '@parley/testing'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { MigrationContext } from '../../../infrastructure/db/migrations/migrations.ts'
import { permissionDenied } from '../../../infrastructure/errors.ts'
import type { Context } from '../../../points/context/context.ts'
import type { Extension, InstalledExtension } from '../../../points/extension.ts'
import type { Write } from '../../../points/resources/writes.ts'

const installed = (id: string, declaration: unknown): InstalledExtension => ({
  id,
  title: id,
  version: '1.0.0',
  declaration: declaration as Extension,
})

interface Away {
  away_until: string | null
}

interface Absence {
  row: Away
  before: Away
  values: object
}

eachTestForum((open) => {
  describe('a rule about whole writes', () => {
    /** New discussions need a tone, of members a soft one. What it is called with is noted. */
    const toned = (seen: object[]) =>
      installed('toned', {
        resources: {
          discussions: {
            fields: {
              volume: { schema: z.number(), writable: () => true },
            },
            writes: {
              check({ isNew, input, values, row }: Write, { actor }: Context) {
                seen.push({ isNew, id: row.id, tone: input.attributes.tone, values })
                if (!isNew) return []
                if (input.attributes.tone === 'loud' && !actor.isAdmin) throw permissionDenied()
                const pointer = (name: string) => ({ detail: name, pointer: `/data/attributes/${name}` })
                return input.attributes.tone === undefined ? [pointer('tone'), pointer('volume')] : []
              },
            },
          },
        },
      })

    test('is not asked for without the extension', async () => {
      const forum = await open()
      const attributes = { title: 'Hello', content: 'First', volume: 'x', tone: 'loud' }
      expect((await startDiscussion(await forum.as(await makeUser(forum)), attributes)).status).toBe(201)
    })

    test('knows what is missing, and its problems follow those of values', async () => {
      const seen: object[] = []
      const forum = await open({ extensions: [toned(seen)] })
      const member = await forum.as(await makeUser(forum))
      const refusal = async (attributes: object) => {
        const { status, body } = await startDiscussion(member, attributes)
        return [
          status,
          ...body.errors.map(({ source, detail }) => `${source?.pointer?.split('/').at(-1)} ${detail}`),
        ]
      }
      expect(await refusal({ title: 'Hello', content: '' })).toEqual([422, 'tone tone', 'volume volume'])
      const [status, ...problems] = await refusal({ title: 'x', content: '', volume: 'x' })
      expect([status, ...problems.map((problem) => String(problem).split(' ')[0])]).toEqual([
        422,
        'title',
        'volume',
        'tone',
      ])
      expect(await refusal({ title: 'x', content: 'x', tone: 'loud' })).toEqual([403, 'undefined undefined'])
      expect((await refusal({ title: 'Hello', content: '', tone: 'soft' }))[0]).toBe(422)
      seen.length = 0
      const accepted = { title: 'Hello', content: 'x', tone: 'soft', volume: 3 }
      const { status: created, body } = await startDiscussion(member, accepted)
      expect(created).toBe(201)
      const id = Number(body.data.id)
      expect((await changeDiscussion(await forum.as(1), id, { title: 'Hello', volume: 4 })).status).toBe(200)
      expect(seen).toEqual([
        { isNew: true, id: -1, tone: 'soft', values: { volume: 3 } },
        { isNew: false, id, tone: undefined, values: { volume: 4 } },
      ])
      expect((await (await forum.as(1)).get('/api/discussions')).body.data).toHaveLength(1)
    })
  })

  describe('attributes that are written together', () => {
    const date = () => z.union([z.null(), z.iso.date()])
    /** An account is away until a day, for a reason; without the day the reason changes nothing. */
    const away = (changes: object[]) =>
      installed('away', {
        migrations: {
          '001_away': {
            async up({ db, dialect: { types } }: MigrationContext) {
              await sql`alter table users add column away_until ${types.text}`.execute(db)
              await sql`alter table users add column away_reason ${types.text}`.execute(db)
            },
            async down() {},
          },
        },
        resources: {
          users: {
            fields: {
              awayUntil: {
                column: 'away_until',
                schema: date(),
                takesNull: true,
                writable: 'edit',
                json: 'string?',
              },
              awayReason: {
                column: 'away_reason',
                schema: z.string().max(20),
                writable: 'edit',
                json: 'string?',
              },
            },
            writes: {
              together: {
                absence: {
                  fields: ['awayUntil', 'awayReason'],
                  set: (values: Record<string, unknown>) => {
                    if (!Object.hasOwn(values, 'awayUntil')) return {}
                    const { awayUntil, awayReason } = values
                    return { away_until: awayUntil, away_reason: awayUntil ? (awayReason ?? null) : null }
                  },
                  changed: async ({ row, before, values }: Absence) =>
                    void changes.push({ values, from: before.away_until ?? null, to: row.away_until }),
                },
              },
            },
          },
        },
      })

    test('are unknown without the extension', async () => {
      const forum = await open()
      const { id } = await makeUser(forum)
      const { status, body } = await (await forum.as(1)).patch(`/api/users/${id}`, {
        data: { attributes: { awayUntil: 'x' } },
      })
      expect({ status, has: 'awayUntil' in body.data.attributes }).toEqual({ status: 200, has: false })
    })

    test('are one change with all values that were sent, null among them', async () => {
      const changes: object[] = []
      const forum = await open({ extensions: [away(changes)] })
      const { id } = await makeUser(forum)
      const admin = await forum.as(1)
      const change = async (attributes: object) => {
        changes.length = 0
        const { status, body } = await admin.patch(`/api/users/${id}`, { data: { attributes } })
        const { awayUntil, awayReason } = body.data?.attributes ?? {}
        return { status, shown: [awayUntil, awayReason], changes: [...changes] }
      }
      const until = { awayUntil: '2030-01-01', awayReason: 'Sailing' }
      expect(await change({ awayReason: 'Alone' })).toEqual({ status: 200, shown: [null, null], changes: [] })
      expect(await change(until)).toEqual({
        status: 200,
        shown: ['2030-01-01', 'Sailing'],
        changes: [{ values: until, from: null, to: '2030-01-01' }],
      })
      expect(await change(until)).toMatchObject({ status: 200, changes: [] })
      expect(await change({ awayUntil: '2030-01-01', awayReason: 'Home' })).toMatchObject({
        shown: ['2030-01-01', 'Home'],
        changes: [{ from: '2030-01-01', to: '2030-01-01' }],
      })
      expect(await change({ awayUntil: 'soon', awayReason: 'x'.repeat(21) })).toMatchObject({
        status: 422,
        changes: [],
      })
      expect(await change({ awayUntil: null, awayReason: 'x' })).toEqual({
        status: 200,
        shown: [null, null],
        changes: [{ values: { awayUntil: null, awayReason: 'x' }, from: '2030-01-01', to: null }],
      })
      const other = await forum.as(await makeUser(forum))
      expect((await other.patch(`/api/users/${id}`, { data: { attributes: until } })).status).toBe(403)
    })
  })

  describe('a change that fields of others bring about', () => {
    /** Who hides or restores a post has seen it. */
    const seen = (changes: object[]) =>
      installed('seen', {
        migrations: {
          '001_seen': {
            async up({ db, dialect: { types } }: MigrationContext) {
              await sql`alter table posts add column is_seen ${types.boolean} not null default false`.execute(
                db,
              )
            },
            async down() {},
          },
        },
        resources: {
          posts: {
            fields: {
              isSeen: { column: 'is_seen', schema: z.boolean(), writable: 'hide', json: 'boolean' },
            },
            writes: {
              together: {
                seeing: {
                  fields: ['isSeen'],
                  follows: ['isHidden'],
                  set: ({ isSeen, isHidden }: Record<string, unknown>) =>
                    isHidden === undefined ? { is_seen: isSeen } : { is_seen: true },
                  changed: async ({ values }: Absence) => void changes.push(values),
                },
              },
            },
          },
        },
      })

    test('is made when they are sent, even unchanged, and only with the right to write them', async () => {
      const changes: object[] = []
      const forum = await open({ extensions: [seen(changes)] })
      const posts = [1, 2, 3].map((id) => ({ id }))
      await makeDiscussion(forum, { posts })
      const admin = await forum.as(1)
      const change = async (id: number, attributes: object) => {
        const { status, body } = await changePost(admin, id, attributes)
        const { isSeen, isHidden = false } = body.data.attributes
        return { status, isSeen, isHidden }
      }
      expect(await change(1, { content: 'Other' })).toEqual({ status: 200, isSeen: false, isHidden: false })
      expect(await change(1, { isHidden: true })).toEqual({ status: 200, isSeen: true, isHidden: true })
      expect(await change(2, { isHidden: false })).toEqual({ status: 200, isSeen: true, isHidden: false })
      expect(await change(2, { isHidden: false })).toMatchObject({ isSeen: true })
      expect(await change(3, { isSeen: true })).toMatchObject({ isSeen: true })
      expect(changes).toEqual([{ isHidden: true }, { isHidden: false }, { isSeen: true }])
      const member = await forum.as(await makeUser(forum))
      expect((await changePost(member, 3, { isHidden: false })).status).toBe(403)
    })

    test('is not made without the extension', async () => {
      const forum = await open()
      await makeDiscussion(forum, { posts: [{ id: 1 }] })
      const { body } = await changePost(await forum.as(1), 1, { isHidden: true })
      expect(body.data.attributes).toMatchObject({ isHidden: true })
      expect(body.data.attributes).not.toHaveProperty('isSeen')
    })
  })
})
