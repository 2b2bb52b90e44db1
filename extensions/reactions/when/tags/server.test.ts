import { join } from 'node:path'
import { everyone, members, moderators } from '@parley/server/actor'
import { changePost, eachTestForum, grant, makeUser, readExtension, setSettings } from '@parley/testing'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../..')
const [tags, reactions] = await Promise.all([join(folder, '../tags'), folder].map(readExtension))
if (!tags || !reactions) throw new Error('Extensions are missing')

eachTestForum((open) => {
  test('in a restricted tag the rights are its own: to react, to see who reacted, and to remove', async () => {
    const forum = await open({ extensions: [tags, reactions] })
    const admin = await forum.as(1)
    const attributes = { name: 'Guarded', slug: 'guarded', description: '', color: '', primary: true }
    const tag = (await admin.post('/api/tags', { data: { attributes } })).body.data.id
    await admin.patch(`/api/tags/${tag}`, { data: { attributes: { isRestricted: true } } })
    const relationships = { tags: { data: [{ type: 'tags', id: tag }] } }
    const started = await admin.post('/api/discussions', {
      data: { attributes: { title: 'Hello', content: 'x' }, relationships },
    })
    const postId = started.body.data.relationships?.firstPost?.data.id ?? ''
    const discussion = `/api/discussions/${started.body.data.id}`
    const list = `/api/posts/${postId}/reactions`
    const member = await forum.as(await makeUser(forum))
    const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    const react = async () => (await changePost(member, postId, { reaction: 1 })).status
    expect([await react(), (await member.get(list)).status]).toEqual([404, 404])
    await grant(forum, `tag${tag}.viewForum`, [everyone])
    await grant(forum, 'discussion.canSeeReactions', [everyone])
    await grant(forum, 'discussion.deleteReactionsPosts', [moderators])
    expect([await react(), (await member.get(list)).status]).toEqual([403, 403])
    await grant(forum, `tag${tag}.discussion.reactPosts`, [members])
    expect([await react(), (await member.get(list)).status]).toEqual([200, 403])
    await grant(forum, `tag${tag}.discussion.canSeeReactions`, [members])
    expect((await member.get(list)).body.data).toHaveLength(1)
    expect((await member.get(discussion)).body.data.attributes.canSeeReactions).toBe(true)
    expect((await forum.guest().get(list)).status).toBe(403)
    const remove = async () => (await moderator.delete(`${list}/type/1`)).status
    expect(await remove()).toBe(403)
    await grant(forum, `tag${tag}.discussion.deleteReactionsPosts`, [moderators])
    expect(await remove()).toBe(204)
    // Guests react by the setting alone, where they see the post.
    await setSettings(forum, { 'fof-reactions.anonymousReactions': '1' })
    const guest = forum.browser()
    await guest.get('/api')
    expect((await changePost(guest, postId, { reaction: 2 })).status).toBe(200)
    await grant(forum, `tag${tag}.viewForum`, [members])
    expect((await changePost(guest, postId, { reaction: 3 })).status).toBe(404)
  })
})
