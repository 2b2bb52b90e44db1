import { defineExtension } from '@parley/server'
import { moderators } from '@parley/server/actor'
import type { InstalledExtension } from '@parley/server/extensions'
import {
  type ApiResponse,
  admin,
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

/** Stores discussions 1 to 4, oldest first; 1 and 3 are sticky. */
async function storeDiscussions(forum: TestForum): Promise<void> {
  for (const id of [1, 2, 3, 4]) {
    await makeDiscussion(forum, { id, created_at: day(id), is_sticky: id % 2 === 1 })
  }
}

/** Has a filter by tag, which finds every discussion. */
const tagFilter: InstalledExtension = {
  id: 'labels',
  title: 'Labels',
  version: '1.0.0',
  declaration: defineExtension({
    resources: {
      discussions: { filters: { tag: { value: 'text', where: (eb, slug) => eb.lit(slug === 'any') } } },
    },
  }),
}

eachTestForum((open) => {
  test('sticky-1 a guest sees sticky discussions first, by newest activity', async () => {
    const forum = await open({ extensions: [extension] })
    await storeDiscussions(forum)
    const guest = forum.guest()
    expect(idsOf(await guest.get('/api/discussions'))).toEqual([3, 1, 4, 2])
    expect(idsOf(await guest.get('/api/discussions?sort='))).toEqual([3, 1, 4, 2])
    await makePost(forum, 1, { created_at: day(20) })
    expect(idsOf(await guest.get('/api/discussions'))).toEqual([1, 3, 4, 2])
  })

  test('sticky-3 sticky discussions that the user has read are sorted by activity alone', async () => {
    const forum = await open({ extensions: [extension] })
    await storeDiscussions(forum)
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

  test('sticky-4 in the list of a tag all sticky discussions come first, read or not', async () => {
    const forum = await open({ extensions: [extension, tagFilter] })
    await storeDiscussions(forum)
    const client = await forum.as(await makeUser(forum))
    for (const id of [1, 3]) await changeDiscussion(client, id, { lastReadPostNumber: 1 })
    expect(idsOf(await client.get('/api/discussions?filter[tag]=any'))).toEqual([3, 1, 4, 2])
    for (const query of [
      'filter[tag]=any&filter[-hidden]=1',
      'filter[-tag]=none',
      'filter[tag]=any&sort=-lastPostedAt',
    ])
      expect(idsOf(await client.get(`/api/discussions?${query}`))).not.toEqual([3, 1, 4, 2])
  })

  test('nothing is pinned in a list with a sort or a filter', async () => {
    const forum = await open({ extensions: [extension] })
    await storeDiscussions(forum)
    const guest = forum.guest()
    for (const query of [
      'sort=-lastPostedAt',
      'sort=-createdAt',
      'filter[id]=1,2,3,4',
      'filter[-hidden]=1',
    ]) {
      const ids = idsOf(await guest.get(`/api/discussions?${query}`))
      expect({ query, ids }).toEqual({ query, ids: [4, 3, 2, 1] })
    }
    expect(idsOf(await guest.get('/api/discussions?filter[sticky]=x'))).toEqual([3, 1])
    expect(idsOf(await guest.get('/api/discussions?filter[-sticky]='))).toEqual([4, 2])
    expect(idsOf(await guest.get('/api/discussions?filter[q]=is:sticky'))).toEqual([3, 1])
    expect(idsOf(await guest.get('/api/discussions?filter[q]=-is:sticky'))).toEqual([4, 2])
    expect(idsOf(await guest.get('/api/discussions?filter[q]='))).toEqual([4, 3, 2, 1])
  })

  describe('pages', () => {
    /** Stores discussions. @returns their ids in the order of the list. */
    async function storeMany(forum: TestForum, sticky: number, plain: number): Promise<number[]> {
      const stored: number[] = []
      for (let number = 1; number <= sticky + plain; number++) {
        const { id } = await makeDiscussion(forum, { created_at: day(number), is_sticky: number <= sticky })
        stored.push(id)
      }
      const pinned = stored.slice(0, sticky).reverse()
      return [...pinned, ...stored.slice(sticky).reverse()]
    }

    test('pages by offset lose and repeat no discussion', async () => {
      const forum = await open({ extensions: [extension] })
      const expected = await storeMany(forum, 5, 6)
      const guest = forum.guest()
      for (const limit of [2, 3, 5, 6]) {
        const seen: number[] = []
        for (let offset = 0; offset < expected.length; offset += limit) {
          seen.push(...idsOf(await guest.get(`/api/discussions?page[limit]=${limit}&page[offset]=${offset}`)))
        }
        expect({ limit, seen }).toEqual({ limit, seen: expected })
      }
    })

    test('only the fifty sticky discussions with the newest activity are pinned', async () => {
      const forum = await open({ extensions: [extension] })
      const stored = await storeMany(forum, 52, 3)
      const expected = [...stored.slice(0, 50), ...stored.slice(52), ...stored.slice(50, 52)]
      const client = await forum.as(admin.id)
      for (const visitor of [forum.guest(), client]) {
        const seen: number[] = []
        for (const offset of [0, 50])
          seen.push(...idsOf(await visitor.get(`/api/discussions?page[limit]=50&page[offset]=${offset}`)))
        expect(seen).toEqual(expected)
      }
    })

    test('pages by cursor lose and repeat no discussion, even if several pages are sticky', async () => {
      const forum = await open({ extensions: [extension] })
      const expected = await storeMany(forum, 5, 6)
      for (const limit of [2, 5, 7]) {
        const seen: number[] = []
        let path: string | undefined = `/api/discussions?page[limit]=${limit}&page[after]=`
        while (path) {
          const page: ApiResponse = await forum.guest().get(path)
          seen.push(...idsOf(page))
          path = page.body.links?.next?.slice('http://localhost'.length)
        }
        expect({ limit, seen }).toEqual({ limit, seen: expected })
      }
    })
  })

  test('lists include the first posts by default', async () => {
    const forum = await open({ extensions: [extension] })
    await storeDiscussions(forum)
    const { body } = await forum.guest().get('/api/discussions?filter[sticky]=1')
    expect(Object.keys(body.data[0]?.relationships ?? {})).toContain('firstPost')
    expect(body.included?.filter(({ type }) => type === 'posts')).toHaveLength(2)
    const none = await forum.guest().get('/api/discussions?include=user')
    expect(none.body.data[0]?.relationships).toBeUndefined()
  })

  test('moderators stick and unstick, which deletes the event post; members cannot', async () => {
    const forum = await open({ extensions: [extension] })
    const author = await makeUser(forum)
    const { id } = await makeDiscussion(forum, { user_id: author.id })
    const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    const sticky = await changeDiscussion(moderator, id, { isSticky: true })
    expect(sticky.body.data.attributes).toMatchObject({ isSticky: true, canSticky: true, commentCount: 1 })
    expect(sticky.body.included?.[0]?.attributes).toMatchObject({
      contentType: 'discussionStickied',
      content: { sticky: true },
    })
    const unstuck = await changeDiscussion(moderator, id, { isSticky: false })
    expect(unstuck.body.data.relationships?.posts?.data.map((post) => post.id)).toEqual(['1'])
    const client = await forum.as(author)
    expect((await client.get(`/api/discussions/${id}`)).body.data.attributes).toMatchObject({
      isSticky: false,
      canSticky: false,
    })
    const refused = await changeDiscussion(client, id, { isSticky: false })
    expect(refused.status).toBe(403)
    expect(refused.body.errors).toEqual([{ status: '403', code: 'permission_denied' }])
    expect((await changeDiscussion(moderator, id, { isSticky: 'maybe' })).status).toBe(422)
  })

  test('hidden sticky discussions stay hidden', async () => {
    const forum = await open({ extensions: [extension] })
    await storeDiscussions(forum)
    await makeDiscussion(forum, { id: 9, is_sticky: true, hidden_at: day(1) })
    expect(idsOf(await forum.guest().get('/api/discussions'))).toEqual([3, 1, 4, 2])
    expect(idsOf(await forum.guest().get('/api/discussions?filter[sticky]='))).toEqual([3, 1])
  })
})
