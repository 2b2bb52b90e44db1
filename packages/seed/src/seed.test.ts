import type { Database } from '@parley/server/db/database'
import { migrate } from '@parley/server/migrate'
import { createMarkup } from '@parley/shared/markup'
import { coreMigrations, eachDatabase, openTestDatabase } from '@parley/testing/databases'
import { describe, expect, test } from 'vitest'
import { type SeedOptions, seed } from './seed.ts'
import { discussionSizes } from './sizes.ts'

const markup = createMarkup({ baseUrl: 'http://localhost' })

function render(content: string) {
  return { content_html: markup.renderStored(markup.parse(content)), markup_version: markup.version }
}

const options: SeedOptions = {
  users: 50,
  discussions: 60,
  posts: 3000,
  seed: 1,
  until: new Date('2026-01-01T00:00:00Z'),
  render,
}

async function run(database: Database, changes: Partial<SeedOptions> = {}) {
  await migrate(database, coreMigrations)
  return seed(database, { ...options, ...changes })
}

const allPosts = (database: Database) => database.read.selectFrom('posts').selectAll().orderBy('id').execute()

eachDatabase((open) => {
  test('stores the requested numbers of users, discussions and posts', async () => {
    const database = await open()
    expect(await run(database)).toEqual({ users: 50, discussions: 60, posts: 3000 })
    const posts = await allPosts(database)
    expect(posts).toHaveLength(3000)
    const sizes = Map.groupBy(posts, (post) => post.discussion_id)
    expect(Math.max(...[...sizes.values()].map((list) => list.length))).toBe(300)
    for (const list of sizes.values()) {
      expect(list.map((post) => post.number)).toEqual(list.map((_, place) => place + 1))
      expect(list.map((post) => post.created_at)).toEqual(list.map((post) => post.created_at).sort())
    }
    expect(posts.every((post) => post.created_at < options.until.toISOString())).toBe(true)
  })

  test('stores the rendered HTML of every comment', async () => {
    const database = await open()
    await run(database, { posts: 600 })
    for (const post of await allPosts(database)) {
      const unrendered = { content_html: null, markup_version: null }
      expect(post).toMatchObject(post.type === 'comment' ? render(post.content) : unrendered)
    }
  })
})

describe('a seed', () => {
  test('is reproducible by its number', async () => {
    const [one, same, other] = [
      await openTestDatabase('sqlite'),
      await openTestDatabase('sqlite'),
      await openTestDatabase('sqlite'),
    ]
    await run(one)
    await run(same)
    await run(other, { seed: 2 })
    expect(await allPosts(same)).toEqual(await allPosts(one))
    expect((await allPosts(other))[5]?.content).not.toBe((await allPosts(one))[5]?.content)
    const users = (database: Database) =>
      database.read.selectFrom('users').selectAll().orderBy('id').execute()
    expect(await users(same)).toEqual(await users(one))
  })

  test('has hidden and edited posts, renamed discussions, and posts of deleted authors', async () => {
    const database = await openTestDatabase('sqlite')
    await run(database, { discussions: 300 })
    const posts = await allPosts(database)
    expect(posts.some((post) => post.hidden_at !== null)).toBe(true)
    expect(posts.some((post) => post.edited_at !== null)).toBe(true)
    expect(posts.some((post) => post.user_id === null)).toBe(true)
    const renamed = posts.find((post) => post.type === 'discussionRenamed')
    const [, title] = JSON.parse(renamed?.content ?? '[]')
    const discussion = await database.read
      .selectFrom('discussions')
      .select('title')
      .where('id', '=', renamed?.discussion_id ?? 0)
      .executeTakeFirst()
    expect(discussion?.title).toBe(title)
  })

  test('can be added to a forum that has users already', async () => {
    const database = await openTestDatabase('sqlite')
    await run(database, { posts: 200 })
    expect(await run(database, { posts: 200 })).toMatchObject({ users: 50 })
  })
})

describe('sizes of discussions', () => {
  test('have the requested sum, with a tenth in the largest and at least one in each', () => {
    const sizes = discussionSizes(5000, 100_000)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100_000)
    expect(sizes[0]).toBe(10_000)
    expect(Math.min(...sizes)).toBe(1)
    expect(discussionSizes(1, 7)).toEqual([7])
    expect(discussionSizes(3, 3)).toEqual([1, 1, 1])
    expect(() => discussionSizes(4, 3)).toThrow(RangeError)
  })
})
