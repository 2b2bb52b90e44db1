import {
  changeDiscussion,
  idsOf,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  replyTo,
  selectsOf,
} from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { defineExtension, type InstalledExtension } from '../../../points/extension.ts'
import { combineResources, type Resources } from '../../../points/resources/resources.ts'

/** Lists without filters have neither drafts nor what the reader has written. */
const quiet: InstalledExtension = {
  id: 'quiet',
  title: 'Quiet',
  version: '1.0.0',
  declaration: defineExtension({
    resources: {
      discussions: {
        filters: { draft: { value: 'any', where: (eb) => eb('discussions.title', 'like', 'Draft%') } },
        defaultCondition: (eb, { actor }, filters) =>
          filters.length > 0
            ? undefined
            : eb.and([
                eb('discussions.title', 'not like', 'Draft%'),
                ...(actor.isGuest ? [] : [eb('discussions.user_id', 'is distinct from', actor.id)]),
              ]),
      },
      posts: {
        defaultCondition: (eb, _context, filters) =>
          filters.includes('discussion') ? eb('posts.content', 'not like', 'Noise%') : undefined,
      },
    },
  }),
}

onBothDatabases((open) => {
  test('a condition is given the names of the filters in use', async () => {
    const given: string[] = []
    const counting: InstalledExtension = {
      ...quiet,
      declaration: defineExtension({
        resources: {
          discussions: {
            filters: { draft: { value: 'any', where: (eb) => eb('discussions.title', 'like', 'Draft%') } },
            search: { gambits: { 'is:draft': { filter: 'draft' } } },
            defaultCondition(_eb, _context, filters) {
              given.push(filters.join())
              return undefined
            },
          },
        },
      }),
    }
    const guest = (await open({ extensions: [counting] })).guest()
    const namesFor = async (query: string) => {
      given.length = 0
      expect((await guest.get(`/api/discussions?${query}`)).status).toBe(200)
      return [...new Set(given)]
    }
    expect(await namesFor('sort=createdAt')).toEqual([''])
    expect(await namesFor('filter[-draft]=1&filter[id]=1&filter[unknown]=1&sort=createdAt')).toEqual([
      '-draft,id',
    ])
    expect(await namesFor('filter[q]=is:draft&filter[hidden]=1')).toEqual(['q,draft'])
    expect(await namesFor('filter[q]=-is:draft')).toEqual(['q,-draft'])
  })

  const fill = async (extensions: InstalledExtension[]) => {
    const forum = await open({ extensions })
    const ann = await makeUser(forum)
    const plain = await makeDiscussion(forum, { title: 'Plain' })
    const draft = await makeDiscussion(forum, { title: 'Draft apple' })
    const own = await makeDiscussion(forum, { title: 'Own', user_id: ann.id })
    return { forum, ann: await forum.as(ann), ids: [plain, draft, own].map(({ id }) => id) }
  }
  const listed = async (client: Awaited<ReturnType<typeof fill>>['ann'], query = '') =>
    idsOf(await client.get(`/api/discussions?${query}`)).toSorted()
  const count = async (client: Awaited<ReturnType<typeof fill>>['ann'], query = '') =>
    (await client.get(`/api/totals/discussions?${query}`)).body.data.attributes.rows

  test('without a declaration every visible row is listed', async () => {
    const { forum, ann, ids } = await fill([])
    expect(await listed(ann)).toEqual(ids)
    expect(await count(ann)).toEqual({ count: 3, hasMore: false })
    const [list] = await selectsOf(forum, '/api/discussions?include=firstPost')
    expect(list?.sql).not.toContain('like')
  })

  test('a declaration leaves rows out of lists and totals, unless a filter or a search asks for them', async () => {
    const { forum, ann, ids } = await fill([quiet])
    const [plain = 0, draft = 0, own = 0] = ids
    const guest = forum.guest()
    for (const query of ['', 'sort=createdAt', 'page[after]=', 'page[limit]=7', 'filter[unknown]=1']) {
      expect({ query, ids: await listed(guest, query) }).toEqual({ query, ids: [plain, own] })
      expect({ query, ids: await listed(ann, query) }).toEqual({ query, ids: [plain] })
    }
    expect(await count(ann)).toEqual({ count: 1, hasMore: false })
    expect(await count(ann, 'filter[draft]=1')).toEqual({ count: 1, hasMore: false })
    for (const query of ['filter[draft]=1', 'filter[q]=apple', `filter[id]=${draft}`])
      expect({ query, ids: await listed(ann, query) }).toEqual({ query, ids: [draft] })
    expect(await listed(ann, 'filter[-draft]=1')).toEqual([plain, own])
    expect((await ann.get(`/api/discussions/${draft}`)).status).toBe(200)
  })

  test('it applies to lists that find the beginning of a page by number, too', async () => {
    const { forum, ann, ids } = await fill([quiet])
    const [id = 0] = ids
    forum.clock.advance(60)
    await replyTo(ann, id, { content: 'Noise and nothing else' })
    forum.clock.advance(60)
    await replyTo(ann, id, { content: 'A reply with words' })
    const posts = await ann.get(`/api/posts?filter[discussion]=${id}`)
    expect(posts.body.data.map(({ attributes }) => attributes.number)).toEqual([1, 3])
    await changeDiscussion(await forum.as(1), id, { title: 'Renamed' })
    expect((await ann.get('/api/posts')).body.data).toHaveLength(6)
  })
})

test('what is no function, and a list that finds its rows itself, are faults', () => {
  const declare =
    (defaultCondition: unknown, index: object = {}) =>
    () =>
      combineResources([
        {
          owner: 'core',
          section: { users: { table: 'users', endpoints: { index } } } as unknown as Resources,
        },
        { owner: 'gong', section: { users: { defaultCondition } } as unknown as Resources },
      ])
  const section = 'resources › users › defaultCondition'
  expectFault('gong', section, 'is not a function', declare(true))
  expectFault(
    'gong',
    section,
    'the list finds its rows itself',
    declare(() => true, { find: () => [] }),
  )
  expect(declare(() => true)).not.toThrow()
})
