import {
  eachTestForum,
  makeDiscussion,
  makePost,
  makeUser,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'

const later = '2024-01-01T00:00:00.000Z'

/** The numbers of the posts that an answer includes in full. */
async function numbers(forum: TestForum, path: string, asAdmin = false): Promise<unknown[]> {
  const client = asAdmin ? await forum.as(1) : forum.guest()
  const { status, body } = await client.get(path)
  expect({ path, status }).toEqual({ path, status: 200 })
  const posts = Array.isArray(body.data) ? body.data : (body.included ?? [])
  return posts.filter(({ type }) => type === 'posts').map(({ attributes }) => attributes.number)
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

eachTestForum((open) => {
  test('B065 a discussion has the attributes and relationships of the contract', async () => {
    const forum = await open()
    const author = await makeUser(forum)
    const { id } = await makeDiscussion(forum, {
      title: 'Hello',
      slug: 'hello',
      user_id: author.id,
      created_at: '2024-01-01T10:00:00.000Z',
    })
    const { status, headers, body } = await forum.guest().get(`/api/discussions/${id}`)
    expect({ status, contentType: headers['content-type'] }).toEqual({
      status: 200,
      contentType: 'application/vnd.api+json',
    })
    expect(Object.keys(body)).toEqual(['data', 'included'])
    expect(body.data).toEqual({
      type: 'discussions',
      id: String(id),
      attributes: {
        title: 'Hello',
        slug: `${id}-hello`,
        commentCount: 1,
        participantCount: 1,
        createdAt: '2024-01-01T10:00:00+00:00',
        lastPostedAt: '2024-01-01T10:00:00+00:00',
        lastPostNumber: 1,
        canReply: false,
        canRename: false,
        canDelete: false,
        canHide: false,
      },
      relationships: {
        user: { data: { type: 'users', id: String(author.id) } },
        posts: { data: [{ type: 'posts', id: '1' }] },
      },
    })
    const post = body.included?.find(({ type }) => type === 'posts')
    expect(Object.keys(post?.attributes ?? {}).sort()).toEqual([
      'canDelete',
      'canEdit',
      'canHide',
      'contentHtml',
      'contentType',
      'createdAt',
      'number',
      'renderFailed',
    ])
    expect(post?.relationships).toEqual({
      discussion: { data: { type: 'discussions', id: String(id) } },
      user: { data: { type: 'users', id: String(author.id) } },
    })
    expect(body.included?.some(({ type, id: other }) => type === 'discussions' && other === String(id))).toBe(
      false,
    )
  })

  test('B061 D4 ids and slugs', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum)
    const guest = forum.guest()
    for (const path of [`${id}`, `${id}-xyz`, `${id}-`, `${id}-xyz?bySlug=true`, `${id}-a-b?bySlug=1`]) {
      expect({ path, status: (await guest.get(`/api/discussions/${path}`)).status }).toEqual({
        path,
        status: 200,
      })
    }
    for (const path of [
      '0',
      '999',
      `${id}x`,
      `x${id}`,
      '-1',
      `%2B${id}`,
      `${id}.0`,
      `${id}%00`,
      '9999999999999999999',
      'x?bySlug=1',
    ]) {
      const { status, body } = await guest.get(`/api/discussions/${path}`)
      expect({ path, status, code: body.errors?.[0]?.code }).toEqual({ path, status: 404, code: 'not_found' })
    }
    for (const path of [`posts/1x`, 'posts/1-a', 'users/1-a', 'groups/1a']) {
      expect({ path, status: (await guest.get(`/api/${path}`)).status }).toEqual({ path, status: 404 })
    }
  })

  test('B290 B292 B293 slugs follow the driver', async () => {
    const forum = await open()
    const plain = await makeDiscussion(forum, { title: 'Empty discussion', slug: 'empty-discussion' })
    const telugu = await makeDiscussion(forum, { title: 'శ్రీనివాస %$ రామానుజన్', slug: '' })
    const slugs = async () =>
      (await forum.guest().get('/api/discussions?sort=createdAt')).body.data.map(
        ({ attributes }) => attributes.slug,
      )
    expect(await slugs()).toEqual([`${plain.id}-empty-discussion`, `${telugu.id}`])
    await setSettings(forum, { 'slug_driver_Flarum\\Discussion\\Discussion': 'utf8' })
    expect(await slugs()).toEqual([`${plain.id}-empty-discussion`, `${telugu.id}-శ్రీనివాస--రామానుజన్`])
    await setSettings(forum, { 'slug_driver_Flarum\\Discussion\\Discussion': 'nonsense' })
    expect(await slugs()).toEqual([`${plain.id}-empty-discussion`, `${telugu.id}`])
  })

  describe('the window of posts', () => {
    test('has all ids in number order, and twenty posts in full wherever it begins', async () => {
      const forum = await open()
      const { id } = await makeDiscussion(forum, { posts: range(1, 60).map(() => ({})) })
      const { body } = await forum.guest().get(`/api/discussions/${id}`)
      expect(body.data.relationships?.posts?.data.map((post) => Number(post.id))).toEqual(range(1, 60))
      const shown = (query: string) => numbers(forum, `/api/discussions/${id}?${query}`)
      expect(await shown('')).toEqual(range(1, 20))
      expect(await shown('page[limit]=5')).toEqual(range(1, 5))
      expect(await shown('page[limit]=500')).toEqual(range(1, 50))
      expect(await shown('page[offset]=50')).toEqual(range(51, 60))
      expect(await shown('page[offset]=60')).toEqual([])
      expect(await shown('page[number]=3&page[limit]=7')).toEqual(range(15, 21))
      expect(await shown('page[near]=30')).toEqual(range(20, 39))
      expect(await shown('page[near]=5')).toEqual(range(1, 20))
      expect(await shown('page[near]=60')).toEqual(range(50, 60))
      expect(await shown('page[near]=999')).toEqual(range(50, 60))
      expect(await shown('page[near]=30&page[limit]=4')).toEqual(range(28, 31))
      expect(await shown('page[near]=30&page[limit]=1')).toEqual([30])
      for (const first of ['0', '1', 'reply', '', '-5', '1.5']) {
        expect({ first, shown: await shown(`page[near]=${first}`) }).toEqual({ first, shown: range(1, 20) })
      }
      expect(await shown('include=user,posts&page[near]=30')).toEqual(range(20, 39))
      const without = await forum.guest().get(`/api/discussions/${id}?include=user`)
      expect(without.body.data.relationships).toBeUndefined()
      expect((await forum.guest().get(`/api/discussions/${id}?page[limit]=x`)).status).toBe(400)
      expect((await forum.guest().get(`/api/discussions/${id}?page[offset]=-1`)).status).toBe(400)
    })

    test('page[near] counts visible posts, over block borders, gaps and invisible posts', async () => {
      const forum = await open()
      const hidden = (number: number) => number % 7 === 0
      const present = range(1, 700).filter((number) => number < 300 || number > 420)
      const { id } = await makeDiscussion(forum, {
        posts: present.map((number) => ({
          number,
          ...(hidden(number) && { hidden_at: later }),
          ...(number % 50 === 1 && { type: 'unheardOf', content: '{}' }),
          ...(number % 50 === 2 && { is_private: true }),
        })),
      })
      const isKnown = (number: number) => number % 50 !== 1 && number % 50 !== 2
      const guestSees = present.filter((number) => isKnown(number) && !hidden(number))
      const adminSees = present.filter(isKnown)
      for (const [seen, asAdmin] of [
        [guestSees, false],
        [adminSees, true],
      ] as const) {
        for (const near of [2, 10, 255, 256, 257, 299, 340, 370, 420, 512, 513, 690, 700, 5000]) {
          const target = [...present].sort(
            (a, b) => Math.abs(a - near) - Math.abs(b - near) || a - b,
          )[0] as number
          const offset = Math.max(0, seen.filter((number) => number < target).length - 10)
          const expected = seen.slice(offset, offset + 20)
          const query = `page[near]=${near}`
          expect({ near, shown: await numbers(forum, `/api/discussions/${id}?${query}`, asAdmin) }).toEqual({
            near,
            shown: expected,
          })
          expect({
            near,
            listed: await numbers(forum, `/api/posts?filter[discussion]=${id}&${query}`, asAdmin),
          }).toEqual({ near, listed: expected })
          const client = asAdmin ? await forum.as(1) : forum.guest()
          const { links } = (await client.get(`/api/posts?filter[discussion]=${id}&${query}`)).body
          const before = Math.max(0, offset - 20)
          expect(/offset%5D=(\d+)/.exec(links?.prev ?? '')?.[1]).toBe(before > 0 ? String(before) : undefined)
          expect(Boolean(links?.prev)).toBe(offset > 0)
          expect(Boolean(links?.next)).toBe(offset + 20 < seen.length)
        }
        for (const offset of [0, 99, 101, 200, 255, 256, 500, seen.length - 1, seen.length, 5000]) {
          const expected = seen.slice(offset, offset + 20)
          expect({
            offset,
            shown: await numbers(forum, `/api/discussions/${id}?page[offset]=${offset}`, asAdmin),
          }).toEqual({ offset, shown: expected })
          expect({
            offset,
            listed: await numbers(
              forum,
              `/api/posts?filter[discussion]=${id}&page[offset]=${offset}`,
              asAdmin,
            ),
          }).toEqual({ offset, listed: expected })
        }
      }
    })

    test('D19 the closest number counts, not the date; of two equally close numbers the lower', async () => {
      const forum = await open()
      const { id } = await makeDiscussion(forum, {
        posts: range(1, 40).map((number) => ({
          number: number * 2,
          created_at: new Date(Date.UTC(2020, 0, 50 - number)).toISOString(),
        })),
      })
      expect(await numbers(forum, `/api/discussions/${id}?page[near]=41&page[limit]=2`)).toEqual([38, 40])
    })

    test('a discussion that shows no post has no posts relationship', async () => {
      const forum = await open()
      const author = await makeUser(forum)
      const { id } = await makeDiscussion(forum, {
        user_id: author.id,
        posts: [{ user_id: null, hidden_at: later, hidden_user_id: 1 }],
      })
      const { status, body } = await (await forum.as(author)).get(`/api/discussions/${id}?page[near]=5`)
      expect({ status, relationships: Object.keys(body.data.relationships ?? {}) }).toEqual({
        status: 200,
        relationships: ['user'],
      })
    })
  })

  test('B296 an unknown slug driver falls back to the default one', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { title: 'A & B', slug: 'a-b', user_id: 1 })
    const drivers = ['Flarum\\Discussion\\Discussion', 'Flarum\\User\\User']
    await setSettings(forum, Object.fromEntries(drivers.map((model) => [`slug_driver_${model}`, 'rhyme'])))
    const { data, included } = (await forum.guest().get(`/api/discussions/${id}?include=user`)).body
    expect({ discussionSlug: data.attributes.slug, userSlug: included?.[0]?.attributes.slug }).toEqual({
      discussionSlug: `${id}-a-b`,
      userSlug: 'admin',
    })
  })

  test('a read state is shown to its owner only, where there is one', async () => {
    const forum = await open()
    const [reader, other] = [await makeUser(forum), await makeUser(forum)]
    const { id } = await makeDiscussion(forum, { posts: [{}, {}, {}] })
    await makePost(forum, id)
    const client = await forum.as(reader)
    await client.patch(`/api/discussions/${id}`, { data: { attributes: { lastReadPostNumber: 2 } } })
    const read = { lastReadAt: '2024-01-01T00:00:00+00:00', lastReadPostNumber: 2 }
    expect((await client.get(`/api/discussions/${id}`)).body.data.attributes).toMatchObject(read)
    expect((await client.get('/api/discussions')).body.data[0]?.attributes).toMatchObject(read)
    for (const stranger of [forum.guest(), await forum.as(other)]) {
      const { attributes } = (await stranger.get(`/api/discussions/${id}`)).body.data
      expect(Object.keys(attributes).filter((name) => name.startsWith('lastRead'))).toEqual([])
    }
  })
})
