import { join } from 'node:path'
import { everyone, members, moderators } from '@parley/server/actor'
import {
  type ApiClient,
  admin,
  changePost,
  eachTestForum,
  grant,
  makeDiscussion,
  makeUser,
  replyTo,
  setSettings,
} from '@parley/testing'
import { pageClient, readClientExtensions } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import { installedExtensions, root } from './plugins/folders.ts'
import { loadExtensions } from './server.ts'

const folders = installedExtensions().map((id) => join(root, 'extensions', id))

const has = (...ids: string[]) => ids.every((id) => installedExtensions().includes(id))

/** The types of a member's notifications, the newest first. */
async function typesOf(client: ApiClient): Promise<unknown[]> {
  const { body } = await client.get('/api/notifications')
  return body.data.map(({ attributes }) => attributes.contentType)
}

eachTestForum((open) => {
  test.skipIf(!has('approval', 'mentions', 'subscriptions'))(
    'who is mentioned in a post that waits, and who follows its discussion, hears of it once it is approved',
    async () => {
      const forum = await open({ extensions: await loadExtensions() })
      await grant(forum, 'discussion.replyWithoutApproval', [])
      const [writer, mentioned, follower] = [
        await makeUser(forum),
        await makeUser(forum),
        await makeUser(forum),
      ]
      const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
      const clients = { mentioned: await forum.as(mentioned), follower: await forum.as(follower) }
      const { id } = await makeDiscussion(forum)
      const changes = { subscription: 'follow', lastReadPostNumber: 1 }
      await clients.follower.patch(`/api/discussions/${id}`, { data: { attributes: changes } })
      forum.clock.advance(60)
      const content = `Thanks, @"any name"#${mentioned.id}`
      const { status, body } = await replyTo(await forum.as(writer), id, { content })
      expect({ status, isApproved: body.data.attributes.isApproved }).toEqual({
        status: 201,
        isApproved: false,
      })
      await forum.settled()
      expect(await typesOf(clients.mentioned)).toEqual([])
      expect(await typesOf(clients.follower)).toEqual([])
      expect((await changePost(moderator, body.data.id, { isApproved: true })).status).toBe(200)
      await forum.settled()
      expect(await typesOf(clients.mentioned)).toEqual(['userMentioned'])
      expect(await typesOf(clients.follower)).toEqual(['newPost'])
      expect((await changePost(moderator, body.data.id, { isHidden: true })).status).toBe(200)
      await forum.settled()
      expect(await typesOf(clients.mentioned)).toEqual([])
      expect(await typesOf(clients.follower)).toEqual([])
    },
  )

  test.skipIf(!has('mentions', 'suspend', 'tags'))(
    'a suspended member is told of no post in a tag that guests do not see',
    async () => {
      const forum = await open({ extensions: await loadExtensions() })
      const [writer, mentioned] = [await makeUser(forum), await makeUser(forum)]
      const [admin, client] = [await forum.as(1), await forum.as(mentioned)]
      const tag = await admin.post('/api/tags', {
        data: { attributes: { name: 'Club', slug: 'club', description: '', color: '' } },
      })
      const tagId = tag.body.data.id
      await admin.patch(`/api/tags/${tagId}`, { data: { attributes: { isRestricted: true } } })
      for (const right of ['viewForum', 'discussion.reply', 'discussion.replyWithoutApproval'])
        await grant(forum, `tag${tagId}.${right}`, [members])
      const { id } = await makeDiscussion(forum)
      const tags = { data: [{ type: 'tags', id: tagId }] }
      expect(
        (await admin.patch(`/api/discussions/${id}`, { data: { relationships: { tags } } })).status,
      ).toBe(200)
      const mention = async () => {
        forum.clock.advance(60)
        const answer = await replyTo(await forum.as(writer), id, { content: `Hello @"x"#${mentioned.id}` })
        expect(answer.status).toBe(201)
        await forum.settled()
        return (await typesOf(client)).length
      }
      expect(await mention()).toBe(1)
      const suspend = (suspendedUntil: string | null) =>
        admin.patch(`/api/users/${mentioned.id}`, { data: { attributes: { suspendedUntil } } })
      expect((await suspend('2038-01-01')).status).toBe(200)
      expect(await mention()).toBe(1)
      expect((await client.get(`/api/discussions/${id}`)).status).toBe(404)
      expect(await typesOf(client)).toEqual(['userSuspended'])
      expect((await suspend(null)).status).toBe(200)
      expect((await client.get(`/api/discussions/${id}`)).status).toBe(200)
    },
  )

  test.skipIf(!has('mentions', 'nicknames'))(
    'a new nickname shows in posts that mention the member, in their sources and in completions',
    async () => {
      const forum = await open({ extensions: await loadExtensions() })
      await setSettings(forum, { display_name_driver: 'nickname' })
      const mentioned = await makeUser(forum, { username: 'plainname' })
      const admin = await forum.as(1)
      const { id } = await makeDiscussion(forum)
      const { body } = await replyTo(admin, id, { content: 'Hello @plainname' })
      const named = async (nickname: string) => {
        const path = `/api/users/${mentioned.id}`
        expect((await admin.patch(path, { data: { attributes: { nickname } } })).status).toBe(200)
        const { contentHtml, content } = (await admin.get(`/api/posts/${body.data.id}`)).body.data.attributes
        const found = (await admin.get(`/api/users?filter[q]=${encodeURIComponent(nickname)}`)).body.data
        return { contentHtml, content, found: found.map((user) => user.id) }
      }
      for (const nickname of ['Zoë Q', 'M&M <b>'])
        expect(await named(nickname)).toEqual({
          contentHtml: expect.stringContaining(
            `@${nickname.replace('&', '&amp;').replace('<b>', '&lt;b&gt;')}`,
          ),
          content: `Hello @"${nickname}"#${mentioned.id}`,
          found: [String(mentioned.id)],
        })
    },
  )

  test('the forum as a new member of a group, or a guest, sees it has all its pages', async () => {
    const client = await pageClient(await readClientExtensions(folders))
    const forum = await open({ extensions: await loadExtensions(), client })
    const { id } = await makeDiscussion(forum)
    const boss = await forum.browserOf(admin)
    for (const group of [everyone, members, moderators]) {
      const started = await boss.post('/api/admin/view-as', { kind: 'group', id: group })
      const view = new URL((started.body as unknown as { url: string }).url).pathname
      for (const path of [
        '',
        `d/${id}`,
        'api',
        'api/discussions',
        `api/discussions/${id}`,
        'api/notifications',
      ])
        expect({ group, path, status: (await boss.get(view + path)).status }).toEqual({
          group,
          path,
          status: group === everyone && path === 'api/notifications' ? 401 : 200,
        })
    }
  })
})
