import {
  type ApiClient,
  type ApiResponse,
  grant,
  idsOf,
  makeDiscussion,
  makeGroup,
  makeUser,
  onBothDatabases,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { administrators, everyone, members, moderators } from '../../../points/context/actor.ts'
import { defineExtension, type InstalledExtension } from '../../../points/extension.ts'
import type { Filter } from '../../../points/resources/filters.ts'

const day = (number: number) => `2020-01-${String(number).padStart(2, '0')}T00:00:00.000Z`

/** Creates `count` discussions, the oldest first. @returns their ids. */
async function makeDiscussions(forum: TestForum, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let number = 1; number <= count; number++) {
    ids.push((await makeDiscussion(forum, { created_at: day(number) })).id)
  }
  return ids
}

async function expectRefusal(client: ApiClient, path: string, status: number, code: string): Promise<void> {
  const response = await client.get(path)
  expect({ path, status: response.status, code: response.body.errors?.[0]?.code }).toEqual({
    path,
    status,
    code,
  })
}

onBothDatabases((open) => {
  test('the links of a list have the exact form of the contract', async () => {
    const forum = await open({ baseUrl: 'http://localhost/community' })
    await makeDiscussions(forum, 5)
    const base = 'http://localhost/community/api/discussions'
    const links = async (query: string) =>
      (await forum.guest().get(`/community/api/discussions${query}`)).body.links
    expect(await links('')).toEqual({ first: base })
    expect(await links('?page[limit]=2')).toEqual({
      first: `${base}?page%5Blimit%5D=2`,
      next: `${base}?page%5Blimit%5D=2&page%5Boffset%5D=2`,
    })
    expect(await links('?sort=-commentCount&page[limit]=2')).toEqual({
      first: `${base}?sort=-commentCount&page%5Blimit%5D=2`,
      next: `${base}?sort=-commentCount&page%5Blimit%5D=2&page%5Boffset%5D=2`,
    })
    expect(await links('?page[offset]=2&page[limit]=2')).toEqual({
      first: `${base}?page%5Blimit%5D=2`,
      prev: `${base}?page%5Blimit%5D=2`,
      next: `${base}?page%5Boffset%5D=4&page%5Blimit%5D=2`,
    })
    expect(await links('?page[offset]=4')).toEqual({ first: base, prev: base })
    expect(await links('?page[limit]=500&filter[author]=a%20b,c&sort=')).toEqual({
      first: `${base}?page%5Blimit%5D=50&filter%5Bauthor%5D=a+b%2Cc&sort=`,
    })
    expect(await links('?page[number]=2&page[limit]=2')).toEqual({
      first: `${base}?page%5Blimit%5D=2`,
      prev: `${base}?page%5Blimit%5D=2`,
      next: `${base}?page%5Bnumber%5D=3&page%5Blimit%5D=2`,
    })
    expect(await links('?page[number]=3&page[limit]=2')).toEqual({
      first: `${base}?page%5Blimit%5D=2`,
      prev: `${base}?page%5Bnumber%5D=2&page%5Blimit%5D=2`,
    })
  })

  test('B103 B356 pages: 20 by default, at most 50, the last one without next', async () => {
    const forum = await open()
    const all = (await makeDiscussions(forum, 25)).reverse()
    await makeDiscussion(forum, { created_at: day(31), hidden_at: day(31) })
    const guest = forum.guest()
    const first = await guest.get('/api/discussions')
    expect(idsOf(first)).toEqual(all.slice(0, 20))
    expect(Object.keys(first.body)).toEqual(['links', 'data'])
    const second = await guest.get('/api/discussions?page[offset]=20')
    expect(idsOf(second)).toEqual(all.slice(20))
    expect({ first: Boolean(first.body.links?.next), second: Boolean(second.body.links?.next) }).toEqual({
      first: true,
      second: false,
    })
    expect(idsOf(await guest.get('/api/discussions?page[limit]=1000'))).toEqual(all)
    expect(idsOf(await guest.get('/api/discussions?page[size]=3'))).toEqual(all.slice(0, 3))
    expect(idsOf(await guest.get('/api/discussions?page[limit]=0'))).toEqual(all.slice(0, 20))
    expect(idsOf(await guest.get('/api/discussions?page[limit]='))).toEqual(all.slice(0, 20))
    expect(idsOf(await guest.get('/api/discussions?page[number]=0&page[limit]=3'))).toEqual(all.slice(0, 3))
    expect(idsOf(await guest.get('/api/discussions?page[number]=2&page[offset]=9&page[limit]=3'))).toEqual(
      all.slice(3, 6),
    )
    for (const beyond of ['page[offset]=999999999999999', 'page[number]=999999999999999&page[limit]=50']) {
      const page = await guest.get(`/api/discussions?${beyond}`)
      expect({ beyond, status: page.status, ids: idsOf(page) }).toEqual({ beyond, status: 200, ids: [] })
    }
  })

  test('B100 B101 B104 B355 D5 parameters that a list does not support are 400', async () => {
    const forum = await open()
    const guest = forum.guest()
    for (const query of [
      'sort=foo',
      'sort=id',
      'sort=createdAt,foo',
      'sort=,createdAt',
      'sort[]=createdAt',
      'sort=toString',
      'include=foo',
      'include=user,foo',
      'include=user,',
      'include=posts',
      'include=user.groups',
      'include[]=user',
      'page[offset]=-1',
      'page[limit]=-1',
      'page[size]=-1',
      'page[limit]=abc',
      'page[limit]=1.5',
      'page[size]=1e2',
      'page[offset]=abc',
      'page[number]=two',
      'page[limit][]=1',
    ]) {
      await expectRefusal(guest, `/api/discussions?${query}`, 400, 'invalid_parameter')
    }
    for (const query of [
      'sort=createdAt',
      'sort=',
      'include=',
      'page=3',
      'page[offset]=',
      'filter=x',
      'fields=x',
    ]) {
      const { status } = await guest.get(`/api/discussions?${query}`)
      expect({ query, status }).toEqual({ query, status: 200 })
    }
    await expectRefusal(guest, '/api/groups?include=x', 400, 'invalid_parameter')
    expect((await guest.get('/api/groups?include=')).status).toBe(200)
  })

  test('every order ends with the id, in the direction of the last field', async () => {
    const forum = await open()
    const same = { created_at: day(1) }
    const [a, b] = [(await makeDiscussion(forum, same)).id, (await makeDiscussion(forum, same)).id]
    const c = (await makeDiscussion(forum, { created_at: day(2), posts: [{}, {}] })).id
    const guest = forum.guest()
    const sorted = async (sort: string) => idsOf(await guest.get(`/api/discussions?sort=${sort}`))
    expect(await sorted('createdAt')).toEqual([a, b, c])
    expect(await sorted('-createdAt')).toEqual([c, b, a])
    expect(await sorted('-commentCount,createdAt')).toEqual([c, a, b])
    expect(await sorted('commentCount,-createdAt')).toEqual([b, a, c])
    expect(await sorted('')).toEqual([c, b, a])
    const often = Array.from({ length: 1200 }, () => 'createdAt').join()
    expect(await sorted(often)).toEqual([a, b, c])
  })

  test('rows with null come first, and last if descending, on both databases', async () => {
    const forum = await open()
    const never = (await makeUser(forum, { last_seen_at: null })).id
    const late = (await makeUser(forum, { last_seen_at: day(2) })).id
    const early = (await makeUser(forum, { last_seen_at: day(1) })).id
    await grant(forum, 'user.viewLastSeenAt', [everyone])
    await grant(forum, 'searchUsers', [everyone])
    const guest = forum.guest()
    const only = `filter[id]=${[never, late, early].join()}`
    expect(idsOf(await guest.get(`/api/users?${only}&sort=lastSeenAt`))).toEqual([never, early, late])
    expect(idsOf(await guest.get(`/api/users?${only}&sort=-lastSeenAt`))).toEqual([late, early, never])
    for (const [sort, expected] of [
      ['lastSeenAt', [never, early, late]],
      ['-lastSeenAt', [late, early, never]],
    ] as const) {
      const pages: number[][] = []
      let path: string | undefined = `/api/users?${only}&sort=${sort}&page[limit]=1&page[after]=`
      while (path) {
        const page: ApiResponse = await guest.get(path)
        pages.push(idsOf(page))
        path = page.body.links?.next?.slice('http://localhost'.length)
      }
      expect(pages.flat()).toEqual(expected)
    }
  })

  test('B358 B359 include replaces the defaults', async () => {
    const forum = await open()
    const author = await makeUser(forum)
    await makeDiscussion(forum, { user_id: author.id })
    const guest = forum.guest()
    const relationships = async (query: string) =>
      Object.keys((await guest.get(`/api/discussions${query}`)).body.data[0]?.relationships ?? {})
    expect(await relationships('?include=')).toEqual(['user', 'lastPostedUser'])
    expect(await relationships('?include=user')).toEqual(['user'])
    expect(await relationships('?include=firstPost,lastPost')).toEqual(['firstPost', 'lastPost'])
    const nested = await guest.get('/api/discussions?include=mostRelevantPost.user')
    expect({ status: nested.status, relationships: nested.body.data[0]?.relationships }).toEqual({
      status: 200,
      relationships: undefined,
    })
  })

  test('resources are included once each, by type and in the order of their first occurrence', async () => {
    const forum = await open()
    const [one, two] = [await makeUser(forum), await makeUser(forum)]
    for (const { id } of [one, two, one]) await makeDiscussion(forum, { user_id: id })
    const { body } = await forum.guest().get('/api/discussions?include=firstPost,user&sort=createdAt')
    expect(body.included?.map(({ type, id }) => `${type} ${id}`)).toEqual([
      'posts 1',
      'posts 2',
      'posts 3',
      `users ${one.id}`,
      `users ${two.id}`,
    ])
    expect(Object.keys(body.included?.[0] ?? {})).toEqual(['type', 'id', 'attributes'])
  })

  test('B361 sparse fields omit attributes and relationships, but no included resources', async () => {
    const forum = await open()
    const author = await makeUser(forum)
    const { id } = await makeDiscussion(forum, { user_id: author.id })
    const guest = forum.guest()
    const users = await guest.get(`/api/posts?filter[discussion]=${id}&fields[users]=username`)
    expect(users.body.included?.find(({ type }) => type === 'users')).toEqual({
      type: 'users',
      id: String(author.id),
      attributes: { username: author.username },
    })
    const { body } = await guest.get('/api/discussions?fields[discussions]=title,user,nonsense')
    expect(body.data[0]).toEqual({
      type: 'discussions',
      id: String(id),
      attributes: { title: expect.any(String) },
      relationships: { user: { data: { type: 'users', id: String(author.id) } } },
    })
    const none = await guest.get('/api/discussions?fields[discussions]=&include=lastPostedUser')
    expect(none.body.data[0]).toEqual({ type: 'discussions', id: String(id) })
    expect(none.body.included).toHaveLength(1)
  })

  test('D16 every list supports filter[id]', async () => {
    const forum = await open()
    const [a, b, c] = await makeDiscussions(forum, 3)
    const hidden = (await makeDiscussion(forum, { hidden_at: day(1) })).id
    const guest = forum.guest()
    expect(idsOf(await guest.get(`/api/discussions?filter[id]=${a},${c},${hidden},999`))).toEqual([c, a])
    expect(idsOf(await guest.get(`/api/discussions?filter[id][]=${a}&filter[id][]="${b}"`))).toEqual([b, a])
    expect(idsOf(await guest.get(`/api/discussions?filter[-id]=${a}`))).toEqual([c, b])
    expect(idsOf(await guest.get('/api/groups?filter[id]=3,1'))).toEqual([administrators, members])
    for (const value of ['x', '', '1,', '1;drop', '1.5', '99999999999999999999']) {
      const response = await guest.get(`/api/discussions?filter[id]=${value}`)
      expect({ value, status: response.status }).toEqual({ value, status: 422 })
      expect(response.body.errors[0]).toMatchObject({
        status: '422',
        code: 'validation_error',
        source: { pointer: '/data/attributes/message' },
      })
    }
    expect((await guest.get('/api/discussions?filter[id][][a]=1')).status).toBe(422)
  })

  test('B328 unknown filters are ignored', async () => {
    const forum = await open()
    const all = await makeDiscussions(forum, 2)
    const guest = forum.guest()
    for (const query of ['filter[foo]=1', 'filter[-foo]=1', 'filter[toString]=1', 'filter[__proto__]=1']) {
      expect(idsOf(await guest.get(`/api/discussions?${query}`))).toEqual([...all].reverse())
    }
  })

  test('pages by cursor together hold each row once, in order', async () => {
    const forum = await open()
    const same = { created_at: day(1) }
    for (let number = 0; number < 7; number++) await makeDiscussion(forum, number % 2 ? same : {})
    const guest = forum.guest()
    for (const sort of ['', '-commentCount', 'createdAt', '-createdAt']) {
      const seen: number[] = []
      let path: string | undefined = `/api/discussions?sort=${sort}&page[limit]=3&page[after]=`
      while (path) {
        const page: ApiResponse = await guest.get(path)
        expect(page.body.links?.prev).toBeUndefined()
        seen.push(...idsOf(page))
        path = page.body.links?.next?.slice('http://localhost'.length)
      }
      const all = idsOf(await guest.get(`/api/discussions?sort=${sort}`))
      expect({ sort, ids: seen }).toEqual({ sort, ids: all })
    }
  })

  test('a forged cursor, or one of another order, is 400', async () => {
    const forum = await open()
    await makeDiscussions(forum, 3)
    const guest = forum.guest()
    const { body } = await guest.get('/api/discussions?page[limit]=1&page[after]=')
    const cursorOfForum = /after%5D=([^&]+)/.exec(body.links?.next ?? '')?.[1] ?? ''
    expect((await guest.get(`/api/discussions?page[after]=${cursorOfForum}`)).status).toBe(200)
    const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const cursor of [
      'x',
      `${cursorOfForum}x`,
      `x${cursorOfForum}`,
      forge(['nonsense', 1]),
      forge([day(1), 1]),
      forge([1.5, 'x']),
      forge({}),
      '%00',
    ]) {
      await expectRefusal(guest, `/api/discussions?page[after]=${cursor}`, 400, 'invalid_parameter')
    }
    for (const path of ['/api/discussions?sort=commentCount&', '/api/groups?'])
      await expectRefusal(guest, `${path}page[after]=${cursorOfForum}`, 400, 'invalid_parameter')
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('D7 a list without a limit has the first link only', async () => {
    const forum = await open()
    const more = []
    for (let number = 0; number < 60; number++) more.push((await makeGroup(forum)).id)
    const guest = forum.guest()
    const all = await guest.get('/api/groups')
    expect(idsOf(all)).toEqual([administrators, everyone, members, moderators, ...more])
    expect(all.body.links).toEqual({ first: 'http://localhost/api/groups' })
    const rest = await guest.get('/api/groups?page[offset]=62')
    expect(idsOf(rest)).toEqual(more.slice(58))
    expect(rest.body.links).toEqual({ first: 'http://localhost/api/groups' })
    expect(idsOf(await guest.get('/api/groups?page[limit]=2&page[offset]=2'))).toEqual([members, moderators])
    expect(idsOf(await guest.get('/api/groups?page[limit]=100'))).toHaveLength(50)
    const names = (await guest.get('/api/groups?sort=nameSingular&page[limit]=4')).body.data
    expect(names.map(({ attributes }) => attributes.nameSingular)).toEqual(
      names.map(({ attributes }) => attributes.nameSingular).sort(),
    )
  })

  test('without viewForum lists are empty', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum)
    await grant(forum, 'viewForum', [])
    await setSettings(forum, {})
    const guest = forum.guest()
    expect(idsOf(await guest.get('/api/discussions'))).toEqual([])
    const posts = await guest.get('/api/posts')
    expect({ status: posts.status, ids: idsOf(posts) }).toEqual({ status: 200, ids: [] })
    await expectRefusal(guest, `/api/discussions/${id}`, 404, 'not_found')
  })

  test('a negated filter is the negation of its condition, or the condition that it declares', async () => {
    const isLong: Extract<Filter<'discussions'>, { value: 'any' }>['where'] = (eb) =>
      eb(sql`length(discussions.title)`, '>', 5)
    const declared: InstalledExtension = {
      id: 'lengths',
      title: 'Lengths',
      version: '1.0.0',
      declaration: defineExtension({
        resources: {
          discussions: {
            filters: {
              long: { value: 'any', where: isLong },
              longer: {
                value: 'any',
                where: isLong,
                whereNot: (eb) => eb(sql`length(discussions.title)`, '<', 5),
              },
            },
            search: { gambits: { 'is:long': { filter: 'long' }, 'is:longer': { filter: 'longer' } } },
          },
        },
      }),
    }
    const forum = await open({ extensions: [declared] })
    const [short, equal, long] = [
      await makeDiscussion(forum, { title: 'abc' }),
      await makeDiscussion(forum, { title: 'abcde' }),
      await makeDiscussion(forum, { title: 'abcdefg' }),
    ]
    const list = async (query: string) =>
      idsOf(await forum.guest().get(`/api/discussions?${query}`)).sort((a, b) => a - b)
    expect(await list('filter[long]=1')).toEqual([long.id])
    expect(await list('filter[-long]=1')).toEqual([short.id, equal.id])
    expect(await list('filter[q]=-is:long')).toEqual([short.id, equal.id])
    expect(await list('filter[longer]=1')).toEqual([long.id])
    expect(await list('filter[-longer]=1')).toEqual([short.id])
    expect(await list('filter[q]=-is:longer')).toEqual([short.id])
  })
})
