import { join } from 'node:path'
import { members } from '@parley/server/actor'
import {
  type ApiClient,
  type ApiResponse,
  eachTestForum,
  grant,
  idsOf,
  makeUser,
  readExtension,
  setSettings,
  type TestForum,
  type TestForumOptions,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { storeContractTags, tagsOf } from '../stored-tags.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

function start(client: ApiClient, relationships: object = {}): Promise<ApiResponse> {
  const attributes = { title: 'A discussion', content: 'Its first post' }
  return client.post('/api/discussions', { data: { type: 'discussions', attributes, relationships } })
}

/** The tags of the contract’s tests; members start in 8 and 11, and view 5, 8 and 11. */
async function openForum(open: (options: TestForumOptions) => Promise<TestForum>) {
  const forum = await open({ extensions: [extension] })
  await storeContractTags(forum)
  const granted = ['tag5.viewForum', 'tag8.viewForum', 'tag8.startDiscussion', 'tag11.viewForum']
  for (const permission of [...granted, 'tag11.startDiscussion', 'postWithoutThrottle'])
    await grant(forum, permission, [members])
  const member = await forum.as(await makeUser(forum))
  /** The status for each list of tags; where one is refused with 422, its pointer, too. */
  const answers = async (client: ApiClient, ...lists: (readonly (number | string)[])[]) => {
    const found = []
    for (const ids of lists) {
      const { status, body } = await start(client, tagsOf(ids))
      if (status === 422)
        expect(body.errors.map(({ source }) => source?.pointer)).toEqual(['/data/relationships/tags'])
      found.push(status)
    }
    return found
  }
  return { forum, member, admin: await forum.as(1), answers }
}

eachTestForum((open) => {
  test('tags-1 tags-3 administrators need no tag, members one in which they may start', async () => {
    const { forum, member, admin, answers } = await openForum(open)
    expect((await start(admin)).status).toBe(201)
    expect(await answers(admin, [], [1, 2, 6, 9])).toEqual([201, 201])
    const started = await start(member, tagsOf([1]))
    expect(started.status).toBe(201)
    expect(started.body.data.attributes.canTag).toBe(false)
    expect(started.body.data.relationships?.tags?.data).toEqual([{ type: 'tags', id: '1' }])
    expect(started.body.included?.filter(({ type }) => type === 'tags')).toMatchObject([
      { id: '1', attributes: { slug: 'general', discussionCount: 2 } },
    ])
    expect((await start(member)).status).toBe(422)
    expect((await start(forum.guest(), tagsOf([1]))).status).not.toBe(201)
  })

  test('tags-4 a tag in which the member may not start is 403, also for who bypasses the numbers', async () => {
    const { forum, member, answers } = await openForum(open)
    expect(await answers(member, [5], [2, 5])).toEqual([403, 403])
    expect(await answers(member, [8])).toEqual([422])
    await grant(forum, 'bypassTagCounts', [members])
    expect(await answers(member, [5], [2, 5])).toEqual([403, 403])
    expect(await answers(member, [], [11], [1, 2])).toEqual([201, 201, 201])
    await grant(forum, 'startDiscussion', [])
    await setSettings(forum, { 'flarum-tags.min_primary_tags': '0' })
    expect(await answers(member, [], [11])).toEqual([403, 201])
  })

  test('tags-6 tags-7 a child or a secondary tag alone does not do', async () => {
    const { member, answers } = await openForum(open)
    expect(await answers(member, [4], [2, 4], [9], [1, 9], [1, 2])).toEqual([422, 201, 422, 201, 422])
    expect(await answers(member, [1, 9, 10, 11], [2, 3, 4, 9, 10])).toEqual([201, 422])
  })

  test('tags that are no tags are refused, and nothing is created', async () => {
    const { forum, member, answers } = await openForum(open)
    expect(await answers(member, [99], ['x'], [1, 14], [1, ''])).toEqual([422, 422, 422, 422])
    for (const data of ['x', 5, { type: 'tags', id: '1' }, [5], [null], [{}]]) {
      const { status } = await start(member, { tags: { data } })
      expect([data, status]).toEqual([data, 422])
    }
    expect((await start(member, { tags: { data: null } })).status).toBe(422)
    const admin = await forum.as(1)
    expect(idsOf(await admin.get('/api/discussions'))).toEqual([])
    const repeated = await start(member, tagsOf([1, 1, 9, '1']))
    expect([repeated.status, repeated.body.data.relationships?.tags?.data.map(({ id }) => id)]).toEqual([
      201,
      ['1', '9'],
    ])
    const mistyped = await start(member, { tags: { data: [{ type: 'users', id: 1 }] } })
    expect(mistyped.status).toBe(201)
  })

  test('the numbers that are needed are told', async () => {
    const { forum, member } = await openForum(open)
    const detail = async (ids: readonly number[]) => (await start(member, tagsOf(ids))).body.errors[0]?.detail
    expect(await detail([])).toBe('Choose one primary tag.')
    await setSettings(forum, { 'flarum-tags.max_primary_tags': '2', 'flarum-tags.min_secondary_tags': '2' })
    expect(await detail([1, 2, 9])).toBe('Choose 2 to 3 secondary tags.')
    expect(await detail([9, 10])).toBe('Choose 1 to 2 primary tags.')
  })
})
