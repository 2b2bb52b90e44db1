import { admin, makeUser, onBothDatabases, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'

const discussion = (title: string) => ({ data: { attributes: { title, content: 'Hello' } } })
const count = async (forum: TestForum) =>
  (await forum.current.database.read.selectFrom('discussions').select('id').execute()).length

onBothDatabases((open) => {
  test('a request repeated with the same key and body gets the same answer, and changes once', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const send = () => client.post('/api/discussions', discussion('Title'), { 'idempotency-key': 'a' })
    const first = await send()
    const again = await send()
    expect({ first: first.status, again: again.status }).toEqual({ first: 201, again: 201 })
    expect(again.body).toEqual(first.body)
    expect(await count(forum)).toBe(1)
  })

  test('concurrent requests with the same key change once', async () => {
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
    expect({ status: refused.status, errors: refused.body.errors }).toEqual({
      status: 409,
      errors: [{ status: '409', code: 'conflict' }],
    })
    expect(await count(forum)).toBe(1)
  })

  test('a repeated request is answered from the created row: no answer is stored', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const text = 'Words that are long enough to be found. '.repeat(1500)
    const body = { data: { attributes: { title: 'Title', content: text } } }
    const send = (query = '') => client.post(`/api/discussions${query}`, body, { 'idempotency-key': 'a' })
    const first = await send()
    await forum.settled()
    const rows = await forum.current.database.read.selectFrom('idempotency_keys').selectAll().execute()
    expect(rows).toMatchObject([{ user_id: 1, key: 'a', made_id: Number(first.body.data.id) }])
    expect(JSON.stringify(rows).length).toBeLessThan(300)
    await client.patch(`/api/discussions/${first.body.data.id}`, {
      data: { attributes: { title: 'Renamed' } },
    })
    const again = await send()
    expect({ status: again.status, id: again.body.data.id }).toEqual({ status: 201, id: first.body.data.id })
    expect(again.body.data.attributes.title).toBe('Renamed')
    expect(Object.keys(again.body.data.attributes)).toEqual(Object.keys(first.body.data.attributes))
    expect((await send('?fields[discussions]=title')).status).toBe(409)
    expect(await count(forum)).toBe(1)
  })

  test('a repeated request is 410 if its row is deleted or no longer visible, and creates no other', async () => {
    const forum = await open()
    const user = await makeUser(forum)
    const [client, moderator] = [await forum.as(user), await forum.as(admin)]
    const send = (key: string) =>
      client.post('/api/discussions', discussion('Title'), { 'idempotency-key': key })
    const first = await send('deleted')
    expect((await moderator.delete(`/api/discussions/${first.body.data.id}`)).status).toBe(204)
    const refused = await send('deleted')
    expect({ status: refused.status, errors: refused.body.errors }).toEqual({
      status: 410,
      errors: [{ status: '410', code: 'gone' }],
    })
    // A job purges the deleted row.
    await forum.settled()
    expect(await count(forum)).toBe(0)

    forum.clock.advance(60)
    const hidden = await send('private')
    await forum.current.database.transaction((db) =>
      db
        .updateTable('discussions')
        .set({ is_private: true })
        .where('id', '=', Number(hidden.body.data.id))
        .execute(),
    )
    expect((await send('private')).status).toBe(410)
    expect(await count(forum)).toBe(1)
  })

  test('a repeated request gets a new access token again until it is deleted', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const send = () =>
      client.post('/api/access-tokens', { data: { attributes: { title: 'x' } } }, { 'idempotency-key': 'a' })
    const [first, again] = [await send(), await send()]
    expect(again.body).toEqual(first.body)
    expect(first.body.data.attributes.token).toMatch(/^[A-Za-z0-9]{40}$/)
    expect((await client.delete(`/api/access-tokens/${first.body.data.id}`)).status).toBe(204)
    expect((await send()).status).toBe(410)
  })

  test.each(['[', '{"a":'])(
    'bodies of %s with the maximum nesting are hashed like any other',
    async (opening) => {
      const forum = await open()
      const client = await forum.as(admin)
      const closing = opening === '[' ? ']' : '}'
      // Three objects surround it.
      const deep = (text: string) => `${opening.repeat(509)}${text}${closing.repeat(509)}`
      const send = (nested: string, key: string) =>
        client.post(
          '/api/discussions',
          `{"data":{"attributes":{"title":"Title","content":"B","more":${nested}}}}`,
          {
            'idempotency-key': key,
            'content-type': 'application/json',
          },
        )
      const first = await send(deep('1'), 'a')
      expect(first.status).toBe(201)
      expect((await send(deep('1'), 'a')).body.data.id).toBe(first.body.data.id)
      expect((await send(deep('2'), 'a')).status).toBe(409)
      expect(forum.logged).toEqual([])
    },
  )

  test('bodies that differ in structure are different', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const send = (more: unknown, key: string) =>
      client.post(
        '/api/discussions',
        { data: { attributes: { title: 'Title', content: 'Hello', more } } },
        { 'idempotency-key': key },
      )
    const values = [
      [[], []],
      [[[]]],
      [1, [2]],
      [[1, 2]],
      [[1], 2],
      { a: [1] },
      ['a', [1]],
      { a: { b: 1 } },
      ['1'],
      [1],
      null,
    ]
    for (const [index, value] of values.entries()) {
      const key = `key ${index}`
      expect((await send(value, key)).status).toBe(201)
      for (const other of values) expect((await send(other, key)).status).toBe(other === value ? 201 : 409)
    }
  })

  test('a refused request leaves the key free', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const send = (title: string) =>
      client.post('/api/discussions', discussion(title), { 'idempotency-key': 'a' })
    expect((await send('')).status).toBe(422)
    expect((await send('Title')).status).toBe(201)
  })

  test('keys belong to their actor, expire after a day, and have up to 255 characters', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const other = await forum.as(await makeUser(forum))
    const send = (sender: typeof client, key: string) =>
      sender.post('/api/discussions', discussion('Title'), { 'idempotency-key': key })
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
