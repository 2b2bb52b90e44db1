import { changePost, eachTestForum, makeDiscussion, makeUser, replyTo } from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'

const paths = ['/', '/all', '/d/1', '/d/2', '/d/2?page=1', '/d/3', '/u/ada', '/u/bob']

eachTestForum((open) => {
  test('pages that do not show a change stay cached', async () => {
    const forum = await open({ client: await pageClient() })
    const admin = await forum.as(1)
    const [ada, bob] = [
      await makeUser(forum, { username: 'ada' }),
      await makeUser(forum, { username: 'bob' }),
    ]
    for (const user of [ada, bob, ada]) {
      await makeDiscussion(forum, { user_id: user.id, posts: [{ user_id: user.id }, { user_id: bob.id }] })
    }
    await makeDiscussion(forum, { title: 'By nobody else', user_id: 1 })
    const { database } = forum.current
    const queriesOf = async (path: string) => {
      const before = database.queries
      await forum.guest().get(path)
      return database.queries - before
    }
    for (const path of paths) await queriesOf(path)
    await replyTo(admin, '2', { content: 'Another reply' })
    await forum.settled()
    expect(await queriesOf('/d/1')).toBe(0)
    expect(await queriesOf('/d/3')).toBe(0)
    expect(await queriesOf('/d/2')).toBeGreaterThan(0)
    expect(await queriesOf('/')).toBeGreaterThan(0)
    await changePost(admin, '2', { content: 'Edited' })
    expect(await queriesOf('/d/1')).toBeGreaterThan(0)
    expect(await queriesOf('/d/3')).toBe(0)
    for (const path of paths) await queriesOf(path)
    // Guests do not see these columns, or may see them up to a minute later.
    await database.transaction((db) =>
      db
        .updateTable('users')
        .set({ last_seen_at: '2024-01-02T00:00:00.000Z', unread_notification_count: 9 })
        .where('id', 'in', [ada.id, bob.id])
        .execute(),
    )
    for (const path of paths) expect({ path, queries: await queriesOf(path) }).toEqual({ path, queries: 0 })
    // Of authors and last posters, the list shows only names and pictures.
    await database.transaction((db) =>
      db.updateTable('users').set({ comment_count: 99 }).where('id', '=', bob.id).execute(),
    )
    expect(await queriesOf('/')).toBe(0)
    expect(await queriesOf('/d/2')).toBeGreaterThan(0)
  })
})
