import { join } from 'node:path'
import { defineExtension } from '@parley/server'
import { members, moderators } from '@parley/server/actor'
import {
  changePost,
  eachTestForum,
  grant,
  idsOf,
  makeDiscussion,
  makeUser,
  readExtension,
  replyTo,
  startDiscussion,
  statementsOf,
} from '@parley/testing'
import { atOnce, expectConsistent } from '@parley/testing/writers'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..')
const extensions = [await readExtension(join(folder, '../flags')), await readExtension(folder)]

eachTestForum((open) => {
  /** A forum in which members wait, and where what is told of posts is noted. */
  const scene = async () => {
    const told: string[] = []
    const ear = {
      id: 'ear',
      title: 'Ear',
      version: '1.0.0',
      requires: ['approval'],
      declaration: defineExtension({
        on: {
          'post.created': ({ post }) => void told.push(`created ${post.number} ${post.is_private}`),
          'post.approved': ({ post }) =>
            void told.push(`approved ${post.number} ${post.is_private} ${post.discussion.is_private}`),
          'discussion.started': ({ discussion }) => void told.push(`started ${discussion.is_private}`),
        },
      }),
    }
    const forum = await open({ extensions: [...extensions, ear] })
    await grant(forum, 'discussion.startWithoutApproval', [])
    await grant(forum, 'discussion.replyWithoutApproval', [])
    await grant(forum, 'postWithoutThrottle', [members])
    const user = await makeUser(forum)
    return {
      forum,
      told,
      writer: await forum.as(user),
      moderator: await forum.as(await makeUser(forum, { groupIds: [moderators] })),
      other: await forum.as(await makeUser(forum, { groupIds: [moderators] })),
    }
  }
  const waitingReply = async ({ forum, writer }: Awaited<ReturnType<typeof scene>>, discussionId: number) => {
    forum.clock.advance(60)
    return Number((await replyTo(writer, discussionId)).body.data.id)
  }

  test('listeners hear of a new post as private, and of the approval when all is public', async () => {
    const { told, writer, moderator } = await scene()
    const started = await startDiscussion(writer, { title: 'Awaited', content: 'First' })
    expect(told).toEqual(['created 1 true', 'started true'])
    const first = idsOf(await writer.get(`/api/posts?filter[discussion]=${started.body.data.id}`))[0] ?? 0
    await changePost(moderator, first, { isApproved: true })
    expect(told.slice(2)).toEqual(['approved 1 false false'])
    await changePost(moderator, first, { isApproved: true })
    expect(told).toHaveLength(3)
  })

  test('hiding approves silently, restoring does not', async () => {
    const opened = await scene()
    const { id } = await makeDiscussion(opened.forum)
    const { told, moderator } = opened
    const hidden = await waitingReply(opened, id)
    await changePost(moderator, hidden, { isHidden: true })
    expect(told).toEqual(['created 2 true'])
    await changePost(moderator, hidden, { isHidden: false })
    expect(told).toEqual(['created 2 true'])
    await changePost(moderator, await waitingReply(opened, id), { isHidden: false })
    expect(told.slice(1)).toEqual(['created 3 true', 'approved 3 false false'])
    await expectConsistent(opened.forum)
  })

  test('two who approve at once approve once', async () => {
    const opened = await scene()
    const { forum, told, moderator, other } = opened
    const { id } = await makeDiscussion(forum)
    const reply = await waitingReply(opened, id)
    const approve = (client: typeof moderator) => changePost(client, reply, { isApproved: true })
    expect(await atOnce(approve(moderator), approve(other))).toEqual([200, 200])
    expect(told).toEqual(['created 2 true', 'approved 2 false false'])
    const { attributes } = (await forum.guest().get(`/api/discussions/${id}`)).body.data
    expect(attributes).toMatchObject({ commentCount: 2, participantCount: 1 })
    await expectConsistent(forum)
  })

  test('approving what the author edits or deletes meanwhile loses nothing', async () => {
    const opened = await scene()
    const { forum, writer, moderator, told } = opened
    const { id } = await makeDiscussion(forum)
    const edited = await waitingReply(opened, id)
    const both = [
      changePost(moderator, edited, { isApproved: true }),
      changePost(writer, edited, { content: 'Better' }),
    ]
    expect(await atOnce(...both)).toEqual([200, 200])
    expect((await writer.get(`/api/posts/${edited}`)).body.data.attributes).toMatchObject({
      isApproved: true,
      content: 'Better',
    })
    await expectConsistent(forum)
    const gone = await waitingReply(opened, id)
    expect((await (await forum.as(1)).delete(`/api/posts/${gone}`)).status).toBe(204)
    const { status, body } = await changePost(moderator, gone, { isApproved: true })
    expect({ status, errors: body.errors }).toEqual({
      status: 404,
      errors: [{ status: '404', code: 'not_found' }],
    })
    expect(told.filter((line) => line.startsWith('approved'))).toHaveLength(1)
    await expectConsistent(forum)
  })

  test('what several people do with one post at once is answered, and leaves the counters exact', async () => {
    const opened = await scene()
    const { forum, writer, moderator, other } = opened
    const admin = await forum.as(1)
    const { id } = await makeDiscussion(forum)
    for (const isDeleted of [false, true]) {
      const post = await waitingReply(opened, id)
      const statuses = await atOnce(
        changePost(moderator, post, { isApproved: true }),
        changePost(other, post, { isHidden: true }),
        changePost(writer, post, { content: 'Better' }),
        moderator.delete(`/api/posts/${post}/flags`),
        other.delete(`/api/posts/${post}/flags`),
        ...(isDeleted ? [admin.delete(`/api/posts/${post}`)] : []),
      )
      for (const status of statuses) expect([200, 204, 403, 404]).toContain(status)
    }
    await expectConsistent(forum)
  })

  test('a post that waits is flagged until its flags are dismissed; approving leaves them', async () => {
    const opened = await scene()
    const { forum, moderator, writer } = opened
    const { id } = await makeDiscussion(forum)
    const reply = await waitingReply(opened, id)
    const flagsOf = async () => {
      const { body } = await moderator.get('/api/flags')
      return body.data.map(({ attributes, relationships = {} }) => ({
        type: attributes.type,
        reason: attributes.reason,
        relations: Object.keys(relationships),
        post: Number((relationships.post?.data as { id?: string } | undefined)?.id),
      }))
    }
    const flag = { type: 'approval', reason: null, relations: ['post'], post: reply }
    expect(await flagsOf()).toEqual([flag])
    // Its author does not see it.
    expect((await writer.get('/api/flags')).body.data).toEqual([])
    expect((await writer.get(`/api/posts/${reply}`)).body.data.relationships).not.toHaveProperty('flags')
    await changePost(moderator, reply, { isApproved: true })
    expect(await flagsOf()).toEqual([flag])
    expect((await moderator.delete(`/api/posts/${reply}/flags`)).status).toBe(204)
    expect(await flagsOf()).toEqual([])
  })

  test('the audit log records who approved what, and nothing of those who approve their own', async () => {
    const opened = await scene()
    const { forum, moderator } = opened
    const { id, title } = await makeDiscussion(forum)
    const reply = await waitingReply(opened, id)
    await changePost(moderator, reply, { isApproved: true })
    forum.clock.advance(60)
    const own = Number((await replyTo(moderator, id)).body.data.id)
    await changePost(moderator, own, { isApproved: true })
    const entries = await forum.current.database.read
      .selectFrom('audit_entries')
      .select(['action', 'target_id', 'target_name'])
      .where('action', '=', 'post.approved')
      .execute()
    expect(entries).toEqual([
      { action: 'post.approved', target_id: String(reply), target_name: `${title} #2` },
    ])
  })

  test('deleting accounts, discussions and posts that wait keeps the counters', async () => {
    const opened = await scene()
    const { forum, writer, moderator } = opened
    const admin = await forum.as(1)
    const { id } = await makeDiscussion(forum)
    const [first, second] = [await waitingReply(opened, id), await waitingReply(opened, id)]
    await changePost(moderator, first, { isApproved: true })
    expect((await admin.delete(`/api/posts/${second}`)).status).toBe(204)
    await expectConsistent(forum)
    const started = await startDiscussion(writer, { title: 'Awaited', content: 'First' })
    expect((await admin.delete(`/api/discussions/${started.body.data.id}`)).status).toBe(204)
    await expectConsistent(forum)
    await waitingReply(opened, id)
    const author = (await writer.get('/api')).body.data.relationships?.actor?.data as { id: string }
    expect((await admin.delete(`/api/users/${author.id}`)).status).toBe(204)
    await expectConsistent(forum)
  })

  test('an account that was deleted leaves what waits to approvers', async () => {
    const opened = await scene()
    const { forum, writer, moderator } = opened
    const { id } = await makeDiscussion(forum)
    const reply = await waitingReply(opened, id)
    const author = (await writer.get('/api')).body.data.relationships?.actor?.data as { id: string }
    await (await forum.as(1)).delete(`/api/users/${author.id}`)
    await forum.settled()
    expect((await forum.guest().get(`/api/posts/${reply}`)).status).toBe(404)
    expect((await changePost(moderator, reply, { isApproved: true })).status).toBe(200)
    expect((await forum.guest().get(`/api/posts/${reply}`)).status).toBe(200)
    await expectConsistent(forum)
  })

  test('reading and writing run as many statements as without the extension', async () => {
    const count = async (withApproval: boolean) => {
      const forum = await open({ extensions: withApproval ? extensions : extensions.slice(0, 1) })
      await grant(forum, 'postWithoutThrottle', [members])
      const writer = await forum.as(await makeUser(forum))
      const { id } = await makeDiscussion(forum)
      await replyTo(writer, id)
      const read = await statementsOf(forum, async () => void (await writer.get('/api/discussions')))
      const shown = await statementsOf(forum, async () => void (await writer.get(`/d/${id}`)))
      const written = await statementsOf(forum, async () => void (await replyTo(writer, id)))
      return [read.length, shown.length, written.length]
    }
    expect(await count(true)).toEqual(await count(false))
  })
})
