import {
  changeDiscussion,
  eachTestForum,
  grant,
  makeDiscussion,
  makeUser,
  setSettings,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { members, moderators } from '../../../points/context/actor.ts'

eachTestForum((open) => {
  test('B404 the answer has the event post in full and all ids', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { title: 'Before', posts: [{}, {}] })
    const moderator = await makeUser(forum, { groupIds: [moderators] })
    const { status, body } = await changeDiscussion(await forum.as(moderator), id, { title: 'After it' })
    expect(status).toBe(200)
    expect(body.data.attributes).toMatchObject({
      title: 'After it',
      slug: `${id}-after-it`,
      commentCount: 2,
      participantCount: 0,
      lastPostNumber: 2,
    })
    expect(body.data.relationships).toEqual({
      posts: { data: ['1', '2', '3'].map((post) => ({ type: 'posts', id: post })) },
    })
    const [event, user, ...rest] = body.included ?? []
    expect(event).toEqual({
      type: 'posts',
      id: '3',
      attributes: {
        number: 3,
        createdAt: '2024-01-01T00:00:00+00:00',
        contentType: 'discussionRenamed',
        content: ['Before', 'After it'],
        canEdit: true,
        canDelete: false,
        canHide: true,
      },
      relationships: {
        discussion: { data: { type: 'discussions', id: String(id) } },
        user: { data: { type: 'users', id: String(moderator.id) } },
      },
    })
    expect({ userType: user?.type, rest }).toEqual({ userType: 'users', rest: [] })
    const same = await changeDiscussion(await forum.as(moderator), id, { title: 'After it' })
    expect({ status: same.status, relationships: same.body.data.relationships }).toEqual({
      status: 200,
      relationships: undefined,
    })
  })

  test('B400 B401 successive renames by one user merge into one event post, and cancel out when they lead back', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, { title: 'First', user_id: 1 })
    const [admin, moderator] = [
      await forum.as(1),
      await forum.as(await makeUser(forum, { groupIds: [moderators] })),
    ]
    const events = async () =>
      (await admin.get(`/api/posts?filter[discussion]=${id}&filter[type]=discussionRenamed`)).body.data.map(
        ({ attributes: { number, content } }) => ({ number, content }),
      )
    await changeDiscussion(admin, id, { title: 'Second' })
    forum.clock.advance(1800)
    await changeDiscussion(admin, id, { title: 'Third' })
    expect(await events()).toEqual([{ number: 2, content: ['First', 'Third'] }])
    const back = await changeDiscussion(admin, id, { title: 'First' })
    expect(back.body.data.relationships?.posts?.data.map((post) => post.id)).toEqual(['1'])
    expect(back.body.included).toBeUndefined()
    expect(await events()).toEqual([])
    await changeDiscussion(admin, id, { title: 'Fourth' })
    forum.clock.advance(1)
    await changeDiscussion(moderator, id, { title: 'Fifth' })
    forum.clock.advance(1)
    await changeDiscussion(admin, id, { title: 'Fourth' })
    expect(await events()).toEqual([
      { number: 3, content: ['First', 'Fourth'] },
      { number: 4, content: ['Fourth', 'Fifth'] },
      { number: 5, content: ['Fifth', 'Fourth'] },
    ])
  })

  test('a new title is validated like the first one, for users who may rename', async () => {
    const forum = await open()
    const [author, other] = [await makeUser(forum), await makeUser(forum)]
    const { id } = await makeDiscussion(forum, { user_id: author.id, title: 'Title' })
    const client = await forum.as(author)
    for (const title of ['ab', '', 'x'.repeat(81), ['abc'], 'a\0bc']) {
      const { status, body } = await changeDiscussion(client, id, { title })
      expect({ title, status, pointer: body.errors?.[0]?.source?.pointer }).toEqual({
        title,
        status: 422,
        pointer: '/data/attributes/title',
      })
    }
    expect((await changeDiscussion(await forum.as(other), id, { title: 'Other' })).status).toBe(403)
    expect((await changeDiscussion(await forum.as(other), id, { title: 'Title' })).status).toBe(403)
    expect((await changeDiscussion(client, 999, { title: 'Other' })).status).toBe(404)
    expect((await client.get(`/api/discussions/${id}`)).body.data.attributes.title).toBe('Title')
  })

  test('B143 B145 B146 authors may rename within a time window', async () => {
    const forum = await open()
    const [author, other] = [await makeUser(forum), await makeUser(forum)]
    const { id } = await makeDiscussion(forum, { user_id: author.id })
    const client = await forum.as(author)
    const canRename = async () =>
      (await (await forum.as(author)).get(`/api/discussions/${id}`)).body.data.attributes.canRename
    forum.clock.set('2024-01-01T00:09:59Z')
    expect(await canRename()).toBe(true)
    forum.clock.set('2024-01-01T00:10:00Z')
    expect(await canRename()).toBe(false)
    expect((await changeDiscussion(await forum.as(author), id, { title: 'Late' })).status).toBe(403)
    await setSettings(forum, { allow_renaming: '-1' })
    expect(await canRename()).toBe(true)
    await setSettings(forum, { allow_renaming: 'reply' })
    expect(await canRename()).toBe(true)
    await grant(forum, 'discussion.reply', [])
    expect(await canRename()).toBe(false)
    await grant(forum, 'discussion.reply', [members])
    await (await forum.as(other)).post('/api/posts', {
      data: { attributes: { content: 'x' }, relationships: { discussion: { data: { id: String(id) } } } },
    })
    expect(await canRename()).toBe(false)
    expect((await changeDiscussion(client, id, { title: 'Renamed' })).status).toBe(403)
  })

  test('B148 B406 B407 moderators hide discussions, and authors while they have no replies', async () => {
    const forum = await open()
    const [author, other] = [await makeUser(forum), await makeUser(forum)]
    const alone = await makeDiscussion(forum, { user_id: author.id })
    const both = await makeDiscussion(forum, {
      posts: [{ user_id: author.id }, { user_id: other.id }],
      user_id: author.id,
    })
    const client = await forum.as(author)
    expect((await changeDiscussion(await forum.as(other), alone.id, { isHidden: true })).status).toBe(403)
    const { status, body } = await changeDiscussion(client, alone.id, { isHidden: true })
    expect({
      status,
      isHidden: body.data.attributes.isHidden,
      hiddenAt: body.data.attributes.hiddenAt,
    }).toEqual({ status: 200, isHidden: true, hiddenAt: '2024-01-01T00:00:00+00:00' })
    expect(body.data.relationships).toBeUndefined()
    const again = await changeDiscussion(client, alone.id, { isHidden: 1 })
    expect(again.status).toBe(200)
    const restored = await changeDiscussion(client, alone.id, { isHidden: false })
    expect({ status: restored.status, hasIsHidden: 'isHidden' in restored.body.data.attributes }).toEqual({
      status: 200,
      hasIsHidden: false,
    })
    expect((await changeDiscussion(client, both.id, { isHidden: true })).status).toBe(403)
    const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    expect((await changeDiscussion(moderator, alone.id, { isHidden: true })).status).toBe(200)
    expect((await changeDiscussion(client, alone.id, { isHidden: false })).status).toBe(403)
    expect((await moderator.delete(`/api/discussions/${alone.id}`)).status).toBe(403)
  })

  test('D3 one refused attribute refuses the whole request', async () => {
    const forum = await open()
    const author = await makeUser(forum)
    const { id } = await makeDiscussion(forum, { user_id: author.id, title: 'Title' })
    const client = await forum.as(author)
    expect(
      (await changeDiscussion(client, id, { title: 'Other', lastReadPostNumber: 'x', isHidden: true }))
        .status,
    ).toBe(422)
    expect((await changeDiscussion(client, id, { isHidden: true, title: 'x' })).status).toBe(422)
    await setSettings(forum, { allow_renaming: '0' })
    expect((await changeDiscussion(client, id, { isHidden: true, title: 'Other' })).status).toBe(403)
    const { attributes } = (await client.get(`/api/discussions/${id}`)).body.data
    expect(attributes).toMatchObject({ title: 'Title' })
    expect({ isHidden: attributes.isHidden, lastReadPostNumber: attributes.lastReadPostNumber }).toEqual({
      isHidden: undefined,
      lastReadPostNumber: undefined,
    })
    const { body } = await client.get(`/api/posts?filter[discussion]=${id}`)
    expect(body.data).toHaveLength(1)
  })
})
