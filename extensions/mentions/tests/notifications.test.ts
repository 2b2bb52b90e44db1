import { join } from 'node:path'
import { members } from '@parley/server/actor'
import {
  type ApiClient,
  admin,
  changeDiscussion,
  changePost,
  eachTestForum,
  grant,
  makeDiscussion,
  makeGroup,
  makeUser,
  openConversation,
  readExtension,
  replyTo,
  statementsOf,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import '../server/table.ts'

const mentions = await readExtension(join(import.meta.dirname, '..'))

/** Types and contents of notifications, the newest first, once the jobs are done. */
async function told(forum: TestForum, client: ApiClient): Promise<unknown[]> {
  await forum.settled()
  const { body } = await client.get('/api/notifications')
  return body.data.map(({ attributes, relationships }) => [
    attributes.contentType,
    attributes.content,
    relationships?.subject?.data.id,
  ])
}

/** The types of all notifications that are not withdrawn, also of those that the list does not show. */
async function keptTypes({ current }: TestForum): Promise<string[]> {
  const rows = await current.database.read
    .selectFrom('notifications')
    .select('type')
    .where('is_deleted', '=', false)
    .orderBy('type')
    .execute()
  return rows.map(({ type }) => type)
}

eachTestForum((open) => {
  test('users, members of groups and authors of posts are told once, the writer is not', async () => {
    const { forum, post, client, toby, potato } = await openConversation(open, [mentions])
    const group = await makeGroup(forum)
    const baker = await makeUser(forum, { groupIds: [group.id] })
    await grant(forum, 'mentionGroups', [members])
    const { id } = (await post(`@potato @toby @"x"#p1 @"Bakers"#g${group.id} @"y"#${baker.id}`)).body.data
    const [asPotato, asBaker] = [await forum.as(potato), await forum.as(baker)]
    expect(await told(forum, asPotato)).toEqual([['userMentioned', null, id]])
    expect(await told(forum, asBaker)).toEqual([['userMentioned', null, id]])
    expect(await told(forum, client)).toEqual([])
    const { preferences } = (await asPotato.get(`/api/users/${potato.id}`)).body.data.attributes
    expect(preferences).toMatchObject({
      notify_userMentioned_alert: true,
      notify_userMentioned_email: false,
      notify_postMentioned_alert: true,
      notify_postMentioned_email: false,
      notify_groupMentioned_alert: true,
      notify_groupMentioned_email: false,
    })
    expect(toby.id).not.toBe(potato.id)
  })

  test('a notification of a mentioned post names the post that mentions it, in whichever discussion', async () => {
    const { forum, client, potato } = await openConversation(open, [mentions])
    const asPotato = await forum.as(potato)
    const elsewhere = await makeDiscussion(forum, { title: 'Elsewhere' })
    forum.clock.advance(60)
    const { id } = (await replyTo(client, elsewhere.id, { content: '@"x"#p1' })).body.data
    await forum.settled()
    const find = async () => {
      const path = '/api/notifications?include=mentioningPost,mentioningPost.discussion'
      const { body } = await asPotato.get(path)
      return body.data.map(({ relationships }) => relationships?.mentioningPost?.data)
    }
    expect(await find()).toEqual([{ type: 'posts', id }])
    await forum.current.database.transaction((db) =>
      db.updateTable('discussions').set({ is_private: true }).where('id', '=', elsewhere.id).execute(),
    )
    expect(await find()).toEqual([undefined])
  })

  test('the notification of several replies to one post says from how many others they are', async () => {
    const { forum, post, potato } = await openConversation(open, [mentions])
    const asPotato = await forum.as(potato)
    const others = async () => {
      await forum.settled()
      const { body } = await asPotato.get('/api/notifications')
      return body.data.map(({ attributes }) => attributes.othersCount)
    }
    await post('@"x"#p1')
    await post('@"x"#p1 again')
    expect(await others()).toEqual([0])
    await post('@"x"#p1', await forum.as(admin))
    const hidden = (await post('@"x"#p1', await forum.as(await makeUser(forum)))).body.data.id
    expect(await others()).toEqual([2])
    await changePost(await forum.as(admin), hidden, { isHidden: true })
    expect(await others()).toEqual([1])
    await asPotato.post('/api/notifications/read')
    expect(await others()).toEqual([0])
  })

  test('an edit withdraws what no longer holds, and the same mention is not told twice', async () => {
    const { forum, post, client, potato } = await openConversation(open, [mentions])
    const asPotato = await forum.as(potato)
    const { id } = (await post('@potato @"x"#p1')).body.data
    expect(await told(forum, asPotato)).toEqual([['userMentioned', null, id]])
    await changePost(client, id, { content: 'nothing' })
    expect(await told(forum, asPotato)).toEqual([])
    await changePost(client, id, { content: '@potato' })
    expect(await told(forum, asPotato)).toEqual([['userMentioned', null, id]])
    await changePost(client, id, { content: 'nothing at all' })
    expect(await told(forum, asPotato)).toEqual([])
    await changePost(client, id, { content: '@"x"#p1' })
    expect(await told(forum, asPotato)).toEqual([['postMentioned', { replyNumber: 2 }, '1']])
    const { rows } = await forum.current.database.read
      .selectFrom('notifications')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
      .then(({ count }) => ({ rows: Number(count) }))
    expect(rows).toBe(2)
  })

  test('hiding and deleting withdraws, restoring brings back', async () => {
    const { forum, post, potato } = await openConversation(open, [mentions])
    const [asPotato, administrator] = [await forum.as(potato), await forum.as(admin.id)]
    const { id } = (await post('@potato @"x"#p1')).body.data
    expect(await told(forum, asPotato)).toEqual([['userMentioned', null, id]])
    await changePost(administrator, id, { isHidden: true })
    expect(await told(forum, asPotato)).toEqual([])
    expect(await keptTypes(forum)).toEqual([])
    // Those who see hidden posts are not told of them either.
    await changePost(administrator, id, { isHidden: false })
    expect(await told(forum, asPotato)).toEqual([['userMentioned', null, id]])
    expect(await keptTypes(forum)).toEqual(['postMentioned', 'userMentioned'])
    await administrator.delete(`/api/posts/${id}`)
    expect(await told(forum, asPotato)).toEqual([])
  })

  test('deleting a discussion withdraws what its posts told the authors of posts elsewhere', async () => {
    const { forum, post, client, potato } = await openConversation(open, [mentions])
    const asPotato = await forum.as(potato)
    const other = await makeDiscussion(forum, { user_id: potato.id })
    const { id } = (await post(`@"x"#p${other.first_post_id}`)).body.data
    expect(await told(forum, asPotato)).toEqual([
      ['postMentioned', { replyNumber: 2 }, String(other.first_post_id)],
    ])
    expect((await client.get(`/api/posts/${id}`)).status).toBe(200)
    expect((await (await forum.as(admin.id)).delete('/api/discussions/1')).status).toBe(204)
    expect(await told(forum, asPotato)).toEqual([])
  })

  test('hiding a discussion withdraws what its posts told, restoring brings it back', async () => {
    const { forum, potato } = await openConversation(open, [mentions])
    const [asPotato, asAdmin] = [await forum.as(potato), await forum.as(admin.id)]
    const other = await makeDiscussion(forum, { user_id: potato.id })
    const hidden = await makeDiscussion(forum, { user_id: admin.id })
    const { id } = (await replyTo(asAdmin, hidden.id, { content: `@potato @"x"#p${other.first_post_id}` }))
      .body.data
    expect(await told(forum, asPotato)).toEqual([['userMentioned', null, id]])
    await changeDiscussion(asAdmin, hidden.id, { isHidden: true })
    expect(await told(forum, asPotato)).toEqual([])
    await changeDiscussion(asAdmin, hidden.id, { isHidden: false })
    expect(await told(forum, asPotato)).toEqual([['userMentioned', null, id]])
    expect(await keptTypes(forum)).toEqual(['postMentioned', 'userMentioned'])
  })

  test('users are told of a post only once they see it, and no longer when they do not', async () => {
    const { forum, post, client, potato } = await openConversation(open, [mentions])
    const [asPotato, asAdmin] = [await forum.as(potato), await forum.as(admin.id)]
    const text = `@potato @admin @"x"#p1`
    const { id } = (await post(`secret: ${text}`)).body.data
    expect(await told(forum, asPotato)).toEqual([])
    expect(await told(forum, asAdmin)).toEqual([['userMentioned', null, id]])
    await changePost(client, id, { content: text })
    expect(await told(forum, asPotato)).toEqual([['userMentioned', null, id]])
    expect(await keptTypes(forum)).toEqual(['postMentioned', 'userMentioned', 'userMentioned'])
    await changePost(client, id, { content: `secret: ${text}` })
    expect(await told(forum, asPotato)).toEqual([])
    expect((await forum.guest().get('/api/posts/1')).body.data.attributes.mentionedByCount).toBe(0)
  })

  test('mails are in the words of the recipient, and show no names that they may not see', async () => {
    const { forum, post, potato } = await openConversation(open, [mentions])
    const asPotato = await forum.as(potato)
    const preferences = {
      notify_userMentioned_email: true,
      notify_postMentioned_email: true,
      notify_groupMentioned_email: true,
      locale: 'de',
    }
    await asPotato.patch(`/api/users/${potato.id}`, { data: { attributes: { preferences } } })
    const staff = await makeDiscussion(forum, { user_id: admin.id, title: 'Staff' })
    await grant(forum, 'mentionGroups', [members])
    const hidden = await makeGroup(forum, { name_plural: 'Covert' })
    const source = `see @"Oldster"#p1 <b> @"Bossman"#p${staff.first_post_id} @"Covert"#g${hidden.id}`
    await post(`@potato ${source} ${'x'.repeat(40_000)}`)
    await post(`${source} ${'x'.repeat(40_000)}`)
    await (await forum.as(admin.id)).patch(`/api/groups/${hidden.id}`, {
      data: { attributes: { isHidden: true } },
    })
    await changeDiscussion(await forum.as(admin.id), staff.id, { isHidden: true })
    const mails = await forum.mails()
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'TOBY$ hat dich in „Tea“ erwähnt',
      'TOBY$ hat in „Tea“ auf deinen Beitrag geantwortet',
    ])
    for (const mail of mails) {
      expect(JSON.stringify(mail)).toMatch(/\/d\/1-tea\/[23]/)
      expect(JSON.stringify(mail)).toContain('POTATO$')
      expect(JSON.stringify(mail)).not.toMatch(/Oldster|Bossman|Covert/)
      expect(mail.text.length).toBeLessThan(8000)
    }
  })

  test('the members of large groups are told in batches, each once, and those of a group that an edit takes out no longer', async () => {
    const { forum, post } = await openConversation(open, [mentions])
    const { database } = forum.current
    const [large, other] = [await makeGroup(forum), await makeGroup(forum)]
    const userIds = await database.transaction(async (db) => {
      const numbers = Array.from({ length: 450 }, (_, n) => n)
      const users = await db
        .insertInto('users')
        .values(numbers.map((n) => ({ username: `m${n}`, email: `m${n}@machine.local`, password: '' })))
        .returning('id')
        .execute()
      const inLarge = users.map(({ id }) => ({ user_id: id, group_id: large.id }))
      const inOther = users.slice(200, 230).map(({ id }) => ({ user_id: id, group_id: other.id }))
      await db
        .insertInto('group_user')
        .values([...inLarge, ...inOther])
        .execute()
      return users.map(({ id }) => id)
    })
    const toldIds = async () => {
      await forum.settled()
      const rows = await database.read
        .selectFrom('notifications')
        .select('user_id')
        .where('type', '=', 'groupMentioned')
        .where('is_deleted', '=', false)
        .orderBy('user_id')
        .execute()
      return rows.map(({ user_id }) => user_id)
    }
    const administrator = await forum.as(admin.id)
    const source = (...groups: { id: number }[]) => groups.map(({ id }) => `@"x"#g${id}`).join(' ')
    let id = ''
    const runs = await statementsOf(forum, async () => {
      id = (await post(source(large, other), administrator)).body.data.id
      await forum.settled()
    })
    expect(await toldIds()).toEqual(userIds)
    const inserts = runs.filter(({ sql }) => /^insert into notifications\s/.test(sql))
    expect(inserts.length).toBeGreaterThan(2)
    await changePost(administrator, id, { content: source(other) })
    expect(await toldIds()).toEqual(userIds.slice(200, 230))
    await changePost(administrator, id, { content: 'none' })
    expect(await toldIds()).toEqual([])
    await changePost(administrator, id, { content: source(large) })
    expect(await toldIds()).toEqual(userIds)
    expect(forum.logged.filter(({ level }) => level !== 'info')).toEqual([])
  }, 120_000)

  test('notifications of a thousand mentions are sent in batches', async () => {
    const { forum, post, discussion, potato } = await openConversation(open, [mentions])
    const { database } = forum.current
    const ids = await database.transaction(async (db) => {
      const rows = Array.from({ length: 60 }, (_, index) => ({
        discussion_id: discussion.id,
        number: index + 2,
        created_at: forum.clock.now().toISOString(),
        user_id: potato.id,
        type: 'comment',
        content: 'x',
      }))
      const stored = await db.insertInto('posts').values(rows).returning('id').execute()
      await db
        .updateTable('discussions')
        .set({ post_number_index: 61 })
        .where('id', '=', discussion.id)
        .execute()
      return stored.map((row) => row.id)
    })
    await post(ids.map((id) => `@"x"#p${id}`).join(' '))
    await forum.settled()
    const { count } = await database.read
      .selectFrom('notifications')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('type', '=', 'postMentioned')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(60)
  })
})
