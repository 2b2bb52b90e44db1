import { join } from 'node:path'
import { everyone, members, moderators } from '@parley/server/actor'
import {
  type ApiClient,
  changeDiscussion,
  changePost,
  connectReader,
  createTestForum,
  grant,
  makeDiscussion,
  makeUser,
  type RealtimeMessage,
  readExtension,
  replyTo,
  type TestForum,
} from '@parley/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { putTags, storeContractTags, tagsOf } from './stored-tags.ts'

const extension = await readExtension(join(import.meta.dirname, '../..', 'tags'))

// The tags 5, 6, 8, 11, 12 and 14 are restricted.
const tagIds = fc.subarray([1, 2, 5, 6, 8, 11, 14], { maxLength: 3 })
const place = fc.nat({ max: 3 })
const groups = fc.subarray([everyone, members, moderators])
const actions = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('reply' as const), in: place }),
    fc.record({ do: fc.constant('start' as const), tags: tagIds }),
    fc.record({ do: fc.constant('hidePost' as const), in: place, isHidden: fc.boolean() }),
    fc.record({ do: fc.constant('hide' as const), in: place, isHidden: fc.boolean() }),
    fc.record({ do: fc.constant('retag' as const), in: place, tags: tagIds }),
    fc.record({ do: fc.constant('grantForum' as const), to: groups }),
    fc.record({ do: fc.constant('grantTag' as const), tag: fc.constantFrom(5, 6, 8, 11, 14), to: groups }),
  ),
  { minLength: 25, maxLength: 25 },
)
type Action = typeof actions extends fc.Arbitrary<(infer One)[]> ? One : never

async function act(forum: TestForum, admin: ApiClient, discussionIds: readonly number[], action: Action) {
  forum.clock.advance(60)
  const id = 'in' in action ? (discussionIds[action.in] ?? 0) : 0
  if (action.do === 'reply') await replyTo(admin, String(id))
  else if (action.do === 'start') {
    await admin.post('/api/discussions', {
      data: { attributes: { title: 'Another one', content: 'Text' }, relationships: tagsOf(action.tags) },
    })
  } else if (action.do === 'hide') await changeDiscussion(admin, id, { isHidden: action.isHidden })
  else if (action.do === 'hidePost') {
    const { last_post_id } = await forum.current.database.read
      .selectFrom('discussions')
      .select('last_post_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await changePost(admin, last_post_id ?? 0, { isHidden: action.isHidden })
  } else if (action.do === 'retag') {
    await admin.patch(`/api/discussions/${id}`, { data: { relationships: tagsOf(action.tags) } })
  } else {
    await grant(forum, action.do === 'grantForum' ? 'viewForum' : `tag${action.tag}.viewForum`, action.to)
  }
}

/** What a message is about, as addresses of the API. */
function subjectsOf({ event, data }: RealtimeMessage): string[] {
  if (event === 'changed') {
    const { type, id } = data as { type: string; id: string }
    return [`/api/${type}/${id}`]
  }
  const {
    postId,
    discussionId,
    tagIds: tags,
  } = data as { postId: number; discussionId: number; tagIds: string[] }
  return [`/api/posts/${postId}`, `/api/discussions/${discussionId}`, ...tags.map((id) => `/api/tags?${id}`)]
}

test('no browser ever hears of what its reader may not see', async () => {
  let told = 0
  await fc.assert(
    fc.asyncProperty(actions, async (list) => {
      const forum = await createTestForum({ port: 0, extensions: [extension] })
      await storeContractTags(forum)
      const discussionIds: number[] = []
      for (const tags of [[], [1], [5], [11]]) {
        const discussion = await makeDiscussion(forum, { posts: [{}, {}] })
        await putTags(forum, discussion, tags)
        discussionIds.push(discussion.id)
      }
      const admin = await forum.as(1)
      const topics = ['list', ...Array.from({ length: 40 }, (_, id) => `discussion:${id + 1}`)]
      const member = await makeUser(forum)
      const moderator = await makeUser(forum, { groupIds: [moderators] })
      const readers = [
        { client: forum.guest(), reader: await connectReader(forum, { topics }) },
        { client: await forum.as(member), reader: await connectReader(forum, { user: member.id, topics }) },
        {
          client: await forum.as(moderator),
          reader: await connectReader(forum, { user: moderator.id, topics }),
        },
      ]
      for (const action of list) {
        const before = readers.map(({ reader }) => reader.messages.length)
        await act(forum, admin, discussionIds, action)
        for (const [index, { client, reader }] of readers.entries()) {
          await reader.received()
          const news = reader.messages.slice(before[index])
          told += news.length
          for (const path of new Set(news.flatMap(subjectsOf))) {
            const { status, body } = await client.get(path)
            const isSeen = path.includes('?')
              ? body.data.some(({ id }) => path.endsWith(`?${id}`))
              : status === 200
            expect({ path, isSeen, action }).toEqual({ path, isSeen: true, action })
          }
        }
      }
    }),
    { seed: 7, numRuns: 4, endOnFailure: true },
  )
  expect(told).toBeGreaterThan(50)
}, 60_000)

test('a new post names the tags of its discussion, as texts', async () => {
  const forum = await createTestForum({ port: 0, extensions: [extension] })
  await storeContractTags(forum)
  const reader = await connectReader(forum, { topics: ['list'] })
  const attributes = { title: 'A title', content: 'A text' }
  await (await forum.as(1)).post('/api/discussions', { data: { attributes, relationships: tagsOf([1, 11]) } })
  expect((await reader.received()).map(({ data }) => data)).toEqual([])
  await (await forum.as(1)).post('/api/discussions', { data: { attributes, relationships: tagsOf([2, 9]) } })
  const news = (await reader.received()).filter(({ event }) => event === 'newPost')
  expect(news.map(({ data }) => data)).toEqual([expect.objectContaining({ tagIds: ['2', '9'] })])
})
