import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  admin,
  idsOf,
  makeDiscussion,
  makeGroup,
  makeUser,
  onBothDatabases,
  openConversation,
  readExtension,
  replyTo,
  statementsOf,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import '../../server/table.ts'

const mentions = await readExtension(join(import.meta.dirname, '../..'))
const tags = await readExtension(join(import.meta.dirname, '../../../tags'))

/** Stores comments of a discussion by different authors, with what they mention. */
async function store(
  { current: { database, markup }, clock }: TestForum,
  discussionId: number,
  from: number,
  posts: readonly { content: string; mentions: object | null; userId: number; target?: number }[],
): Promise<number[]> {
  const ids: number[] = []
  for (let start = 0; start < posts.length; start += 100) {
    const some = posts.slice(start, start + 100)
    await database.transaction(async (db) => {
      const stored = await db
        .insertInto('posts')
        .values(
          some.map(({ content, mentions, userId }, index) => ({
            discussion_id: discussionId,
            number: from + start + index,
            created_at: clock.now().toISOString(),
            user_id: userId,
            type: 'comment',
            content,
            content_html: markup.renderStored(markup.parse(content)),
            markup_version: markup.version,
            mentions: mentions && JSON.stringify(mentions),
          })),
        )
        .returning('id')
        .execute()
      const links = stored.flatMap(({ id }, index) => {
        const target = some[index]?.target
        return target === undefined
          ? []
          : [{ post_id: id, mentions_post_id: target, number: from + start + index }]
      })
      if (links.length > 0)
        await db
          .insertInto('post_mentions_post')
          .values(links.map((link) => ({ ...link, created_at: null })))
          .execute()
      await db
        .updateTable('discussions')
        .set({ post_number_index: from + start + some.length, comment_count: from + start + some.length })
        .where('id', '=', discussionId)
        .execute()
      ids.push(...stored.map(({ id }) => id))
    })
  }
  return ids
}

onBothDatabases((open) => {
  test('a page, and a post, with 100 mentions and 1,000 mentions of it take one query more than with none', async () => {
    const { forum, client, discussion } = await openConversation(open, [mentions])
    const { database } = forum.current
    const users = await database.transaction((db) =>
      db
        .insertInto('users')
        .values(
          Array.from({ length: 200 }, (_, n) => ({
            username: `many${n}`,
            email: `many${n}@machine.local`,
            password: '',
            is_email_confirmed: true,
          })),
        )
        .returning('id')
        .execute(),
    )
    const paths = [
      `/api/discussions/${discussion.id}?page[limit]=20`,
      `/api/posts?filter[discussion]=${discussion.id}&page[limit]=20`,
    ]
    const userIdOf = (index: number) => users[index % users.length]?.id ?? 1
    await store(
      forum,
      discussion.id,
      2,
      Array.from({ length: 18 }, (_, index) => ({ content: 'x', mentions: null, userId: userIdOf(index) })),
    )
    const count = async (path: string) => {
      await client.get(path)
      const before = database.queries
      expect((await client.get(path)).status).toBe(200)
      return database.queries - before
    }
    const without = [await count(paths[0] ?? ''), await count(paths[1] ?? '')]
    const [other] = idsOf(await client.get(`${paths[1]}&page[offset]=2`))
    const ofOne = await count(`/api/posts/${other}`)
    const elsewhere = await store(
      forum,
      discussion.id,
      2000,
      Array.from({ length: 50 }, (_, index) => ({
        content: 'x',
        mentions: null,
        userId: userIdOf(index + 60),
      })),
    )
    const mentioned = users.slice(100, 150).map(({ id }) => id)
    const content = [...mentioned.map((id) => `@"x"#${id}`), ...elsewhere.map((id) => `@"x"#p${id}`)].join(
      ' ',
    )
    const [target = 0] = await store(forum, discussion.id, 20, [
      { content, mentions: { users: mentioned, posts: elsewhere }, userId: userIdOf(3) },
    ])
    await store(
      forum,
      discussion.id,
      3000,
      Array.from({ length: 1000 }, (_, index) => ({
        content: `@"x"#p${target}`,
        mentions: { posts: [target] },
        userId: userIdOf(index + 90),
        target,
      })),
    )
    const { body } = await client.get(paths[1] ?? '')
    const shown = body.data.find(({ id }) => id === String(target))
    expect(shown?.attributes.mentionedByCount).toBe(1000)
    expect(String(shown?.attributes.contentHtml).match(/class="(User|Post)Mention"/g)).toHaveLength(100)
    const more = [await count(paths[0] ?? ''), await count(paths[1] ?? '')].map(
      (queries, index) => queries - (without[index] ?? 0),
    )
    expect({ without, more }).toEqual({ without, more: [1, 1] })
    expect((await count(`/api/posts/${target}`)) - ofOne).toBeLessThanOrEqual(1)
  }, 120_000)

  const folder = join(import.meta.dirname, '../../../nicknames')
  test.skipIf(!existsSync(folder))(
    'the answers for suggestions take at most three queries besides that of the session',
    async () => {
      const nicknames = await readExtension(folder)
      const { forum, client } = await openConversation(open, [mentions, tags, nicknames])
      const group = await makeGroup(forum)
      for (let number = 0; number < 8; number++)
        await makeUser(forum, { username: `mira${number}`, groupIds: [group.id] })
      for (const [path, most] of [
        ['/api/users?filter[q]=mi&page[limit]=5', 3],
        ['/api/users?filter[q]=nothing&page[limit]=5', 3],
        ['/api/tags?filter[q]=ge&page[limit]=5', 1],
      ] as const) {
        await client.get(path)
        const statements = await statementsOf(forum, async () => {
          expect((await client.get(path)).status).toBe(200)
        })
        const ofAnswer = statements.filter(({ sql }) => !sql.includes('access_tokens'))
        expect(ofAnswer.length, path).toBeLessThanOrEqual(most)
      }
    },
  )

  test('other posts, and mentions of others, run the same statements: the database prepares each once', async () => {
    const { forum, potato, toby } = await openConversation(open, [mentions, tags])
    const client = await forum.as(admin)
    const statements = async (user: { id: number }) => {
      const group = await makeGroup(forum)
      const mentioned = await makeDiscussion(forum, { user_id: user.id })
      const { id } = await makeDiscussion(forum)
      forum.clock.advance(60)
      const content = `@"x"#${user.id} @"x"#p${mentioned.first_post_id} @"x"#g${group.id} #general`
      const found = await statementsOf(forum, async () => {
        expect((await replyTo(client, id, { content })).status).toBe(201)
        await forum.settled()
      })
      return new Set(found.map(({ sql }) => sql))
    }
    await statements(potato)
    const known = await statements(toby)
    expect([...(await statements(potato))].filter((sql) => !known.has(sql))).toEqual([])
  })
})
