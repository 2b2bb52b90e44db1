import { join } from 'node:path'
import { everyone, members } from '@parley/server/actor'
import {
  type ApiClient,
  grant,
  idsOf,
  makeDiscussion,
  makePost,
  makeUser,
  onBothDatabases,
  readExtension,
  selectsOf,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { putTags, storeContractTags, storeTags } from '../stored-tags.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

/** Stores a discussion in each of these lists of tags, the newest last. Returns their ids. */
async function makeTagged(forum: TestForum, lists: readonly (readonly number[])[]): Promise<number[]> {
  const ids: number[] = []
  for (const tagIds of lists) {
    forum.clock.advance(60)
    const discussion = await makeDiscussion(forum)
    await putTags(forum, discussion, tagIds)
    ids.push(discussion.id)
  }
  return ids
}

const list = async (client: ApiClient, query = '') =>
  idsOf(await client.get(`/api/discussions?page[limit]=50&${query}`)).sort((a, b) => a - b)

onBothDatabases((open) => {
  test('tags-13 tags-15 tags-16 tags-25 readers see the discussions of which they may see every tag', async () => {
    const forum = await open({ extensions: [extension] })
    await storeContractTags(forum)
    const lists = [[], [1], [2, 4], [2, 5], [6], [7], [6, 8], [11], [1, 11], [13], [14]]
    const ids = await makeTagged(forum, lists)
    const seen = async (client: ApiClient) =>
      (await list(client)).map((id) => JSON.stringify(lists[ids.indexOf(id)]))
    const named = (...found: (readonly number[])[]) => found.map((tags) => JSON.stringify(tags))
    const [guest, admin, member] = [forum.guest(), await forum.as(1), await forum.as(await makeUser(forum))]
    const openOnes = named([], [1], [2, 4])
    expect(await seen(admin)).toEqual(named(...lists))
    expect(await seen(guest)).toEqual(openOnes)
    for (const permission of ['tag5.viewForum', 'tag8.viewForum', 'tag11.viewForum'])
      await grant(forum, permission, [members])
    const granted = named([], [1], [2, 4], [2, 5], [11], [1, 11])
    expect(await seen(member)).toEqual(granted)
    await setSettings(forum, {
      'flarum-tags.min_primary_tags': '100',
      'flarum-tags.min_secondary_tags': '100',
    })
    expect(await seen(admin)).toEqual(named(...lists))
    await setSettings(forum, { 'flarum-tags.min_primary_tags': '1', 'flarum-tags.min_secondary_tags': '0' })
    await grant(forum, 'tag14.viewForum', [members])
    await grant(forum, 'viewForum', [])
    expect(await seen(member)).toEqual(named([11], [14]))
    expect(await seen(guest)).toEqual([])
    for (const id of ids) {
      const isSeen = (await list(member)).includes(id)
      expect((await member.get(`/api/discussions/${id}`)).status).toBe(isSeen ? 200 : 404)
    }
  })

  test('a filter and a gambit find discussions by tags, or without any', async () => {
    const forum = await open({ extensions: [extension] })
    await storeContractTags(forum)
    const [none, one, child, both, secret] = await makeTagged(forum, [[], [1], [2, 3], [1, 9], [14]])
    const guest = forum.guest()
    expect(await list(guest, 'filter[tag]=general')).toEqual([one, both])
    expect(await list(guest, 'filter[tag]=GENERAL,tag-2')).toEqual([one, child, both])
    expect(await list(guest, 'filter[tag]=untagged')).toEqual([none])
    expect(await list(guest, 'filter[tag]=untagged,tag-3')).toEqual([none, child])
    expect(await list(guest, 'filter[-tag]=general,tag-9')).toEqual([none, child])
    expect(await list(guest, 'filter[-tag]=untagged')).toEqual([one, child, both])
    expect(await list(guest, 'filter[tag]=tag-14')).toEqual([])
    expect(await list(guest, 'filter[-tag]=tag-14')).toEqual([none, one, child, both])
    expect(await list(guest, 'filter[tag]=nothing')).toEqual([])
    expect(await list(guest, 'filter[q]=tag:general')).toEqual([one, both])
    expect(await list(guest, 'filter[q]=-tag:general,tag-3')).toEqual([none])
    expect(await list(await forum.as(1), 'filter[tag]=tag-14')).toEqual([secret])
    for (const sort of ['-lastPostedAt', 'createdAt', '-commentCount'])
      expect(await list(guest, `filter[tag]=general&sort=${sort}`)).toEqual([one, both])
    const posts = async (query: string) => (await guest.get(`/api/posts?${query}`)).body.data?.length
    expect(await posts('filter[tag]=1')).toBe(2)
    expect(await posts('filter[tag]=1,2')).toBe(3)
    expect(await posts('filter[tag]=14')).toBe(0)
    expect(await posts('filter[tag]=99')).toBe(0)
    expect((await guest.get('/api/posts?filter[tag]=general')).status).toBe(422)
  })

  test('lists without filters leave out discussions of hidden tags, for everyone', async () => {
    const forum = await open({ extensions: [extension] })
    await storeTags(forum, [{ id: 2, is_hidden: true }])
    const [shown, hidden] = await makeTagged(forum, [[1], [1, 2]])
    for (const client of [forum.guest(), await forum.as(1)]) {
      expect(await list(client)).toEqual([shown])
      expect(await list(client, 'filter[tag]=tag-2')).toEqual([hidden])
      expect(await list(client, 'filter[tag]=general')).toEqual([shown, hidden])
      expect(await list(client, 'filter[-tag]=nothing')).toEqual([shown, hidden])
      expect((await client.get(`/api/discussions/${hidden}`)).status).toBe(200)
    }
  })

  test('tags-18 event posts name the tags that the reader may see', async () => {
    const forum = await open({ extensions: [extension] })
    await storeTags(forum, [{ id: 2, is_restricted: true }])
    const discussion = await makeDiscussion(forum)
    await putTags(forum, discussion, [1])
    const event = { type: 'discussionTagged', content: JSON.stringify([[1], [1, 2]]) }
    const { id } = await makePost(forum, discussion.id, event)
    const group = await makeUser(forum, { groupIds: [4] })
    await grant(forum, 'tag2.viewForum', [4])
    const named = async (client: ApiClient) => {
      const { body } = await client.get(`/api/posts?filter[id]=${id}`)
      const included = (body.included ?? []).filter(({ type }) => type === 'tags').map((tag) => tag.id)
      expect(body.data[0]?.relationships?.eventPostMentionsTags?.data.map((tag) => tag.id)).toEqual(included)
      return included
    }
    expect(await named(await forum.as(1))).toEqual(['1', '2'])
    expect(await named(await forum.as(group))).toEqual(['1', '2'])
    expect(await named(await forum.as(await makeUser(forum)))).toEqual(['1'])
    expect(await named(forum.guest())).toEqual(['1'])
    const comments = await forum.guest().get('/api/posts?filter[type]=comment')
    expect(comments.body.data[0]?.relationships).not.toHaveProperty('eventPostMentionsTags')
  })

  test('the forum has its primary tags, and the four secondary ones with the most discussions', async () => {
    const forum = await open({ extensions: [extension] })
    await storeTags(forum, [
      { id: 2, position: 0, parent_id: 1 },
      { id: 3, position: 1, is_restricted: true },
      ...[4, 5, 6, 7, 8, 9].map((id) => ({
        id,
        discussion_count: id === 5 ? 0 : id,
        is_restricted: id === 9,
      })),
    ])
    const shown = async (client: ApiClient) =>
      (await client.get('/api')).body.data.relationships?.tags?.data.map(({ id }) => Number(id))
    expect(await shown(forum.guest())).toEqual([1, 8, 7, 6, 4])
    await grant(forum, 'tag3.viewForum', [everyone])
    expect(await shown(forum.guest())).toEqual([1, 3, 8, 7, 6, 4])
  })

  test('a member’s index and discussion need a bounded number of statements', async () => {
    const forum = await open({ extensions: [extension] })
    const tags = Array.from({ length: 99 }, (_, index) => ({
      id: index + 2,
      position: index,
      is_restricted: index % 2 === 0,
      parent_id: index % 10 === 9 ? 2 : null,
    }))
    await storeTags(forum, tags)
    for (const { id } of tags) if (id % 4 === 0) await grant(forum, `tag${id}.viewForum`, [members])
    const ids = await makeTagged(
      forum,
      Array.from({ length: 25 }, (_, index) => [1, index + 2]),
    )
    const user = await makeUser(forum)
    const counts = {
      index: (await selectsOf(forum, '/api/discussions', user)).length,
      discussion: (await selectsOf(forum, `/api/discussions/${ids[1]}`, user)).length,
      tag: (await selectsOf(forum, '/api/discussions?filter[tag]=general', user)).length,
    }
    expect(counts).toEqual({
      index: expect.toSatisfy((count: number) => count <= 6),
      discussion: expect.toSatisfy((count: number) => count <= 8),
      tag: expect.toSatisfy((count: number) => count <= 9),
    })
  })
})
