import { join } from 'node:path'
import { countersOf } from '@parley/server/declared-counters'
import { recount } from '@parley/server/recount'
import {
  type ApiClient,
  changeDiscussion,
  changePost,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  readExtension,
  replyTo,
} from '@parley/testing'
import { privacyExtension } from '@parley/testing/doors'
import { expectConsistent, openWithWriters } from '@parley/testing/writers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { putTags, storeTags, tagsOf } from '../stored-tags.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

const tagIds = [1, 2, 3]
const place = fc.nat({ max: 7 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('start'), tags: fc.subarray(tagIds), isPrivate: fc.boolean() }),
  fc.record({ kind: fc.constant('retag'), place, tags: fc.subarray(tagIds) }),
  fc.record({ kind: fc.constantFrom('hide', 'restore', 'delete', 'reply', 'rename'), place }),
  fc.record({
    kind: fc.constantFrom('hidePost', 'restorePost', 'deletePost', 'hideSecretly', 'reveal'),
    place,
  }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Asks for one random change. What it refers to may be gone. */
async function take(client: ApiClient, { kind, ...rest }: Step, discussions: number[]): Promise<number> {
  const id = discussions[('place' in rest ? rest.place : 0) % Math.max(1, discussions.length)] ?? 0
  const posts = async () =>
    (await client.get(`/api/posts?filter[discussion]=${id}&filter[type]=comment`)).body.data ?? []
  const last = async () => (await posts()).at(-1)?.id ?? '0'
  switch (kind) {
    case 'start': {
      const { tags, isPrivate } = rest as { tags: number[]; isPrivate: boolean }
      const attributes = { title: isPrivate ? 'Told privately' : 'Told openly', content: 'Hello' }
      const { status, body } = await client.post('/api/discussions', {
        data: { attributes, relationships: tagsOf(tags) },
      })
      if (status === 201) discussions.push(Number(body.data.id))
      return status
    }
    case 'retag': {
      const relationships = tagsOf((rest as { tags: number[] }).tags)
      return (await client.patch(`/api/discussions/${id}`, { data: { relationships } })).status
    }
    case 'hide':
      return (await changeDiscussion(client, id, { isHidden: true })).status
    case 'restore':
      return (await changeDiscussion(client, id, { isHidden: false })).status
    case 'rename':
      return (await changeDiscussion(client, id, { title: `Title ${discussions.length}` })).status
    case 'hideSecretly':
      return (await changeDiscussion(client, id, { title: 'Now privately' })).status
    case 'reveal':
      return (await changeDiscussion(client, id, { title: 'Now openly' })).status
    case 'delete':
      return (await client.delete(`/api/discussions/${id}`)).status
    case 'reply':
      return (await replyTo(client, id)).status
    case 'hidePost':
      return (await changePost(client, await last(), { isHidden: true })).status
    case 'restorePost':
      return (await changePost(client, await last(), { isHidden: false })).status
    default:
      return (await client.delete(`/api/posts/${await last()}`)).status
  }
}

onBothDatabases((open, name) => {
  test('after any changes the counters of tags are those of a recount', async () => {
    const forum = await open({ extensions: [extension, privacyExtension] })
    await storeTags(forum, [{ id: 2 }, { id: 3 }])
    const admin = await forum.as(1)
    const { database } = forum.current
    const counters = countersOf(forum.current, forum.current).filter(({ name }) => /tag/.test(name))
    expect(counters).toHaveLength(3)
    const check = async (steps: readonly Step[]) => {
      const discussions: number[] = []
      for (const each of steps) {
        forum.clock.advance(60)
        expect(await take(admin, each, discussions)).toBeLessThan(500)
      }
      await forum.settled()
      expect(await recount(database, counters, { repair: false })).toEqual([])
    }
    const numRuns = name === 'sqlite' ? 12 : 4
    const runs = fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 25 }), check)
    await fc.assert(runs, { seed: 5, numRuns, endOnFailure: true })
  }, 240_000)

  test('a recount repairs what is wrong', async () => {
    const forum = await open({ extensions: [extension] })
    const discussion = await makeDiscussion(forum)
    await putTags(forum, discussion, [1])
    const { database } = forum.current
    const counters = countersOf(forum.current, forum.current)
    expect(await recount(database, counters, { repair: false })).toEqual([])
    await database.transaction(async (db) => {
      await db.updateTable('tags').set({ discussion_count: 7, last_posted_at: null }).execute()
      await db.updateTable('discussion_tag').set({ comment_count: 9 }).execute()
    })
    const found = await recount(database, counters, { repair: true })
    expect(found.map(({ counter }) => counter)).toEqual([
      'discussion_tag.discussions',
      'tags.discussion_count',
      'tags.last post',
    ])
    expect(await recount(database, counters, { repair: false })).toEqual([])
  })

  test('what happened while the extension was disabled is counted when it is enabled again', async () => {
    const forum = await open({ extensions: [extension] })
    const [answered, hidden] = [await makeDiscussion(forum), await makeDiscussion(forum)]
    for (const discussion of [answered, hidden]) await putTags(forum, discussion, [1])
    const admin = await forum.as(1)
    const wrongCounters = async () => {
      const { current } = forum
      const found = await recount(current.database, countersOf(current, current), { repair: false })
      return found.map(({ counter }) => counter)
    }
    const enable = (enabled: boolean) => admin.patch('/api/extensions/tags', { enabled })
    expect((await enable(false)).status).toBe(204)
    forum.clock.advance(60)
    expect((await replyTo(admin, answered.id)).status).toBe(201)
    expect((await changeDiscussion(admin, hidden.id, { isHidden: true })).status).toBe(200)
    expect((await enable(true)).status).toBe(204)
    expect(new Set(await wrongCounters())).toEqual(
      new Set(['discussion_tag.discussions', 'tags.discussion_count', 'tags.last post']),
    )
    await forum.settled()
    expect(await wrongCounters()).toEqual([])
  })

  test('changes at the same time leave exact counters, and lock rows in one order', async () => {
    const { forum, author, asAdmin, asAuthor, other, moderator } = await openWithWriters(open, extension)
    await storeTags(forum, [{ id: 2, position: 1 }, { id: 3 }])
    for (let round = 0; round < 3; round++) {
      const [first, second] = [
        await makeDiscussion(forum, { user_id: author.id }),
        await makeDiscussion(forum, { user_id: author.id }),
      ]
      await putTags(forum, first, [1, 3])
      await putTags(forum, second, [1])
      const leaving = await makeUser(forum)
      const retag = (id: number, ids: readonly number[]) =>
        moderator.patch(`/api/discussions/${id}`, { data: { relationships: tagsOf(ids) } })
      const { body } = await asAdmin.post('/api/tags', {
        data: { attributes: { name: 'Gone', slug: `gone-${round}`, description: '', color: '' } },
      })
      const gone = Number(body.data.id)
      const answers = await Promise.all([
        replyTo(asAuthor, first.id),
        replyTo(other, second.id),
        retag(first.id, [2]),
        retag(second.id, [2, gone]),
        asAdmin.delete(`/api/tags/${gone}`),
        changeDiscussion(moderator, first.id, { isHidden: true }),
        replyTo(await forum.as(leaving), second.id),
        asAdmin.delete(`/api/users/${leaving.id}`),
        asAdmin.delete(`/api/discussions/${first.id}`),
        asAdmin.post('/api/tags/order', { order: [{ id: 2 }, { id: 1, children: [3] }] }),
      ])
      expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
      await expectConsistent(forum)
    }
  }, 120_000)
})
