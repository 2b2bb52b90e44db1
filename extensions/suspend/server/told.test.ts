import { join } from 'node:path'
import { members, moderators } from '@parley/server/actor'
import {
  eachTestForum,
  grant,
  makeUser,
  notificationCounts,
  readExtension,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { changeUser } from './stored-suspensions.ts'

const extension = await readExtension(join(import.meta.dirname, '..'))

/** The notifications of a user, the newest first: type, content, sender and subject. */
async function told(forum: TestForum, user: { id: number }) {
  const { body } = await (await forum.as(user)).get('/api/notifications')
  return body.data.map(({ attributes, relationships }) => [
    attributes.contentType,
    attributes.content,
    relationships?.fromUser?.data.id,
    relationships?.subject?.data,
  ])
}

eachTestForum((open) => {
  const openWithUsers = async () => {
    const forum = await open({ extensions: [extension] })
    const member = await makeUser(forum, { username: 'mira', email: 'mira@machine.local' })
    const client = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    const suspend = async (suspendedUntil: string | null, texts: object = {}) => {
      expect((await changeUser(client, member.id, { suspendedUntil, ...texts })).status).toBe(200)
      forum.clock.advance(1)
    }
    return { forum, member, suspend }
  }

  test('each new end is a notification, and so is the lifting; the sender is not named', async () => {
    const { forum, member, suspend } = await openWithUsers()
    const subject = { type: 'users', id: String(member.id) }
    await suspend('2024-02-01')
    await suspend('2024-02-01')
    await suspend('2038-01-01')
    await suspend(null)
    await suspend(null)
    expect(await told(forum, member)).toEqual([
      ['userUnsuspended', '2024-01-01T00:00:03+00:00', undefined, subject],
      // The list shows the newest of each type.
      ['userSuspended', '2038-01-01T00:00:00+00:00', undefined, subject],
    ])
    expect((await notificationCounts(await forum.as(member))).unread).toBe(3)
  })

  test('a suspension that ends by itself tells nothing', async () => {
    const { forum, member, suspend } = await openWithUsers()
    await suspend('2024-01-01T00:00:10Z')
    forum.clock.advance(60)
    expect(await told(forum, member)).toHaveLength(1)
    expect((await forum.mails()).map(({ to }) => to.address)).toEqual(['mira@machine.local'])
  })

  test('members are told where only members may see the forum', async () => {
    const { forum, member, suspend } = await openWithUsers()
    await grant(forum, 'viewForum', [members])
    await suspend('2038-01-01', { suspendMessage: 'Take a break.' })
    expect(await told(forum, member)).toHaveLength(1)
    expect(await forum.mails()).toHaveLength(1)
  })

  test('mails say until when, and what the moderators say or that they give no reason', async () => {
    const { forum, suspend } = await openWithUsers()
    const lastMail = async () => {
      const { subject, text = '' } = (await forum.mails()).at(-1) ?? {}
      return { subject, text: text.split('\n-- ')[0]?.replaceAll(/\s+/g, ' ').trim() }
    }
    await suspend('2024-02-01', { suspendReason: 'Spam', suspendMessage: 'Take a <b>break</b>, {url}.' })
    expect(await lastMail()).toEqual({
      subject: 'Your account at Test forum is suspended',
      text: 'Hello mira, Your account at Test forum is suspended until February 1, 2024 (UTC). You can still log in and read. Take a <b>break</b>, {url}.',
    })
    await suspend('2038-01-01')
    expect((await lastMail()).text).toBe(
      'Hello mira, Your account at Test forum is suspended indefinitely. You can still log in and read. The moderators gave no reason.',
    )
    await suspend('9999-12-31', { suspendMessage: 'x' })
    expect((await lastMail()).text).toContain('suspended indefinitely')
    await suspend(null)
    expect(await lastMail()).toEqual({
      subject: 'Your suspension at Test forum was lifted',
      text: 'Hello mira, Your suspension at Test forum was lifted. You can post again: http://localhost/',
    })
  })

  test('mails are in the language of the member', async () => {
    const { forum, member, suspend } = await openWithUsers()
    const client = await forum.as(member)
    expect((await changeUser(client, member.id, { preferences: { locale: 'de' } })).status).toBe(200)
    await suspend('2024-02-01')
    const [mail] = await forum.mails()
    expect(mail?.text).toContain('bis zum 1. Februar 2024')
  })

  test('a suspension that is lifted before its mail is sent is not mailed', async () => {
    const { forum, suspend } = await openWithUsers()
    await suspend('2024-02-01')
    await suspend('2024-03-01')
    await suspend(null)
    expect((await forum.mails()).map(({ subject }) => subject)).toEqual([
      'Your suspension at Test forum was lifted',
    ])
  })

  test('both have preferences for the bell and for mail, which are on', async () => {
    const { forum, member } = await openWithUsers()
    const { preferences } = (await (await forum.as(member)).get(`/api/users/${member.id}`)).body.data
      .attributes as { preferences: object }
    expect(preferences).toMatchObject({
      notify_userSuspended_alert: true,
      notify_userSuspended_email: true,
      notify_userUnsuspended_alert: true,
      notify_userUnsuspended_email: true,
    })
  })
})
