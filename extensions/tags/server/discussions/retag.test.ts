import { join } from 'node:path'
import { members, moderators } from '@parley/server/actor'
import {
  type ApiClient,
  type ApiResponse,
  changeDiscussion,
  eachTestForum,
  grant,
  makeDiscussion,
  makeUser,
  readExtension,
  replyTo,
  setSettings,
  type TestForum,
  type TestForumOptions,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { putTags, storeContractTags, tagsOf } from '../stored-tags.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

function retag(client: ApiClient, id: number, ids: readonly number[], attributes = {}): Promise<ApiResponse> {
  return client.patch(`/api/discussions/${id}`, {
    data: { type: 'discussions', attributes, relationships: tagsOf(ids) },
  })
}

/** A discussion of a member in tag 1; members view 5, 8 and 11, and start in 8 and 11. Authors may always change tags. */
async function openForum(open: (options: TestForumOptions) => Promise<TestForum>) {
  const forum = await open({ extensions: [extension] })
  await storeContractTags(forum)
  const granted = ['tag5.viewForum', 'tag8.viewForum', 'tag8.startDiscussion', 'tag11.viewForum']
  for (const permission of [...granted, 'tag11.startDiscussion']) await grant(forum, permission, [members])
  await setSettings(forum, { allow_tag_change: '-1' })
  const user = await makeUser(forum)
  const discussion = await makeDiscussion(forum, { user_id: user.id })
  await putTags(forum, discussion, [1])
  const { id } = discussion
  return { forum, id, author: await forum.as(user), admin: await forum.as(1) }
}

eachTestForum((open) => {
  test('tags-9 tags-10 tags-12 authors change tags within the rules, administrators beyond them', async () => {
    const { id, author, admin } = await openForum(open)
    const answer = async (ids: readonly number[]) => {
      const { status, body } = await retag(author, id, ids)
      return status === 422 ? body.errors.map(({ source }) => source?.pointer) : status
    }
    const counts = ['/data/relationships/tags']
    expect(await answer([1, 2])).toEqual(counts)
    expect(await answer([1, 5])).toBe(403)
    expect(await answer([1, 11])).toBe(200)
    // Now a restricted tag decides, and does not let the author change tags.
    expect(await answer([1])).toBe(403)
    expect((await retag(admin, id, [1])).status).toBe(200)
    expect(await answer([2, 4])).toBe(200)
    expect(await answer([9])).toEqual(counts)
    expect(await answer([])).toEqual(counts)
    expect((await retag(admin, id, [1, 2, 9, 10, 3, 4])).status).toBe(200)
    // What the discussion has already is not asked about.
    expect(await answer([2, 9])).toBe(200)
  })

  test('the setting decides for how long authors may change tags', async () => {
    const { forum, id, author, admin } = await openForum(open)
    const canTag = async () => (await author.get(`/api/discussions/${id}`)).body.data.attributes.canTag
    const found = async (allow_tag_change: string) => {
      await setSettings(forum, { allow_tag_change })
      return canTag()
    }
    expect([await found('0'), await found('10'), await found('reply'), await found('-1')]).toEqual([
      false,
      true,
      true,
      true,
    ])
    forum.clock.advance(11 * 60)
    expect((await replyTo(admin, id)).status).toBe(201)
    expect([await found('10'), await found('reply'), await found('-1')]).toEqual([false, false, true])
    await setSettings(forum, { allow_tag_change: '0' })
    for (const ids of [[1], [2]]) expect((await retag(author, id, ids)).status).toBe(403)
    const null_ = await author.patch(`/api/discussions/${id}`, {
      data: { relationships: { tags: { data: null } } },
    })
    expect(null_.status).toBe(200)
    await grant(forum, 'discussion.reply', [])
    expect(await found('-1')).toBe(false)
    const stranger = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    expect((await retag(stranger, id, [2])).status).toBe(200)
  })

  test('a restricted tag decides alone on what is done in its discussions', async () => {
    const { forum, id, author } = await openForum(open)
    expect((await retag(author, id, [1, 11])).status).toBe(200)
    const can = async () => {
      const { canReply, canTag, canRename } = (await author.get(`/api/discussions/${id}`)).body.data
        .attributes
      return { canReply, canTag, canRename }
    }
    expect(await can()).toEqual({ canReply: false, canTag: false, canRename: false })
    await grant(forum, 'tag11.discussion.reply', [members])
    await grant(forum, 'tag11.discussion.tag', [members])
    expect(await can()).toEqual({ canReply: true, canTag: true, canRename: false })
    await grant(forum, 'discussion.reply', [])
    expect(await can()).toEqual({ canReply: true, canTag: true, canRename: false })
    await grant(forum, 'tag11.viewForum', [])
    expect((await author.get(`/api/discussions/${id}`)).status).toBe(404)
  })

  test('a change is an event post; changes by one author are merged, and cancel out', async () => {
    const { id, author, admin } = await openForum(open)
    const changed = await retag(admin, id, [1, 9])
    const events = (answer: ApiResponse) =>
      (answer.body.included ?? [])
        .filter(({ type }) => type === 'posts')
        .map(({ attributes: { contentType, content } }) => [contentType, content])
    expect(events(changed)).toEqual([['discussionTagged', [[1], [1, 9]]]])
    expect(changed.body.data.relationships?.posts?.data).toHaveLength(2)
    expect(changed.body.data.relationships?.tags).toBeUndefined()
    const same = await retag(admin, id, [9, 1])
    expect([same.status, same.body.data.relationships?.posts]).toEqual([200, undefined])
    expect(events(await retag(admin, id, [2]))).toEqual([['discussionTagged', [[1], [2]]]])
    const back = await retag(admin, id, [1])
    expect(back.body.data.relationships?.posts?.data).toHaveLength(1)
    await retag(admin, id, [2])
    expect(events(await retag(author, id, [1]))).toEqual([['discussionTagged', [[2], [1]]]])
    const audit = await admin.get('/api/audit-entries?filter[action]=discussion.tagged')
    expect(audit.body.data.length).toBe(4)
    expect((await changeDiscussion(author, id, { title: 'Another title' })).status).toBe(200)
  })

  test('tags that another has changed meanwhile are not overwritten', async () => {
    const { forum, id, author, admin } = await openForum(open)
    const from = (ids: readonly number[]) => ({ meta: { from: { tags: tagsOf(ids).tags.data } } })
    const choose = (client: ApiClient, ids: readonly number[], seen: readonly number[]) =>
      client.patch(`/api/discussions/${id}`, {
        data: { type: 'discussions', relationships: tagsOf(ids), ...from(seen) },
      })
    expect((await choose(admin, [2], [1])).status).toBe(200)
    const refused = await choose(author, [1, 11], [1])
    expect({ status: refused.status, errors: refused.body.errors }).toEqual({
      status: 409,
      errors: [
        expect.objectContaining({
          source: { pointer: '/data/relationships/tags' },
          meta: { current: [{ type: 'tags', id: '2' }] },
        }),
      ],
    })
    expect((await choose(author, [2, 4], [2])).status).toBe(200)
    // Who may not change tags learns nothing.
    const stranger = await forum.as(await makeUser(forum))
    expect((await choose(stranger, [1], [1])).status).toBe(403)
    expect((await retag(author, id, [1, 11])).status).toBe(200)
  })

  test('the core’s own checks of a change come first', async () => {
    const { forum, id, author } = await openForum(open)
    await setSettings(forum, { allow_renaming: '0' })
    expect((await retag(author, id, [9], { title: 'Another' })).status).toBe(403)
    await setSettings(forum, { allow_renaming: '-1' })
    const { status, body } = await retag(author, id, [9], { title: 'x' })
    expect([status, body.errors.map(({ source }) => source?.pointer)]).toEqual([
      422,
      ['/data/attributes/title', '/data/relationships/tags'],
    ])
  })

  test('an event post is stored with the tags that it names; one that is merged into it adds none', async () => {
    const { forum, id, admin } = await openForum(open)
    const mentioned = async () => {
      const rows = await forum.current.database.read
        .selectFrom('post_mentions_tag')
        .innerJoin('posts', 'posts.id', 'post_mentions_tag.post_id')
        .select(['posts.type', 'mentions_tag_id'])
        .orderBy('mentions_tag_id')
        .execute()
      return rows.map(({ type, mentions_tag_id }) => `${type} ${mentions_tag_id}`)
    }
    expect((await retag(admin, id, [1, 2])).status).toBe(200)
    expect(await mentioned()).toEqual(['discussionTagged 1', 'discussionTagged 2'])
    expect((await retag(admin, id, [1, 9])).status).toBe(200)
    expect(await mentioned()).toEqual(['discussionTagged 1', 'discussionTagged 2'])
    // The tags that it had: the post goes.
    expect((await retag(admin, id, [1])).status).toBe(200)
    expect(await mentioned()).toEqual([])
    expect((await retag(admin, id, [2])).status).toBe(200)
    expect((await admin.delete('/api/tags/2')).status).toBe(204)
    await forum.settled()
    expect(await mentioned()).toEqual(['discussionTagged 1'])
    expect((await admin.delete(`/api/discussions/${id}`)).status).toBe(204)
    await forum.settled()
    expect(await mentioned()).toEqual([])
  })
})
