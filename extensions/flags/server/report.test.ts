import { join } from 'node:path'
import { moderators } from '@parley/server/actor'
import {
  type ApiResponse,
  changePost,
  eachTestForum,
  grant,
  makeDiscussion,
  makePost,
  makeUser,
  readExtension,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { reportOf, storeFlags } from './test-flags.ts'

const extension = await readExtension(join(import.meta.dirname, '..'))

const flagsOf = (forum: TestForum) =>
  forum.current.database.read.selectFrom('flags').selectAll().orderBy('id').execute()
const pointerOf = ({ body }: ApiResponse) => body.errors?.[0]?.source?.pointer

eachTestForum((open) => {
  const fill = async () => {
    const forum = await open({ extensions: [extension] })
    const member = await makeUser(forum)
    await makeDiscussion(forum, { user_id: 1, posts: [{ user_id: 1 }, { user_id: member.id }] })
    return { forum, member, client: await forum.as(member) }
  }

  test('a member reports a post, and a second report replaces the first', async () => {
    const { forum, member, client } = await fill()
    const body = reportOf('1', { reason: null, reasonDetail: 'advert' }) as {
      data: { relationships: object }
    }
    Object.assign(body.data.relationships, { user: { data: { type: 'users', id: '1' } } })
    const first = await client.post('/api/flags', body)
    expect({ status: first.status, data: first.body.data }).toMatchObject({
      status: 201,
      data: {
        type: 'flags',
        attributes: { type: 'user', reason: null, reasonDetail: 'advert' },
        relationships: {
          post: { data: { type: 'posts', id: '1' } },
          user: { data: { type: 'users', id: String(member.id) } },
        },
      },
    })
    // The reporter is not shown the flags of the post.
    const post = first.body.included?.find(({ type }) => type === 'posts')
    expect(post).toMatchObject({ id: '1', attributes: { canFlag: true } })
    expect(post?.relationships?.flags).toBeUndefined()
    forum.clock.advance(60)
    const again = await client.post('/api/flags', reportOf(1, { reason: 'off_topic' }))
    expect({ status: again.status, id: again.body.data.id }).toEqual({ status: 201, id: first.body.data.id })
    expect(await flagsOf(forum)).toMatchObject([
      {
        reason: 'off_topic',
        reason_detail: null,
        created_at: forum.current.now().toISOString(),
        is_oldest: true,
      },
    ])
  })

  test('two reports of a member at once are one flag', async () => {
    const { forum, client } = await fill()
    const answers = await Promise.all(
      ['spam', 'off_topic', 'other words'].map((reason) =>
        client.post('/api/flags', reportOf(1, { reason })),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await flagsOf(forum)).toHaveLength(1)
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('the oldest flag stands for a post, also after it was changed', async () => {
    const { forum, client } = await fill()
    await client.post('/api/flags', reportOf(1))
    forum.clock.advance(60)
    const other = await forum.as(await makeUser(forum))
    await other.post('/api/flags', reportOf(1))
    const oldest = async () => (await flagsOf(forum)).map(({ is_oldest }) => is_oldest)
    expect(await oldest()).toEqual([true, false])
    forum.clock.advance(60)
    await client.post('/api/flags', reportOf(1, { reason: 'off_topic' }))
    expect(await oldest()).toEqual([false, true])
  })

  test('what cannot be reported: unknown and hidden posts, event posts, and without the permission', async () => {
    const { forum, client } = await fill()
    await makePost(forum, 1, { type: 'discussionRenamed', content: '["a","b"]', user_id: 1 })
    for (const id of ['99', '0', '-1', 'x', '', 1.5, null, undefined, {}, [1], '1e3', '9'.repeat(20)])
      expect({ id, status: (await client.post('/api/flags', reportOf(id))).status }).toEqual({
        id,
        status: 404,
      })
    for (const body of [{}, { data: null }, { data: {} }, { data: { relationships: null } }])
      expect((await client.post('/api/flags', body)).status).toBe(404)
    const event = await client.post('/api/flags', reportOf(3))
    expect({ status: event.status, code: event.body.errors[0]?.code }).toEqual({
      status: 400,
      code: 'invalid_parameter',
    })
    const guest = forum.browser()
    await guest.get('/api')
    expect((await guest.post('/api/flags', reportOf(1))).status).toBe(403)
    await changePost(await forum.as(1), 1, { isHidden: true })
    expect((await client.post('/api/flags', reportOf(1))).status).toBe(404)
    await changePost(await forum.as(1), 1, { isHidden: false })
    await grant(forum, 'discussion.flagPosts', [moderators])
    expect((await client.post('/api/flags', reportOf(1))).status).toBe(403)
    expect((await client.get('/api/posts/1')).body.data.attributes.canFlag).toBe(false)
    expect(await flagsOf(forum)).toEqual([])
  })

  test('authors report their own posts only where the setting lets them', async () => {
    const { forum, client } = await fill()
    const canFlag = async () => (await client.get('/api/posts/2')).body.data.attributes.canFlag
    expect(await canFlag()).toBe(false)
    expect((await client.post('/api/flags', reportOf(2))).status).toBe(403)
    expect((await (await forum.as(1)).post('/api/flags', reportOf(1))).status).toBe(403)
    await setSettings(forum, { 'flarum-flags.can_flag_own': '1' })
    expect(await canFlag()).toBe(true)
    expect((await client.post('/api/flags', reportOf(2))).status).toBe(201)
  })

  test('a report says something, and not too much', async () => {
    const { forum, client } = await fill()
    const refusals = [
      [{}, '/data/attributes/message'],
      [{ reason: null, reasonDetail: '' }, '/data/attributes/message'],
      [{ reason: '  ', reasonDetail: ' \n ' }, '/data/attributes/message'],
      [{ reason: 'x'.repeat(256) }, '/data/attributes/reason'],
      [{ reason: ['spam'] }, '/data/attributes/reason'],
      [{ reason: { is: 'spam' } }, '/data/attributes/reason'],
      [{ reason: true }, '/data/attributes/reason'],
      [{ reason: 'spam', reasonDetail: 'x'.repeat(2001) }, '/data/attributes/reasonDetail'],
      [{ reason: 'spam', reasonDetail: 'a\0b' }, '/data/attributes/reasonDetail'],
      ['spam', '/data'],
      [[1], '/data'],
    ] as const
    for (const [attributes, pointer] of refusals) {
      const answer = await client.post('/api/flags', reportOf(1, attributes))
      expect({ attributes, status: answer.status, pointer: pointerOf(answer) }).toEqual({
        attributes,
        status: 422,
        pointer,
      })
    }
    const { body } = await client.post('/api/flags', reportOf(1, {}))
    expect(body.errors[0]?.detail).toBe('Choose a reason, or say in your own words what is wrong.')
    expect(await flagsOf(forum)).toEqual([])
    for (const attributes of [
      { reason: 'x'.repeat(255) },
      { reason: 42 },
      { reasonDetail: 'x'.repeat(2000) },
    ])
      expect((await client.post('/api/flags', reportOf(1, attributes))).status).toBe(201)
  })

  test('the flags of a post go with it, and those of an account with that', async () => {
    const { forum, member } = await fill()
    const others = [await makeUser(forum), await makeUser(forum)]
    await storeFlags(forum, [
      { post_id: 1, user_id: member.id },
      { post_id: 1, user_id: others[0]?.id ?? 0 },
      { post_id: 2, user_id: others[1]?.id ?? 0 },
    ])
    const admin = await forum.as(1)
    expect((await admin.delete(`/api/users/${member.id}`)).status).toBe(204)
    await forum.settled()
    expect(await flagsOf(forum)).toMatchObject([
      { post_id: 1, user_id: others[0]?.id, is_oldest: true },
      { post_id: 2, is_oldest: true },
    ])
    expect((await admin.delete('/api/posts/2')).status).toBe(204)
    expect(await flagsOf(forum)).toMatchObject([{ post_id: 1 }])
    expect((await admin.delete('/api/discussions/1')).status).toBe(204)
    expect((await admin.get('/api/flags')).body.data).toEqual([])
    expect((await admin.get('/api')).body.data.attributes.flagCount).toBe(0)
    await forum.settled()
    expect(await flagsOf(forum)).toEqual([])
  })
})
