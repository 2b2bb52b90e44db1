import {
  admin,
  changePost,
  grant,
  makeUser,
  onBothDatabases,
  replyTo,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { describe, expect, test } from 'vitest'
import { coreCounters } from '../../features/counters/core-counters.ts'
import { recount } from '../../features/counters/recount.ts'
import { moderators } from '../context/actor.ts'
import type { Extension, InstalledExtension } from '../extension.ts'
import { type Privacies, PrivacyRegistry } from './privacy.ts'

/** Discussions and posts with `word` are private: only their authors and moderators see them. */
const privateIfContains = (word: string): Privacies => ({
  discussions: {
    isPrivate: ({ title }) => title.includes(word),
    scope: (eb, { actor }) =>
      actor.hasPermission('discussion.hide')
        ? eb.lit(true)
        : eb('discussions.user_id', '=', actor.id || eb.lit(-1)),
    sees: (actor, { user_id }) => actor.hasPermission('discussion.hide') || user_id === actor.id,
  },
  posts: {
    isPrivate: ({ content }) => content.includes(word),
    scope: (eb, { actor }) =>
      actor.hasPermission('discussion.hide')
        ? eb.lit(true)
        : eb('posts.user_id', '=', actor.id || eb.lit(-1)),
    sees: (actor, { user_id }) => actor.hasPermission('discussion.hide') || user_id === actor.id,
  },
})

const extension = (id: string, privacy: Privacies): InstalledExtension => {
  const declaration: Extension = { privacy }
  return { id, title: id, version: '1.0.0', declaration }
}

async function expectExact(forum: TestForum): Promise<void> {
  expect(await recount(forum.current.database, coreCounters, { repair: false })).toEqual([])
  expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
}

describe('declarations', () => {
  test('types without private rows are a fault', () => {
    const section = { users: privateIfContains('x').posts } as unknown as Privacies
    expectFault('gong', 'privacy › users', 'has no private rows', () => {
      new PrivacyRegistry([{ owner: 'gong', section }], new Map([['users', { hasPrivateRows: false }]]))
    })
  })
})

onBothDatabases((open) => {
  async function scene(...extensions: InstalledExtension[]) {
    const forum = await open({ extensions })
    const people = {
      author: await forum.as(await makeUser(forum)),
      other: await forum.as(await makeUser(forum)),
      moderator: await forum.as(await makeUser(forum, { groupIds: [moderators] })),
      guest: forum.guest(),
    }
    const statuses = async (path: string) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(people).map(async ([name, client]) => [name, (await client.get(path)).status]),
        ),
      )
    return { forum, people, statuses }
  }
  const visibleToAll = { author: 200, other: 200, moderator: 200, guest: 200 }
  const visibleToFew = { author: 200, other: 404, moderator: 200, guest: 404 }

  test('no row is private by default', async () => {
    const { people, statuses } = await scene()
    const { body } = await startDiscussion(people.author, { title: 'I am unsure', content: 'unsure' })
    expect(await statuses(`/api/discussions/${body.data.id}`)).toEqual(visibleToAll)
  })

  test('B307 B308 a row is private if one rule makes it private, and no counter includes it', async () => {
    const { forum, people, statuses } = await scene(
      extension('one', privateIfContains('unsure')),
      extension('two', privateIfContains('maybe')),
    )
    for (const [title, expected] of [
      ['Quite sure', visibleToAll],
      ['I am unsure', visibleToFew],
      ['Perhaps maybe', visibleToFew],
    ] as const) {
      const { status, body } = await startDiscussion(people.author, { title, content: 'x' })
      expect({ title, status }).toEqual({ title, status: 201 })
      const found = await statuses(`/api/discussions/${body.data.id}`)
      expect({ title, ...found }).toEqual({ title, ...expected })
      forum.clock.advance(20)
    }
    expect((await people.guest.get('/api/discussions')).body.data).toHaveLength(1)
    expect((await people.author.get('/api/discussions')).body.data).toHaveLength(3)
    await expectExact(forum)
  })

  test('B302 B305 private posts are visible to the actors that the extension names, other posts to all', async () => {
    const { forum, people, statuses } = await scene(extension('one', privateIfContains('unsure')))
    const started = await startDiscussion(people.author, { title: 'Hello', content: 'A question' })
    const id = started.body.data.id
    forum.clock.advance(20)
    const reply = await replyTo(people.author, id, { content: 'I am unsure' })
    expect(await statuses(`/api/posts/${reply.body.data.id}`)).toEqual(visibleToFew)
    const shownNumbers = async (name: keyof typeof people) =>
      (await people[name].get(`/api/posts?filter[discussion]=${id}&page[near]=2`)).body.data.map(
        ({ attributes }) => attributes.number,
      )
    expect({
      guest: await shownNumbers('guest'),
      author: await shownNumbers('author'),
      moderator: await shownNumbers('moderator'),
    }).toEqual({ guest: [1], author: [1, 2], moderator: [1, 2] })
    const { attributes } = (await people.guest.get(`/api/discussions/${id}`)).body.data
    expect(attributes).toMatchObject({ commentCount: 1, lastPostNumber: 1 })
    await expectExact(forum)
  })

  test('a change of the text updates the privacy, counters and last post, and emits events', async () => {
    const events: string[] = []
    const listening: Extension = {
      on: {
        'post.madePrivate': ({ post }) => void events.push(`private ${post.number}`),
        'post.madePublic': ({ post }) => void events.push(`public ${post.number}`),
      },
    }
    const { forum, people, statuses } = await scene(extension('one', privateIfContains('unsure')), {
      ...extension('ear', {}),
      declaration: listening,
    })
    const id = (await startDiscussion(people.author, { title: 'Hello', content: 'x' })).body.data.id
    forum.clock.advance(20)
    const reply = (await replyTo(people.other, id, { content: 'unsure' })).body.data.id
    await expectExact(forum)
    expect((await changePost(people.moderator, reply, { content: 'Certainly' })).status).toBe(200)
    expect(await statuses(`/api/posts/${reply}`)).toEqual(visibleToAll)
    const counts = async () => (await people.guest.get(`/api/discussions/${id}`)).body.data.attributes
    expect(await counts()).toMatchObject({ commentCount: 2, participantCount: 2, lastPostNumber: 2 })
    await expectExact(forum)
    await changePost(people.moderator, reply, { content: 'unsure again' })
    expect(await counts()).toMatchObject({ commentCount: 1, participantCount: 1, lastPostNumber: 1 })
    // Hiding and deleting the private post changes no counter.
    await changePost(people.moderator, reply, { isHidden: true })
    await expectExact(forum)
    expect((await (await forum.as(admin)).delete(`/api/posts/${reply}`)).status).toBe(204)
    await expectExact(forum)
    expect(events).toEqual(['public 2', 'private 2'])
  })

  test('who sees a private discussion sees it without public comments, too; an empty public one is for editors', async () => {
    const { forum, people, statuses } = await scene(extension('one', privateIfContains('unsure')))
    await grant(forum, 'discussion.editPosts', [])
    const { body } = await startDiscussion(people.author, { title: 'I am unsure', content: 'unsure' })
    expect(body.data.attributes).toMatchObject({ commentCount: 0 })
    expect(await statuses(`/api/discussions/${body.data.id}`)).toEqual(visibleToFew)
    expect((await people.moderator.get('/api/discussions')).body.data).toHaveLength(1)
    forum.clock.advance(20)
    const open = await startDiscussion(people.author, { title: 'Certain', content: 'x' })
    const { first_post_id } = await forum.current.database.read
      .selectFrom('discussions')
      .select('first_post_id')
      .where('id', '=', Number(open.body.data.id))
      .executeTakeFirstOrThrow()
    await changePost(people.moderator, first_post_id ?? 0, { isHidden: true })
    expect(await statuses(`/api/discussions/${open.body.data.id}`)).toMatchObject({
      author: 200,
      other: 404,
      moderator: 404,
    })
    expect((await people.moderator.get('/api/discussions')).body.data).toHaveLength(1)
  })
})
