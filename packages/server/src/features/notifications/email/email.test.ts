import { createHmac } from 'node:crypto'
import {
  changeDiscussion,
  createTestForum,
  deleteNotifications,
  eachTestForum,
  makeDiscussion,
  makeUser,
  notify,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { moderators } from '../../../points/context/actor.ts'
import type { Context } from '../../../points/context/context.ts'
import { defineExtension, type InstalledExtension } from '../../../points/extension.ts'
import type { NotificationTypes } from '../../../points/notifications/notifications.ts'
import { deleteNotification, type Notification, syncNotification } from '../sync/sync.ts'
import type { MailedNotification, MailedTexts } from './compose.ts'

/** Declares a type that is mailed by default; the core's only type is not mailed. */
const calling: InstalledExtension = {
  id: 'calling',
  title: 'Calling',
  version: '1.0.0',
  declaration: defineExtension({
    notifications: {
      called: {
        subject: 'discussions',
        channels: {
          alert: { default: false },
          email: {
            default: true,
            compose: ({ data, subject }: MailedNotification, { actor, forum }: Context): MailedTexts => ({
              key: 'core.email.send_test',
              params: {
                forum: `call ${data} for ${actor.id} about ${(subject as { title?: string }).title}`,
              },
              action: { url: `${forum.baseUrl}/d/${subject.id}`, label: 'core.ref.view' },
            }),
          },
        },
      },
    } as NotificationTypes,
  }),
}

const call = (forum: TestForum, subject: { id: number }, users: readonly { id: number }[], data = 'one') =>
  notify(
    forum,
    { type: 'called', fromUserId: null, subject, data },
    users.map(({ id }) => id),
  )

const off = JSON.stringify({ notify_called_email: false })

eachTestForum((open) => {
  test('recipients who want mail and see the subject get one mail each, with an unsubscribe link', async () => {
    const forum = await open({ extensions: [calling] })
    const discussion = await makeDiscussion(forum, { title: 'Tea' })
    const users = [await makeUser(forum), await makeUser(forum)]
    const others = [
      await makeUser(forum, { preferences: off }),
      await makeUser(forum, { is_email_confirmed: false }),
    ]
    await call(forum, discussion, [...users, ...others])
    const mails = await forum.mails()
    expect(mails.map(({ to }) => to.address).sort()).toEqual(users.map(({ email }) => email).sort())
    for (const { to, subject, headers, text } of mails) {
      const id = users.find(({ email }) => email === to.address)?.id
      expect(subject).toContain(`call one for ${id} about Tea`)
      expect(text).toContain(`http://localhost/d/${discussion.id}`)
      expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
      expect(headers['list-unsubscribe']).toMatch(/^<http:\/\/localhost\/unsubscribe\/[\w-]{60,120}>$/)
    }
    // Repeating, deleting and restoring the notification does not send it again.
    await call(forum, discussion, users)
    await call(forum, discussion, [])
    await call(forum, discussion, [...users, ...others])
    expect(await forum.mails()).toHaveLength(2)
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('notifications that are invisible, deleted or unwanted at the time of sending are not mailed', async () => {
    const forum = await open({ extensions: [calling] })
    const [hidden, deleted, unwanted] = [
      await makeDiscussion(forum),
      await makeDiscussion(forum),
      await makeDiscussion(forum),
    ]
    const [member, moderator] = [await makeUser(forum), await makeUser(forum, { groupIds: [moderators] })]
    // All changes happen in one transaction, so the job runs after them.
    await forum.current.write(forum.asSystem(), async (context) => {
      const about = (subject: { id: number }) =>
        ({ type: 'called', fromUserId: null, subject }) as unknown as Notification
      for (const subject of [hidden, deleted, unwanted])
        await syncNotification(context, about(subject), [member.id, moderator.id])
      await context.db
        .updateTable('discussions')
        .set({ hidden_at: context.now.toISOString() })
        .where('id', '=', hidden.id)
        .execute()
      await deleteNotification(context, about(deleted))
      await context.db.updateTable('users').set({ preferences: off }).where('id', '=', member.id).execute()
    })
    const mails = await forum.mails()
    expect(mails.map(({ to, links }) => `${to.address} ${links[0]}`).sort()).toEqual([
      `${moderator.email} http://localhost/d/${hidden.id}`,
      `${moderator.email} http://localhost/d/${unwanted.id}`,
    ])
  })

  test('many recipients are mailed in several runs, each once', async () => {
    const forum = await open({ extensions: [calling] })
    const users = await Promise.all(Array.from({ length: 120 }, () => makeUser(forum)))
    const discussion = await makeDiscussion(forum)
    await call(forum, discussion, users)
    const addresses = (await forum.mails()).map(({ to }) => to.address)
    expect(addresses.sort()).toEqual(users.map(({ email }) => email).sort())
  })

  test('an unsubscribe link switches exactly one preference off, without logging in', async () => {
    const forum = await open({ extensions: [calling] })
    const user = await makeUser(forum, { preferences: JSON.stringify({ discloseOnline: false, strange: 1 }) })
    const discussion = await makeDiscussion(forum)
    await call(forum, discussion, [user])
    const [mail] = await forum.mails()
    const url = (mail?.headers['list-unsubscribe'] ?? '').replace(/^<http:\/\/localhost|>$/g, '')
    const stored = async () => {
      const { preferences } = await forum.current.database.read
        .selectFrom('users')
        .select('preferences')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
      return JSON.parse(preferences ?? '{}') as unknown
    }
    const page = await forum.guest().get(url)
    expect({ status: page.status, contentType: page.headers['content-type'] }).toEqual({
      status: 200,
      contentType: expect.stringContaining('text/html'),
    })
    expect(page.text).toContain('<form method="post">')
    expect(await stored()).toEqual({ discloseOnline: false, strange: 1 })
    for (let click = 0; click < 2; click++) {
      const done = await forum.guest().postForm(url, { 'List-Unsubscribe': 'One-Click' })
      expect({ status: done.status, cookies: done.cookies }).toEqual({ status: 200, cookies: {} })
    }
    expect(await stored()).toEqual({ discloseOnline: false, strange: 1, notify_called_email: false })
    await call(forum, discussion, [user], 'two')
    expect(await forum.mails()).toHaveLength(1)
  })

  test('unsubscribe links without a valid signature are 404 and change nothing', async () => {
    const forum = await open({ extensions: [calling] })
    const [user, other] = [await makeUser(forum), await makeUser(forum)]
    await call(forum, await makeDiscussion(forum), [user])
    const [mail] = await forum.mails()
    const url = (mail?.headers['list-unsubscribe'] ?? '').replace(/^<http:\/\/localhost|>$/g, '')
    const { signing } = forum.current.secrets
    const sign = (text: string) => createHmac('sha256', signing).update(text).digest('base64url').slice(0, 22)
    const signed = `/unsubscribe/${user.id}.notify_called_email.${sign(`unsubscribe ${user.id} notify_called_email`)}`
    // Mails of earlier versions have signed links.
    expect((await forum.guest().get(signed)).status).toBe(200)
    for (const wrong of [
      signed.replace(`/${user.id}.`, `/${other.id}.`),
      signed.replace('notify_called_email', 'discloseOnline'),
      signed.slice(0, -1),
      url.replace('/unsubscribe/', '/unsubscribe/A'),
      `${url.slice(0, 30)}${url[30] === 'A' ? 'B' : 'A'}${url.slice(31)}`,
      `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`,
      url.slice(0, -1),
      `${url}A`,
      '/unsubscribe/x',
      '/unsubscribe/__proto__',
      '/unsubscribe/1..',
      '/unsubscribe/%00',
    ]) {
      const answers = [await forum.guest().get(wrong), await forum.guest().postForm(wrong, {})]
      expect({ wrong, statuses: answers.map(({ status }) => status) }).toEqual({
        wrong,
        statuses: [404, 404],
      })
    }
    await forum.current.database.transaction((db) =>
      db.deleteFrom('users').where('id', '=', user.id).execute(),
    )
    expect((await forum.guest().postForm(url, {})).status).toBe(404)
  })
})

test('the notification type of the core is not mailed', async () => {
  const forum = await createTestForum()
  const author = await makeUser(forum)
  const discussion = await makeDiscussion(forum, { user_id: author.id })
  await changeDiscussion(await forum.as(1), discussion.id, { title: 'A better title' })
  await deleteNotifications(forum, { type: 'discussionRenamed', fromUserId: 1, subject: discussion })
  expect(await forum.mails()).toEqual([])
  const { body } = await (await forum.as(author)).get(`/api/users/${author.id}`)
  expect(Object.keys(body.data.attributes.preferences as object)).toContain('notify_discussionRenamed_alert')
  expect(Object.keys(body.data.attributes.preferences as object)).not.toContain(
    'notify_discussionRenamed_email',
  )
})
