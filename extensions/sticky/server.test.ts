import {
  type ApiResponse,
  changeDiscussion,
  eachTestForum,
  idsOf,
  makeDiscussion,
  makePost,
  makeUser,
  readExtension,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'

const extension = await readExtension(import.meta.dirname)
const day = (number: number) => new Date(Date.UTC(2020, 0, number)).toISOString()
/** Discussions 1 to 4, the oldest first; 1 and 3 are sticky. */
async function fixture(forum: TestForum): Promise<void> {
  for (const id of [1, 2, 3, 4]) {
    await makeDiscussion(forum, { id, created_at: day(id), is_sticky: id % 2 === 1 })
  }
}

eachTestForum((open) => {
  test('sticky-1 a guest sees them first, the newest activity first', async () => {
    const forum = await open({ extensions: [extension] })
    await fixture(forum)
    const guest = forum.guest()
    expect(idsOf(await guest.get('/api/discussions'))).toEqual([3, 1, 4, 2])
    expect(idsOf(await guest.get('/api/discussions?sort='))).toEqual([3, 1, 4, 2])
    await makePost(forum, 1, { created_at: day(20) })
    expect(idsOf(await guest.get('/api/discussions'))).toEqual([1, 3, 4, 2])
  })

  test('sticky-3 those one has read stand where their activity puts them', async () => {
    const forum = await open({ extensions: [extension] })
    await fixture(forum)
    const client = await forum.as(await makeUser(forum))
    expect(idsOf(await client.get('/api/discussions'))).toEqual([3, 1, 4, 2])
    await changeDiscussion(client, 1, { lastReadPostNumber: 1 })
    expect(idsOf(await client.get('/api/discussions'))).toEqual([3, 4, 2, 1])
    await changeDiscussion(client, 3, { lastReadPostNumber: 1 })
    expect(idsOf(await client.get('/api/discussions'))).toEqual([4, 3, 2, 1])
    await makePost(forum, 1, { created_at: day(2) })
    expect(idsOf(await client.get('/api/discussions'))).toEqual([1, 4, 3, 2])
    const marked = await makeUser(forum, { marked_all_as_read_at: day(2) })
    expect(idsOf(await (await forum.as(marked)).get('/api/discussions'))).toEqual([3, 4, 2, 1])
  })

  test('an order or a filter of one’s own pins nothing', async () => {
    const forum = await open({ extensions: [extension] })
    await fixture(forum)
    const guest = forum.guest()
    for (const query of [
      'sort=-lastPostedAt',
      'sort=-createdAt',
      'filter[id]=1,2,3,4',
      'filter[-hidden]=1',
    ]) {
      expect([query, idsOf(await guest.get(`/api/discussions?${query}`))]).toEqual([query, [4, 3, 2, 1]])
    }
    expect(idsOf(await guest.get('/api/discussions?filter[sticky]=x'))).toEqual([3, 1])
    expect(idsOf(await guest.get('/api/discussions?filter[-sticky]='))).toEqual([4, 2])
    expect(idsOf(await guest.get('/api/discussions?filter[q]=is:sticky'))).toEqual([3, 1])
    expect(idsOf(await guest.get('/api/discussions?filter[q]=-is:sticky'))).toEqual([4, 2])
    expect(idsOf(await guest.get('/api/discussions?filter[q]='))).toEqual([4, 3, 2, 1])
  })

  describe('pages', () => {
    async function many(forum: TestForum, sticky: number, plain: number): Promise<number[]> {
      const made: number[] = []
      for (let number = 1; number <= sticky + plain; number++) {
        const { id } = await makeDiscussion(forum, { created_at: day(number), is_sticky: number <= sticky })
        made.push(id)
      }
      const pinned = made.slice(0, sticky).reverse()
      return [...pinned, ...made.slice(sticky).reverse()]
    }

    test('by offset they lose nothing and repeat nothing', async () => {
      const forum = await open({ extensions: [extension] })
      const expected = await many(forum, 5, 6)
      const guest = forum.guest()
      for (const limit of [2, 3, 5, 6]) {
        const seen: number[] = []
        for (let offset = 0; offset < expected.length; offset += limit) {
          seen.push(...idsOf(await guest.get(`/api/discussions?page[limit]=${limit}&page[offset]=${offset}`)))
        }
        expect([limit, seen]).toEqual([limit, expected])
      }
    })

    test('the fifty with the newest activity stand first, further ones in their normal place', async () => {
      const forum = await open({ extensions: [extension] })
      const made = await many(forum, 52, 3)
      const expected = [...made.slice(0, 50), ...made.slice(52), ...made.slice(50, 52)]
      const client = await forum.as(1)
      for (const visitor of [forum.guest(), client]) {
        const seen: number[] = []
        for (const offset of [0, 50])
          seen.push(...idsOf(await visitor.get(`/api/discussions?page[limit]=50&page[offset]=${offset}`)))
        expect(seen).toEqual(expected)
      }
    })

    test('by cursor too, also when more are sticky than a page has room for', async () => {
      const forum = await open({ extensions: [extension] })
      const expected = await many(forum, 5, 6)
      for (const limit of [2, 5, 7]) {
        const seen: number[] = []
        let path: string | undefined = `/api/discussions?page[limit]=${limit}&page[after]=`
        while (path) {
          const page: ApiResponse = await forum.guest().get(path)
          seen.push(...idsOf(page))
          path = page.body.links?.next?.slice('http://localhost'.length)
        }
        expect([limit, seen]).toEqual([limit, expected])
      }
    })
  })

  test('every list includes the first posts', async () => {
    const forum = await open({ extensions: [extension] })
    await fixture(forum)
    const { body } = await forum.guest().get('/api/discussions?filter[sticky]=1')
    expect(Object.keys(body.data[0]?.relationships ?? {})).toContain('firstPost')
    expect(body.included?.filter(({ type }) => type === 'posts')).toHaveLength(2)
    const none = await forum.guest().get('/api/discussions?include=user')
    expect(none.body.data[0]?.relationships).toBeUndefined()
  })

  test('moderators stick and unstick, the two cancel out; others may not', async () => {
    const forum = await open({ extensions: [extension] })
    const author = await makeUser(forum)
    const { id } = await makeDiscussion(forum, { user_id: author.id })
    const moderator = await forum.as(await makeUser(forum, { groupIds: [4] }))
    const stuck = await changeDiscussion(moderator, id, { isSticky: true })
    expect(stuck.body.data.attributes).toMatchObject({ isSticky: true, canSticky: true, commentCount: 1 })
    expect(stuck.body.included?.[0]?.attributes).toMatchObject({
      contentType: 'discussionStickied',
      content: { sticky: true },
    })
    const loose = await changeDiscussion(moderator, id, { isSticky: false })
    expect(loose.body.data.relationships?.posts?.data.map((post) => post.id)).toEqual(['1'])
    const client = await forum.as(author)
    expect((await client.get(`/api/discussions/${id}`)).body.data.attributes).toMatchObject({
      isSticky: false,
      canSticky: false,
    })
    const refused = await changeDiscussion(client, id, { isSticky: false })
    expect([refused.status, refused.body.errors]).toEqual([
      403,
      [{ status: '403', code: 'permission_denied' }],
    ])
    expect((await changeDiscussion(moderator, id, { isSticky: 'maybe' })).status).toBe(422)
  })

  test('hidden sticky discussions stay hidden', async () => {
    const forum = await open({ extensions: [extension] })
    await fixture(forum)
    await makeDiscussion(forum, { id: 9, is_sticky: true, hidden_at: day(1) })
    expect(idsOf(await forum.guest().get('/api/discussions'))).toEqual([3, 1, 4, 2])
    expect(idsOf(await forum.guest().get('/api/discussions?filter[sticky]='))).toEqual([3, 1])
  })
})
