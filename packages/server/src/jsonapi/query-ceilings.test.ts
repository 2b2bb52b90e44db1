import { type ApiClient, eachTestForum, makeDiscussion, makeUser, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'

/** Statements that answering takes, once what happens only now and then has happened. */
async function queriesOf(forum: TestForum, client: ApiClient, path: string): Promise<number> {
  expect((await client.get(path)).status).toBe(200)
  await forum.settled()
  const { database } = forum.current
  const before = database.queries
  await client.get(path)
  return database.queries - before
}

eachTestForum((open) => {
  test.each([
    ['/api/discussions', 8],
    ['/api/discussions?include=user,lastPostedUser,firstPost,lastPost', 8],
    ['/api/discussions?sort=-createdAt&page[offset]=2', 8],
    ['/api/discussions?page[after]=', 8],
    ['/api/discussions/1?page[near]=15', 12],
    ['/api/posts?filter[discussion]=1&page[near]=15', 6],
    ['/api/posts?filter[discussion]=1&page[offset]=120', 7],
    ['/api/posts?sort=-createdAt', 6],
    ['/api/groups', 3],
  ])('%s takes at most %i queries, however many rows, authors and groups', async (path, ceiling) => {
    const forum = await open()
    const small = await makeUser(forum)
    await makeDiscussion(forum, { id: 1, user_id: small.id, posts: [{}, {}] })
    const asked = async () => {
      const clients = { guest: forum.guest(), admin: await forum.as(1), member: await forum.as(small) }
      const counted: Record<string, number> = {}
      for (const [name, client] of Object.entries(clients)) {
        counted[name] = await queriesOf(forum, client, path)
        expect([name, counted[name]]).toEqual([name, expect.toSatisfy((count: number) => count <= ceiling)])
      }
      return counted
    }
    const few = await asked()
    const users = await Promise.all(
      Array.from({ length: 12 }, (_, index) => makeUser(forum, { groupIds: index % 2 ? [4] : [] })),
    )
    await forum.current.database.transaction((db) => db.deleteFrom('discussions').execute())
    const posts = Array.from({ length: 150 }, (_, index) => ({
      user_id: users[index % users.length]?.id ?? null,
      ...(index % 9 === 0 && { edited_user_id: 1, edited_at: '2024-01-01T00:00:00.000Z' }),
      ...(index % 11 === 5 && { hidden_user_id: 1, hidden_at: '2024-01-01T00:00:00.000Z' }),
    }))
    await makeDiscussion(forum, { id: 1, user_id: small.id, posts })
    for (const [index, user] of users.entries()) {
      await makeDiscussion(forum, { id: 100 + index, user_id: user.id, posts: posts.slice(0, 3) })
    }
    expect((await forum.guest().get(path)).text.length).toBeGreaterThan(100)
    const many = await asked()
    for (const [name, count] of Object.entries(many)) {
      expect([name, count]).toEqual([
        name,
        expect.toSatisfy((value: number) => value <= (few[name] ?? 0) + 3),
      ])
    }
  })
})
