import { join } from 'node:path'
import { members, moderators } from '@parley/server/actor'
import {
  changePost,
  eachTestForum,
  grant,
  makeDiscussion,
  makeUser,
  readExtension,
  replyTo,
  setSettings,
  startDiscussion,
} from '@parley/testing'
import { expectConsistent } from '@parley/testing/writers'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..')
const extensions = [await readExtension(join(folder, '../flags')), await readExtension(folder)]

eachTestForum((open) => {
  const scene = async (firstPosts: string) => {
    const forum = await open({ extensions })
    await setSettings(forum, { 'flarum-approval.first_posts': firstPosts })
    await grant(forum, 'postWithoutThrottle', [members])
    const { id } = await makeDiscussion(forum)
    return {
      forum,
      newcomer: await forum.as(await makeUser(forum)),
      moderator: await forum.as(await makeUser(forum, { groupIds: [moderators] })),
      reply: async (client: Awaited<ReturnType<typeof forum.as>>) => (await replyTo(client, id)).body.data,
    }
  }

  test('posts of newcomers wait until as many are approved as the setting says', async () => {
    const { forum, newcomer, moderator, reply } = await scene('2')
    const first = await reply(newcomer)
    const started = await startDiscussion(newcomer, { title: 'Awaited', content: 'x' })
    const third = await reply(newcomer)
    for (const { attributes } of [first, started.body.data, third]) expect(attributes.isApproved).toBe(false)
    await changePost(moderator, first.id, { isApproved: true })
    expect((await reply(newcomer)).attributes.isApproved).toBe(false)
    await changePost(moderator, third.id, { isApproved: true })
    expect((await reply(newcomer)).attributes.isApproved).toBe(true)
    const public_ = await startDiscussion(newcomer, { title: 'Public', content: 'x' })
    expect(public_.body.data.attributes.isApproved).toBe(true)
    await expectConsistent(forum)
  })

  test('who approves posts is no newcomer', async () => {
    const { forum, moderator, reply } = await scene('3')
    expect((await reply(moderator)).attributes.isApproved).toBe(true)
    expect((await reply(await forum.as(1))).attributes.isApproved).toBe(true)
  })

  test('with 0, the default, members with the permissions do not wait', async () => {
    const { newcomer, reply } = await scene('0')
    expect((await reply(newcomer)).attributes.isApproved).toBe(true)
  })

  test('administrators set a number from 0 to 100', async () => {
    const { forum, newcomer } = await scene('0')
    const admin = await forum.as(1)
    const save = async (value: string) =>
      (await admin.post('/api/settings', { 'flarum-approval.first_posts': value })).status
    for (const value of ['0', '5', '100'])
      expect({ value, status: await save(value) }).toEqual({ value, status: 204 })
    for (const value of ['-1', '101', 'x', '1.5'])
      expect({ value, status: await save(value) }).toEqual({ value, status: 422 })
    expect((await newcomer.post('/api/settings', { 'flarum-approval.first_posts': '1' })).status).toBe(403)
    expect(forum.current.settings.get('flarum-approval.first_posts')).toBe(100)
  })
})
