import {
  changePost,
  eachTestForum,
  grant,
  makeDiscussion,
  makePost,
  makeUser,
  setSettings,
} from '@parley/testing'
import { expect, test } from 'vitest'

eachTestForum((open) => {
  test('B394 content, editor and time change; the same content changes nothing', async () => {
    const forum = await open()
    const author = await makeUser(forum)
    await makeDiscussion(forum, { user_id: author.id })
    const client = await forum.as(author)
    const same = await changePost(client, 1, { content: 'Post 1' })
    expect({ status: same.status, hasEditedAt: 'editedAt' in same.body.data.attributes }).toEqual({
      status: 200,
      hasEditedAt: false,
    })
    forum.clock.advance(60)
    const { status, body } = await changePost(client, 1, { content: 'Edited *it*' })
    expect(status).toBe(200)
    expect(body.data.attributes).toMatchObject({
      content: 'Edited *it*',
      contentHtml: expect.stringContaining('<em>it</em>'),
      editedAt: '2024-01-01T00:01:00+00:00',
    })
    expect(Object.keys(body.data.relationships ?? {})).toEqual(['editedUser', 'discussion'])
    expect(body.included?.map(({ type }) => type)).toEqual(['users', 'discussions'])
    for (const content of ['', '0', ['x'], {}, 'x\0']) {
      const refused = await changePost(client, 1, { content })
      expect({ content, status: refused.status, pointer: refused.body.errors[0]?.source?.pointer }).toEqual({
        content,
        status: 422,
        pointer: '/data/attributes/content',
      })
    }
    expect((await changePost(client, 1, { content: null, isHidden: null, number: 7 })).status).toBe(200)
    expect((await changePost(client, 99, { content: 'x' })).status).toBe(404)
    expect((await changePost(await forum.as(await makeUser(forum)), 1, { content: 'x' })).status).toBe(403)
    const browser = forum.browser()
    await browser.get('/api')
    expect((await changePost(browser, 1, { content: 'x' })).status).toBe(403)
    expect((await client.get('/api/posts/1')).body.data.attributes.content).toBe('Edited *it*')
  })

  test('event posts ignore content and hiding', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum)
    const event = await makePost(forum, id, { type: 'discussionRenamed', content: '["a","b"]', user_id: 1 })
    const stranger = await forum.as(await makeUser(forum))
    for (const client of [await forum.as(1), stranger]) {
      for (const attributes of [{ content: 'x' }, { content: '' }, { content: [] }, { isHidden: true }]) {
        const { status, body } = await changePost(client, event.id, attributes)
        expect({ attributes, status, content: body.data?.attributes.content }).toEqual({
          attributes,
          status: 200,
          content: ['a', 'b'],
        })
        expect('isHidden' in body.data.attributes).toBe(false)
      }
    }
  })

  test('B134 B136 B137 B139 B140 B142 B397 authors may edit and hide within time windows', async () => {
    const forum = await open()
    const author = await makeUser(forum)
    await makeDiscussion(forum, {
      posts: [
        { user_id: author.id },
        { user_id: author.id },
        { type: 'discussionRenamed', content: '[]', user_id: 1 },
      ],
    })
    const abilities = async () => {
      const client = await forum.as(author)
      const found = [
        (await client.get('/api/posts/1')).body.data,
        (await client.get('/api/posts/2')).body.data,
      ]
      return found.map(({ attributes: { canEdit, canHide } }) => ({ canEdit, canHide }))
    }
    const [yes, no] = [
      { canEdit: true, canHide: true },
      { canEdit: false, canHide: false },
    ]
    expect(await abilities()).toEqual([no, yes])
    forum.clock.set('2030-01-01T00:00:00Z')
    expect(await abilities()).toEqual([no, yes])
    await setSettings(forum, { allow_post_editing: '-1', allow_hide_own_posts: '-1' })
    expect(await abilities()).toEqual([yes, yes])
    await setSettings(forum, { allow_post_editing: '10', allow_hide_own_posts: '10' })
    expect(await abilities()).toEqual([no, no])
    forum.clock.set('2024-01-01T00:09:59Z')
    expect(await abilities()).toEqual([yes, yes])
    await setSettings(forum, { allow_post_editing: '-1', allow_hide_own_posts: '0' })
    expect(await abilities()).toEqual([
      { canEdit: true, canHide: false },
      { canEdit: true, canHide: false },
    ])
    await setSettings(forum, { allow_hide_own_posts: '-1' })
    const client = await forum.as(author)
    expect((await changePost(client, 2, { isHidden: true })).status).toBe(200)
    expect(await abilities()).toEqual([yes, yes])
    expect((await changePost(client, 2, { isHidden: false })).status).toBe(200)
    expect((await changePost(await forum.as(1), 2, { isHidden: true })).status).toBe(200)
    expect(await abilities()).toEqual([yes, no])
    expect((await changePost(client, 2, { isHidden: false })).status).toBe(403)
    await setSettings(forum, { allow_post_editing: 'reply', allow_hide_own_posts: 'reply' })
    expect(await abilities()).toEqual([yes, no])
    await grant(forum, 'discussion.reply', [])
    expect(await abilities()).toEqual([no, no])
  })
})
