import { makeDiscussion, makeUser, onBothDatabases, planOf, selectsOf, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'

/** Fills a forum with more rows than a page has. */
async function fill(forum: TestForum): Promise<void> {
  const users = await Promise.all(Array.from({ length: 5 }, () => makeUser(forum)))
  for (let number = 0; number < 30; number++) {
    const posts = Array.from({ length: 40 }, (_, place) => ({
      content: `${place % 3 ? 'often' : 'seldom'} word${number}x${place}`,
      user_id: users[place % users.length]?.id ?? null,
    }))
    await makeDiscussion(forum, { title: `Often title${number}`, posts })
  }
  const { database } = forum.current
  await database.transaction(async (db) => {
    for (let from = 0; from < 3000; from += 500) {
      const rows = Array.from({ length: 500 }, (_, place) => ({
        username: `person${from + place}`,
        email: `person${from + place}@machine.local`,
        password: '',
      }))
      await db.insertInto('users').values(rows).execute()
    }
  })
}

onBothDatabases((open) => {
  test('searches use indexes and scan no large table', async () => {
    const forum = await open()
    await fill(forum)
    const paths = [
      '/api/discussions?filter[q]=word3x7',
      '/api/discussions?filter[q]=often seldom',
      '/api/discussions?filter[q]=often author:user1',
      '/api/discussions?filter[q]=often&sort=-commentCount',
      '/api/users?filter[q]=person12',
      '/api/users?filter[q]=person1_3',
    ]
    for (const path of paths) {
      for (const statement of await selectsOf(forum, path)) {
        const plan = await planOf(forum.current.database, statement, { without: ['seqscan'] })
        const scans = [
          ...plan.matchAll(/^SCAN (\w+)(?!.*(VIRTUAL|USING))/gm),
          ...plan.matchAll(/Seq Scan on (\w+)/g),
        ]
          .map(([, table]) => table)
          .filter((table) => largeTables.has(table ?? ''))
        expect({ path, sql: statement.sql, plan, scans }).toEqual({
          path,
          sql: statement.sql,
          plan,
          scans: [],
        })
      }
    }
  })

  test('the number of queries does not grow with unknown words', async () => {
    const forum = await open()
    await fill(forum)
    const nonsense = Array.from(
      { length: 20 },
      (_, place) => `qx${'vwz'.repeat(2)}${'abcdefghijklmnopqrst'[place]}`,
    )
    const count = async (words: readonly string[]) =>
      (await selectsOf(forum, `/api/discussions?filter[q]=${words.join(' ')}`)).length
    const few = await count(['often', ...nonsense.slice(0, 3)])
    expect({ isBounded: few <= 30, isStable: (await count(['often', ...nonsense])) - few <= 1 }).toEqual({
      isBounded: true,
      isStable: true,
    })
    const none = await count(nonsense.slice(0, 3))
    expect({ isBounded: none <= 20, isStable: (await count(nonsense)) - none <= 1 }).toEqual({
      isBounded: true,
      isStable: true,
    })
  })

  test('the number of queries does not grow with the number of matches', async () => {
    const forum = await open()
    await makeDiscussion(forum, { title: 'Often', posts: [{ content: 'often' }] })
    const paths = ['/api/discussions?filter[q]=often', '/api/users?filter[q]=a']
    const few = []
    for (const path of paths) few.push((await selectsOf(forum, path)).length)
    await fill(forum)
    for (const [place, path] of paths.entries()) {
      const many = (await selectsOf(forum, path)).length
      expect({ path, isBounded: many <= 16, isStable: many - (few[place] ?? 0) <= 3 }).toEqual({
        path,
        isBounded: true,
        isStable: true,
      })
    }
  })
})

/** Tables whose size grows with the forum. */
const largeTables = new Set(['posts', 'discussions', 'users', 'search_posts', 'search_titles'])
