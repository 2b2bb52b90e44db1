import {
  changeDiscussion,
  changePost,
  makeDiscussion,
  makeUser,
  onBothDatabases,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'

/** Post 1 of a discussion, its author and a moderator. */
async function openPost(forum: TestForum) {
  const user = await makeUser(forum)
  await makeDiscussion(forum, { title: 'Harbour', user_id: user.id })
  const [author, moderator] = [await forum.as(user), await forum.as(1)]
  const content = async () => (await author.get('/api/posts/1')).body.data.attributes.content
  return { author, moderator, content }
}

onBothDatabases((open) => {
  test('an edit does not overwrite what another has written since it began', async () => {
    const { author, moderator, content } = await openPost(await open())
    const from = { content: await content() }
    await changePost(moderator, 1, { content: 'Redacted.' })
    const { status, body } = await changePost(author, 1, { content: 'My phone number' }, from)
    expect({ status, errors: body.errors }).toEqual({
      status: 409,
      errors: [
        {
          status: '409',
          code: 'conflict',
          detail: 'Someone else has changed this since you began to edit it.',
          source: { pointer: '/data/attributes/content' },
          meta: { current: 'Redacted.' },
        },
      ],
    })
    expect(await content()).toBe('Redacted.')
    // What the change does not write is not compared, and the text that is stored already is no conflict.
    expect((await changePost(author, 1, {}, from)).status).toBe(200)
    expect((await changePost(author, 1, { content: 'Redacted.' }, from)).status).toBe(200)
    expect((await changePost(author, 1, { content: 'Mine' }, { content: 'Redacted.' })).status).toBe(200)
    expect((await changePost(moderator, 1, { content: 'Redacted.' })).status).toBe(200)
    expect(await content()).toBe('Redacted.')
  })

  test('who may not edit learns nothing', async () => {
    const forum = await open()
    const { moderator, content } = await openPost(forum)
    await changePost(moderator, 1, { content: 'Redacted.' })
    const stranger = await forum.as(await makeUser(forum))
    const plain = await changePost(stranger, 1, { content: 'x' })
    for (const from of [{ content: 'guess' }, { content: 'Redacted.' }, { number: 1 }])
      expect(await changePost(stranger, 1, { content: 'x' }, from)).toMatchObject({
        status: 403,
        body: plain.body,
      })
    expect(await content()).toBe('Redacted.')
  })

  test('of two who save at once, one wins', async () => {
    const { author, moderator, content } = await openPost(await open())
    const from = { content: await content() }
    const answers = await Promise.all([
      changePost(author, 1, { content: 'From the author' }, from),
      changePost(moderator, 1, { content: 'From the moderator' }, from),
    ])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await content()).toBe(['From the author', 'From the moderator'][winner])
  })

  test('a title is not overwritten either', async () => {
    const { author, moderator } = await openPost(await open())
    await changeDiscussion(moderator, 1, { title: 'Harbour lights' })
    const rename = (from?: unknown) => changeDiscussion(author, 1, { title: 'Port' }, from)
    const refused = await rename({ title: 'Harbour' })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        errors: [{ source: { pointer: '/data/attributes/title' }, meta: { current: 'Harbour lights' } }],
      },
    })
    expect((await rename({ title: 'Harbour lights' })).body.data.attributes.title).toBe('Port')
    await changeDiscussion(moderator, 1, { title: 'Harbour lights' })
    expect((await rename()).status).toBe(200)
  })

  test('what an edit began from names only what refuses conflicts', async () => {
    const { author, content } = await openPost(await open())
    const answer = async (from: unknown) => {
      const { status, body } = await changePost(author, 1, { content: 'Mine' }, from)
      return [status, body.errors?.[0]?.source?.pointer]
    }
    for (const from of ['x', 7, ['x'], true]) expect(await answer(from)).toEqual([422, '/data/meta'])
    for (const name of ['number', 'isHidden', 'user', 'nothing', '__proto__'])
      expect(await answer(JSON.parse(`{ "content": "Post 1", "${name}": 1 }`))).toEqual([
        422,
        `/data/meta/from/${name}`,
      ])
    expect(await content()).toBe('Post 1')
    expect(await answer({ content: ['Post 1'] })).toEqual([409, '/data/attributes/content'])
    // As elsewhere, nothing stands for an object without members; other metadata is ignored.
    for (const from of [null, [], {}]) expect((await answer(from))[0]).toBe(200)
    const data = { attributes: { content: 'Last' }, meta: 'x' }
    expect((await author.patch('/api/posts/1', { data })).status).toBe(200)
  })
})
