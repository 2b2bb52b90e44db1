import { admin, eachTestForum, makeUser, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'

const discussion = (title: string) => ({ data: { attributes: { title, content: 'Hello' } } })
const count = async (forum: TestForum) =>
  (await forum.current.database.read.selectFrom('discussions').select('id').execute()).length

eachTestForum((open) => {
  test('the same key and body get the same answer, and one change', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const send = () => client.post('/api/discussions', discussion('Title'), { 'idempotency-key': 'a' })
    const first = await send()
    const again = await send()
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(await count(forum)).toBe(1)
  })

  test('two at the same instant make one change', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const send = () => client.post('/api/discussions', discussion('Title'), { 'idempotency-key': 'a' })
    const answers = await Promise.all([send(), send(), send(), send()])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(await count(forum)).toBe(1)
    expect(forum.logged).toEqual([])
  })

  test('the same key with another body is a conflict', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const send = (title: string) =>
      client.post('/api/discussions', discussion(title), { 'idempotency-key': 'a' })
    await send('Title')
    const refused = await send('Another')
    expect([refused.status, refused.body.errors]).toEqual([409, [{ status: '409', code: 'conflict' }]])
    expect(await count(forum)).toBe(1)
  })

  test('when the process ended before the answer, what was made is shown', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const send = () => client.post('/api/discussions', discussion('Title'), { 'idempotency-key': 'a' })
    const first = await send()
    await forum.settled()
    await forum.current.database.transaction((db) =>
      db.updateTable('idempotency_keys').set({ answer: null }).execute(),
    )
    const again = await send()
    expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id])
    expect(await count(forum)).toBe(1)
  })

  test('a refused request leaves the key free', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const send = (title: string) =>
      client.post('/api/discussions', discussion(title), { 'idempotency-key': 'a' })
    expect((await send('')).status).toBe(422)
    expect((await send('Title')).status).toBe(201)
  })

  test('keys are the actor’s own, kept for a day, and of a sensible length', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const other = await forum.as(await makeUser(forum))
    const send = (as: typeof client, key: string) =>
      as.post('/api/discussions', discussion('Title'), { 'idempotency-key': key })
    expect((await send(client, 'a')).status).toBe(201)
    expect((await send(other, 'a')).status).toBe(201)
    expect(await count(forum)).toBe(2)
    await forum.settled()
    forum.clock.advance(24 * 3600 + 1)
    expect((await send(await forum.as(admin), 'a')).status).toBe(201)
    expect(await count(forum)).toBe(3)
    expect((await send(await forum.as(admin), 'x'.repeat(256))).status).toBe(400)
    const keys = async () => {
      const rows = await forum.current.database.read
        .selectFrom('idempotency_keys')
        .select('user_id')
        .execute()
      return rows.map(({ user_id }) => user_id)
    }
    await forum.settled()
    expect(await keys()).toEqual([1])
  })
})
