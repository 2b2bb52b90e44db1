import { makeUser, onBothDatabases, replyTo, startDiscussion, statementsOf } from '@parley/testing'
import { expect, test } from 'vitest'

onBothDatabases((open, name) => {
  test('a reply, a new discussion and a registration run no more statements than they need', async () => {
    const forum = await open()
    const clients = await Promise.all([0, 1, 2, 3].map(async () => forum.as(await makeUser(forum))))
    const browser = forum.browser()
    await browser.get('/api')
    const register = (username: string) => {
      const attributes = { username, email: `${username}@example.org`, password: 'too-obscure' }
      return browser.post('/api/users', { data: { attributes } })
    }
    const start = (index: number) =>
      startDiscussion(clients[index] as (typeof clients)[number], { title: 'Hello', content: 'First' })
    const id = (await start(0)).body.data.id
    const reply = (index: number) => replyTo(clients[index] as (typeof clients)[number], id)
    await reply(1)
    await register('first')
    const counts: Record<string, number> = {}
    for (const [what, send] of Object.entries({
      reply: () => reply(2),
      discussion: () => start(3),
      registration: () => register('second'),
    })) {
      const statements = await statementsOf(forum, async () => expect((await send()).status).toBe(201))
      // The queue of jobs works beside the requests.
      counts[what] = statements.filter(({ sql }) => !/"jobs"/.test(sql)).length
    }
    expect(counts).toEqual(
      name === 'sqlite'
        ? { reply: 25, discussion: 31, registration: 8 }
        : { reply: 26, discussion: 30, registration: 9 },
    )
  })
})
