import { join } from 'node:path'
import { eachTestForum, makeUser, readExtension, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'

const extension = await readExtension(join(import.meta.dirname, '../..'))

const pointersOf = ({ body }: Awaited<ReturnType<Awaited<ReturnType<TestForum['as']>>['post']>>) =>
  (body.errors ?? []).map(({ source }) => source?.pointer)

/** What answers say of how a type is drawn. */
const drawn = (type: 'emoji' | 'icon', character: string | null) => ({ type, kind: type, character })

eachTestForum((open) => {
  test('reactions-1: administrators create types, from data.attributes or a flat body; members cannot', async () => {
    const forum = await open({ extensions: [extension] })
    const admin = await forum.as(1)
    const rocket = { identifier: 'rocket', type: 'emoji', display: 'To the moon', enabled: false }
    const made = await admin.post('/api/reactions', { data: { type: 'reactions', attributes: rocket } })
    expect({ status: made.status, data: made.body.data }).toEqual({
      status: 201,
      data: {
        type: 'reactions',
        id: '7',
        attributes: {
          ...drawn('emoji', '🚀'),
          identifier: 'rocket',
          display: null,
          enabled: true,
          position: 6,
        },
      },
    })
    expect((await admin.post('/api/reactions', { identifier: 'fas fa-star', type: 'icon' })).status).toBe(201)
    const member = await forum.as(await makeUser(forum))
    expect((await member.post('/api/reactions', { identifier: 'no', type: 'icon' })).status).toBe(403)
    const { body } = await forum.guest().get('/api/reactions')
    expect(body.data.map(({ attributes }) => attributes.identifier)).toEqual([
      ...['thumbsup', 'thumbsdown', 'laughing', 'confused', 'heart', 'tada'],
      ...['rocket', 'fas fa-star'],
    ])
    expect(body.links).toBeUndefined()
  })

  test('a new type needs an identifier of its own and one of two kinds', async () => {
    const forum = await open({ extensions: [extension] })
    const admin = await forum.as(1)
    for (const [attributes, expected] of [
      [{}, ['identifier', 'type']],
      [{ type: 'icon' }, ['identifier']],
      [{ identifier: 'rocket' }, ['type']],
      [{ identifier: 'rocket', type: 'an emoji' }, ['type']],
      [{ identifier: 'rocket', type: ['icon'] }, ['type']],
      [{ identifier: 'heart', type: 'icon' }, ['identifier']],
      [{ identifier: ' heart ', type: 'icon' }, ['identifier']],
      [{ identifier: { a: 1 }, type: 'icon' }, ['identifier']],
      [{ identifier: 'a\nb', type: 'icon' }, ['identifier']],
      [{ identifier: 'x'.repeat(256), type: 'icon' }, ['identifier']],
    ] as const) {
      const answer = await admin.post('/api/reactions', { data: { attributes } })
      expect({ attributes, status: answer.status, pointers: pointersOf(answer) }).toEqual({
        attributes,
        status: 422,
        pointers: expected.map((name) => `/data/attributes/${name}`),
      })
    }
    expect((await admin.get('/api/reactions')).body.data).toHaveLength(6)
  })

  test('a forum has at most a hundred types', async () => {
    const forum = await open({ extensions: [extension] })
    await forum.current.database.transaction((db) =>
      db
        .insertInto('reactions')
        .values(
          Array.from({ length: 93 }, (_, index) => ({
            identifier: `icon ${index}`,
            display: null,
            type: 'icon' as const,
            position: 6 + index,
            deleted_at: null,
          })),
        )
        .execute(),
    )
    await forum.current.reload()
    const admin = await forum.as(1)
    const create = async (identifier: string) =>
      (await admin.post('/api/reactions', { identifier, type: 'emoji' })).status
    expect([await create('rocket'), await create('eyes')]).toEqual([201, 422])
    const { body } = await forum.guest().get('/api')
    expect(body.data.relationships?.reactions?.data).toHaveLength(100)
  })

  test('reactions-2: administrators change all four attributes, at the top of the body or below data', async () => {
    const forum = await open({ extensions: [extension] })
    const admin = await forum.as(1)
    const attributes = { identifier: 'new', display: '<b>New</b>', type: 'icon', enabled: false }
    const changed = await admin.patch('/api/reactions/1', { attributes })
    expect({ status: changed.status, attributes: changed.body.data.attributes }).toEqual({
      status: 200,
      attributes: { ...attributes, ...drawn('icon', null), position: 0 },
    })
    const usual = await admin.patch('/api/reactions/1', {
      data: { attributes: { enabled: '1', display: null } },
    })
    expect(usual.body.data.attributes).toEqual({
      ...attributes,
      ...drawn('icon', null),
      enabled: true,
      position: 0,
    })
    const member = await forum.as(await makeUser(forum))
    expect((await member.patch('/api/reactions/1', { attributes })).status).toBe(403)
    for (const [sent, name] of [
      [{ type: 'text' }, 'type'],
      [{ identifier: 'heart' }, 'identifier'],
      [{ identifier: '' }, 'identifier'],
      [{ enabled: 'often' }, 'enabled'],
      [{ display: 'x'.repeat(256) }, 'display'],
      [{ display: [] }, 'display'],
    ] as const) {
      const answer = await admin.patch('/api/reactions/1', { attributes: sent })
      expect({ sent, status: answer.status, pointers: pointersOf(answer) }).toEqual({
        sent,
        status: 422,
        pointers: [`/data/attributes/${name}`],
      })
    }
    for (const id of [99, 'one', '1e1']) {
      expect((await admin.patch(`/api/reactions/${id}`, { attributes })).status).toBe(404)
      expect((await admin.delete(`/api/reactions/${id}`)).status).toBe(404)
    }
  })

  test('administrators delete types; members cannot', async () => {
    const forum = await open({ extensions: [extension] })
    const member = await forum.as(await makeUser(forum))
    expect((await member.delete('/api/reactions/2')).status).toBe(403)
    const admin = await forum.as(1)
    expect((await admin.delete('/api/reactions/2')).status).toBe(204)
    expect((await admin.delete('/api/reactions/2')).status).toBe(404)
    expect((await admin.post('/api/reactions', { identifier: 'thumbsdown', type: 'emoji' })).status).toBe(201)
    const { body } = await forum.guest().get('/api/reactions')
    expect(body.data.map(({ id }) => id)).toEqual(['1', '3', '4', '5', '6', '7'])
  })

  test('the forum has all six types from the start', async () => {
    const forum = await open({ extensions: [extension] })
    const { body } = await forum.guest().get('/api')
    expect(body.data.relationships?.reactions?.data).toHaveLength(6)
    expect(body.data.attributes).toMatchObject({
      fofReactionsAllowAnonymous: false,
      fofReactionsCdnUrl: 'https://cdnjs.cloudflare.com/ajax/libs/twemoji/14.0.2/72x72/[codepoint].png',
      ReactionConverts: [null, null, null],
    })
    const types = (body.included ?? []).filter(({ type }) => type === 'reactions')
    expect(types[4]).toEqual({
      type: 'reactions',
      id: '5',
      attributes: { ...drawn('emoji', '❤️'), identifier: 'heart', display: null, enabled: true, position: 4 },
    })
  })

  test('administrators arrange the types; a stale order and one that lacks a type are refused', async () => {
    const forum = await open({ extensions: [extension] })
    const admin = await forum.as(1)
    const order = [6, 5, 4, 3, 2, 1]
    expect((await admin.post('/api/reactions/order', { order, seen: [1, 2, 3, 4, 5, 6] })).status).toBe(204)
    const { body } = await admin.get('/api/reactions')
    expect(body.data.map(({ id, attributes }) => [id, attributes.position])).toEqual([
      ...[
        ['1', 5],
        ['2', 4],
        ['3', 3],
        ['4', 2],
        ['5', 1],
        ['6', 0],
      ],
    ])
    const statusOf = async (sent: object) => (await admin.post('/api/reactions/order', sent)).status
    expect(await statusOf({ order: [1, 2, 3, 4, 5, 6], seen: [1, 2, 3, 4, 5, 6] })).toBe(409)
    for (const wrong of [undefined, null, 'all', [1], [1, 1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 99], [{}, 2]])
      expect({ wrong, status: await statusOf({ order: wrong }) }).toEqual({ wrong, status: 422 })
    const member = await forum.as(await makeUser(forum))
    expect((await member.post('/api/reactions/order', { order })).status).toBe(403)
  })

  test('the address of pictures is one of a site or of the forum', async () => {
    const forum = await open({ extensions: [extension] })
    const admin = await forum.as(1)
    const save = async (address: string) =>
      (await admin.post('/api/settings', { 'fof-reactions.cdnUrl': address })).status
    for (const address of ['https://cdn.example/[codepoint].svg', '/assets/[codepoint].png', ''])
      expect(await save(address)).toBe(204)
    for (const address of [
      'javascript:alert(1)',
      '//cdn.example/a.png',
      'https://a b',
      'https://a.example/"',
    ])
      expect({ address, status: await save(address) }).toEqual({ address, status: 422 })
  })
})
