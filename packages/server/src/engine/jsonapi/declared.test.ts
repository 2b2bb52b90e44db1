import {
  changeDiscussion,
  eachTestForum,
  idsOf,
  makeDiscussion,
  makeUser,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { DiscussionRow } from '../../features/discussions/table.ts'
import { deny, forceDeny } from '../../points/access/verdicts.ts'
import { moderators } from '../../points/context/actor.ts'
import type { Extension, InstalledExtension } from '../../points/extension.ts'
import type { Field } from '../../points/resources/fields.ts'
import { loadRows } from './rows.ts'

const receivedEvents: string[] = []

/** An extension that uses every point of a resource. */
const gong: Extension = {
  permissions: { 'discussion.ring': { default: ['moderator'] } },
  policies: {
    discussions: {
      hide: {
        verdict: (_actor, { title }) => (title === 'Bronze' ? forceDeny : undefined),
        scope: (eb) => ({ forceDeny: eb('discussions.title', '=', 'Bronze') }),
      },
      view: {
        verdict: (_actor, { title }) => (title === 'Silent' ? deny : undefined),
        scope: (eb) => ({ deny: eb('discussions.title', '=', 'Silent') }),
      },
    },
  },
  on: { 'discussion.renamed': ({ previousTitle }) => void receivedEvents.push(`on ${previousTitle}`) },
  afterCommit: {
    'discussion.renamed': ({ discussion }) => void receivedEvents.push(`after ${discussion.title}`),
  },
  throttles: { slow: { endpoints: ['discussions.delete'], wait: () => 7.2 } },
  routes: [
    { method: 'GET', path: '/api/gong/:size', run: ({ params }) => ({ status: 200, json: params }) },
    { method: 'POST', path: '/gong', run: () => ({ status: 204, empty: true }) },
  ],
  resources: {
    discussions: {
      abilities: ['ring'],
      fields: {
        tone: { form: 'basic', get: ({ title }) => `${title}!` },
        loudness: {
          load: async (rows) => new Map(rows.filter(({ id }) => id > 1).map(({ id }) => [id, id * 10])),
        },
        ringTitle: {
          schema: z.string().transform((text) => `${text} rung`),
          writable: 'ring',
          set: (title) => ({ title }) as never,
        },
      },
      relations: {
        ringer: {
          to: 'users',
          form: 'basic',
          load: async (rows, context) => {
            const admin = (await loadRows(context, 'users', [1])).get(1)
            return new Map(rows.flatMap(({ id }) => (admin ? [[id, admin]] : [])))
          },
        },
        echoes: {
          to: 'discussions',
          many: true,
          load: async (rows) => new Map(rows.map(({ id }) => [id, id > 1 ? [1, 99] : []])),
        },
      },
      filters: { loud: { value: 'integer', where: (eb, id) => eb('discussions.id', '>', id) } },
      sorts: { title: 'title', secret: { column: 'id', allowed: ({ actor }) => actor.isAdmin } },
      include: ['ringer'],
      defaultInclude: { index: ['ringer'], show: ['echoes'] },
    },
  },
}

const installed: InstalledExtension = { id: 'gong', title: 'Gong', version: '1.0.0', declaration: gong }

async function fixture(forum: TestForum): Promise<void> {
  for (const [index, title] of ['Bronze', 'Alloy', 'Silent'].entries()) {
    await makeDiscussion(forum, {
      id: index + 1,
      title,
      user_id: 1,
      created_at: `202${index}-01-01T00:00:00.000Z`,
    })
  }
}

eachTestForum((open) => {
  test('B328 B329 B331 nothing of an extension exists while it is not installed', async () => {
    const forum = await open()
    await fixture(forum)
    const admin = await forum.as(1)
    const { attributes, relationships } = (await admin.get('/api/discussions/2')).body.data
    expect(['tone', 'loudness', 'canRing'].filter((name) => name in attributes)).toEqual([])
    expect(relationships).not.toHaveProperty('echoes')
    expect(idsOf(await admin.get('/api/discussions?filter[loud]=1'))).toEqual([3, 2, 1])
    expect((await admin.get('/api/discussions?sort=title')).status).toBe(400)
    expect((await admin.get('/api/discussions?include=ringer')).status).toBe(400)
    expect((await admin.get('/api/gong/4')).status).toBe(404)
    expect((await admin.delete('/api/discussions/1')).status).toBe(204)
  })

  test('a field of the smallest form gets the columns that it reads, whether it declares them or not', async () => {
    const field = (reads?: readonly ['comment_count']) => ({
      form: 'basic',
      get: ({ comment_count }: { comment_count: number }) => comment_count + 1,
      ...(reads && { reads }),
    })
    for (const rings of [field(), field(['comment_count'])]) {
      const declaration: Extension = { resources: { users: { fields: { rings } } } }
      const forum = await open({ extensions: [{ ...installed, declaration }] })
      await makeDiscussion(forum, { user_id: 1 })
      const { included } = (await forum.guest().get('/api/discussions?include=user')).body
      expect(included?.map(({ attributes }) => attributes)).toMatchObject([{ username: 'admin', rings: 2 }])
    }
  })

  test('null is written to fields that take it, and absent for all others', async () => {
    const stored = new Map<number, string | null>([[1, 'soft']])
    const tone = (takesNull?: true): Field<DiscussionRow, string | null> => ({
      schema: z.enum(['soft', 'loud']).nullable(),
      ...(takesNull && { takesNull }),
      writable: () => true,
      get: ({ id }) => stored.get(id) ?? null,
      current: ({ id }) => stored.get(id) ?? null,
      changed: async ({ row, value }) => void stored.set(row.id, value),
    })
    const declaration: Extension = {
      resources: { discussions: { fields: { pitch: tone(true), tone: tone() } } },
    }
    const forum = await open({ extensions: [{ ...installed, declaration }] })
    await makeDiscussion(forum, { id: 1, user_id: 1 })
    const admin = await forum.as(1)
    const change = async (attributes: object) => {
      const { status } = await changeDiscussion(admin, 1, attributes)
      return { status, stored: stored.get(1) }
    }
    expect(await change({ tone: null })).toEqual({ status: 200, stored: 'soft' })
    expect(await change({ pitch: 'quiet' })).toEqual({ status: 422, stored: 'soft' })
    expect(await change({ pitch: null })).toEqual({ status: 200, stored: null })
    expect(await change({ pitch: 'loud' })).toEqual({ status: 200, stored: 'loud' })
  })

  describe('with the extension', () => {
    test('B329 fields and abilities', async () => {
      const forum = await open({ extensions: [installed] })
      await fixture(forum)
      const [guest, moderator] = [
        forum.guest(),
        await forum.as(await makeUser(forum, { groupIds: [moderators] })),
      ]
      const [two, one] = (await guest.get('/api/discussions')).body.data
      expect(two?.attributes).toMatchObject({ tone: 'Alloy!', loudness: 20, canRing: false })
      expect(one?.attributes).toMatchObject({ tone: 'Bronze!', canRing: false })
      expect(one?.attributes).not.toHaveProperty('loudness')
      const post = (await guest.get('/api/posts/1')).body.included?.find(({ type }) => type === 'discussions')
      expect(Object.keys(post?.attributes ?? {})).toEqual(['title', 'slug', 'tone'])
      const ring = { data: { attributes: { ringTitle: 'Bell' } } }
      const rung = await moderator.patch('/api/discussions/1', ring)
      expect(rung.body.data.attributes).toMatchObject({ title: 'Bell rung', canRing: true })
      expect((await (await forum.as(await makeUser(forum))).patch('/api/discussions/1', ring)).status).toBe(
        403,
      )
      const wrong = await moderator.patch('/api/discussions/1', { data: { attributes: { ringTitle: 7 } } })
      expect({ status: wrong.status, pointer: wrong.body.errors[0]?.source?.pointer }).toEqual({
        status: 422,
        pointer: '/data/attributes/ringTitle',
      })
    })

    test('B331 B332 relations to one and to many', async () => {
      const forum = await open({ extensions: [installed] })
      await fixture(forum)
      const guest = forum.guest()
      const list = await guest.get('/api/discussions')
      expect(list.body.data[0]?.relationships?.ringer).toEqual({ data: { type: 'users', id: '1' } })
      expect(list.body.included).toHaveLength(1)
      const echoes = async (id: number) => (await guest.get(`/api/discussions/${id}?include=echoes`)).body
      expect((await echoes(2)).data.relationships).toEqual({
        echoes: { data: ['1', '99'].map((id) => ({ type: 'discussions', id })) },
      })
      expect((await echoes(1)).data.relationships).toEqual({ echoes: { data: [] } })
      expect((await echoes(2)).included).toBeUndefined()
    })

    test('a relation that any request may include is behind other resources and in answers to writes', async () => {
      const forum = await open({ extensions: [installed] })
      await fixture(forum)
      const admin = await forum.as(1)
      const ringer = { data: { type: 'users', id: '1' } }
      const body = { data: { type: 'discussions', id: '2', attributes: { title: 'Tin' } } }
      const changed = await admin.patch('/api/discussions/2?include=ringer', body)
      expect(changed.body.data.relationships?.ringer).toEqual(ringer)
      const content = { type: 'posts', attributes: { content: 'Ding' } }
      const relationships = { discussion: { data: { type: 'discussions', id: '2' } } }
      const path = '/api/posts?include=discussion,discussion.ringer'
      const reply = await admin.post(path, { data: { ...content, relationships } })
      const discussions = reply.body.included?.filter(({ type }: { type: string }) => type === 'discussions')
      expect(discussions).toMatchObject([{ id: '2', relationships: { ringer } }])
    })

    test('B328 filters, sorts, scopes', async () => {
      const forum = await open({ extensions: [installed] })
      await fixture(forum)
      const [guest, admin] = [forum.guest(), await forum.as(1)]
      expect(idsOf(await guest.get('/api/discussions'))).toEqual([2, 1])
      expect(idsOf(await guest.get('/api/discussions?filter[loud]=1'))).toEqual([2])
      expect(idsOf(await guest.get('/api/discussions?filter[-loud]=1'))).toEqual([1])
      expect((await guest.get('/api/discussions?filter[loud]=x')).status).toBe(422)
      expect(idsOf(await guest.get('/api/discussions?sort=title'))).toEqual([2, 1])
      expect((await guest.get('/api/discussions?sort=secret')).status).toBe(400)
      expect(idsOf(await admin.get('/api/discussions?sort=secret'))).toEqual([1, 2])
      expect((await admin.get('/api/discussions/3')).status).toBe(404)
      expect(idsOf(await admin.get('/api/posts?filter[discussion]=3'))).toEqual([])
      expect((await admin.get('/api/posts/3')).status).toBe(404)
    })

    test('policies, throttles, routes, events', async () => {
      const forum = await open({ extensions: [installed] })
      await fixture(forum)
      const admin = await forum.as(1)
      const hide = { data: { attributes: { isHidden: true } } }
      expect((await admin.patch('/api/discussions/1', hide)).status).toBe(403)
      expect((await admin.patch('/api/discussions/2', hide)).status).toBe(200)
      const slow = await admin.delete('/api/discussions/1')
      expect({ status: slow.status, retryAfter: slow.headers['retry-after'] }).toEqual({
        status: 429,
        retryAfter: '8',
      })
      expect(JSON.parse((await forum.guest().get('/api/gong/4')).text)).toEqual({ size: '4' })
      expect((await admin.delete('/api/gong/4')).status).toBe(405)
      expect((await forum.guest().post('/gong')).status).toBe(400)
      receivedEvents.length = 0
      await admin.patch('/api/discussions/1', { data: { attributes: { title: 'Brass' } } })
      await forum.settled()
      expect(receivedEvents).toEqual(['on Bronze', 'after Brass'])
    })
  })

  test('B383 posts and discussions of a deleted account remain, without a user', async () => {
    const forum = await open()
    const author = await makeUser(forum)
    await makeDiscussion(forum, { id: 1, user_id: author.id })
    await forum.current.database.transaction((db) =>
      db.deleteFrom('users').where('id', '=', author.id).execute(),
    )
    const guest = forum.guest()
    const { body } = await guest.get('/api/discussions/1')
    expect(Object.keys(body.data.relationships ?? {})).toEqual(['posts'])
    expect(body.included?.map(({ relationships }) => Object.keys(relationships ?? {}))).toEqual([
      ['discussion'],
    ])
    expect((await guest.get('/api/discussions')).body.data[0]?.relationships).toBeUndefined()
    expect(Object.keys((await guest.get('/api/posts/1')).body.data.relationships ?? {})).toEqual([
      'discussion',
    ])
  })
})
