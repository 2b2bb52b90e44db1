import {
  changeDiscussion,
  changePost,
  grant,
  idsOf,
  makeDiscussion,
  makeGroup,
  makePost,
  makeUser,
  onBothDatabases,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { defineExtension, type InstalledExtension } from '../extension.ts'
import type { Policies } from './policies.ts'
import { allow, deny } from './verdicts.ts'

type DiscussionPolicy = NonNullable<Policies['discussions']>[string]

/** Gardeners may do this in discussions about the garden, and moderators may not do it there. */
const byGardeners: DiscussionPolicy = {
  verdict(actor, { title }) {
    if (!title.startsWith('Garden')) return undefined
    return actor.hasPermission('garden.tend') ? allow : deny
  },
  scope(eb, { actor }) {
    const isGarden = eb('discussions.title', 'like', 'Garden%')
    return actor.hasPermission('garden.tend') ? { allow: isGarden } : { deny: isGarden }
  },
}

const garden: InstalledExtension = {
  id: 'garden',
  title: 'Garden',
  version: '1.0.0',
  declaration: defineExtension({
    policies: { discussions: { hide: byGardeners, hidePosts: byGardeners, editPosts: byGardeners } },
  }),
}

onBothDatabases((open) => {
  async function scene(forum: TestForum) {
    const author = await makeUser(forum)
    const gardeners = await makeGroup(forum)
    await grant(forum, 'garden.tend', [gardeners.id])
    const gardener = await forum.as(await makeUser(forum, { groupIds: [gardeners.id] }))
    const moderator = await forum.as(await makeUser(forum, { groupIds: [4] }))
    const found: { title: string; id: number; reply: number }[] = []
    for (const title of ['Garden tools', 'Kitchen']) {
      const { id } = await makeDiscussion(forum, { title, user_id: author.id })
      found.push({ title, id, reply: (await makePost(forum, id, { user_id: author.id })).id })
    }
    const [tools, kitchen] = found
    if (!tools || !kitchen) throw new Error('A discussion is missing')
    return { gardener, moderator, guest: forum.guest(), tools, kitchen }
  }

  test('an extension grants an ability for a part of the rows, and takes it away there', async () => {
    const forum = await open({ extensions: [garden] })
    const { gardener, moderator, guest, tools, kitchen } = await scene(forum)
    const numbers = async (client: typeof guest, { id }: typeof tools) =>
      (await client.get(`/api/posts?filter[discussion]=${id}&page[near]=9`)).body.data.map(
        ({ attributes }) => attributes.number,
      )

    expect((await changePost(gardener, kitchen.reply, { isHidden: true })).status).toBe(403)
    expect((await changePost(moderator, tools.reply, { isHidden: true })).status).toBe(403)
    const hidden = await changePost(gardener, tools.reply, { isHidden: true })
    expect(hidden.body.data).toMatchObject({ attributes: { isHidden: true, canHide: true } })
    expect((await changePost(moderator, kitchen.reply, { isHidden: true })).status).toBe(200)
    for (const [client, inTools, inKitchen] of [
      [gardener, [1, 2], [1]],
      [moderator, [1], [1, 2]],
      [guest, [1], [1]],
    ] as const) {
      expect((await client.get(`/api/posts/${tools.reply}`)).status).toBe(inTools.length > 1 ? 200 : 404)
      expect((await client.get(`/api/posts/${kitchen.reply}`)).status).toBe(inKitchen.length > 1 ? 200 : 404)
      expect(await numbers(client, tools)).toEqual(inTools)
      expect(await numbers(client, kitchen)).toEqual(inKitchen)
    }
    expect((await changePost(gardener, tools.reply, { isHidden: false })).status).toBe(200)
  })

  test('an actor who may hide a discussion still sees it then', async () => {
    const forum = await open({ extensions: [garden] })
    const { gardener, moderator, guest, tools, kitchen } = await scene(forum)
    expect((await changeDiscussion(gardener, kitchen.id, { isHidden: true })).status).toBe(403)
    expect((await changeDiscussion(gardener, tools.id, { isHidden: true })).status).toBe(200)
    const lists = [gardener, moderator, guest].map(async (client) =>
      idsOf(await client.get('/api/discussions')),
    )
    expect(await Promise.all(lists)).toEqual([
      expect.arrayContaining([tools.id, kitchen.id]),
      [kitchen.id],
      [kitchen.id],
    ])
    expect((await changeDiscussion(gardener, tools.id, { isHidden: false })).status).toBe(200)
  })

  test('an extension makes no difference where it declares nothing', async () => {
    const forum = await open()
    const { gardener, moderator, tools } = await scene(forum)
    expect((await changePost(gardener, tools.reply, { isHidden: true })).status).toBe(403)
    expect((await changePost(moderator, tools.reply, { isHidden: true })).status).toBe(200)
  })
})
