import { admin, eachTestForum, grant, makeUser, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { administrators, members, moderators } from '../../points/context/actor.ts'
import { createAccessToken } from '../access-tokens/tokens.ts'

const path = '/api/admin/users'

const stored = (forum: TestForum, id: number) =>
  forum.current.database.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function addToken(forum: TestForum, userId: number): Promise<void> {
  const { database, now } = forum.current
  await database.transaction((db) => createAccessToken(db, { userId, type: 'developer', now: now() }))
}

async function tokensOf(forum: TestForum, userId: number): Promise<number> {
  const { read } = forum.current.database
  const rows = await read.selectFrom('access_tokens').select('id').where('user_id', '=', userId).execute()
  return rows.length
}

eachTestForum((open) => {
  test('an account is made with a password, or with a link to choose one', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const made = { username: 'anna', email: 'anna@machine.local', password: 'long enough' }
    const { status, body } = await client.post(path, { ...made, isEmailConfirmed: true })
    expect({ status, attributes: body.data.attributes }).toMatchObject({
      status: 201,
      attributes: { username: 'anna', isEmailConfirmed: true },
    })
    expect(await forum.mails()).toEqual([])
    // It begins read up.
    expect((await stored(forum, Number(body.data.id))).marked_all_as_read_at).toBe(
      forum.clock.now().toISOString(),
    )
    const logIn = { identification: 'anna', password: 'long enough' }
    expect((await forum.guest().post('/api/token', logIn)).status).toBe(200)

    const invited = await client.post(path, { username: 'bert', email: 'bert@machine.local' })
    expect(invited.status).toBe(201)
    const mails = await forum.mails()
    expect(mails.map(({ to, subject }) => ({ to: to.address, subject }))).toEqual([
      { to: 'bert@machine.local', subject: 'You’re invited to Test forum' },
    ])
    const [, token = ''] = /\/reset\/([A-Za-z0-9]{40})/.exec(mails[0]?.text ?? '') ?? []
    const browser = forum.browser()
    await browser.get(`/reset/${token}`)
    const chosen = { passwordToken: token, password: 'chosen one', password_confirmation: 'chosen one' }
    expect((await browser.post('/reset', chosen)).status).toBe(302)
    expect(await stored(forum, Number(invited.body.data.id))).toMatchObject({ is_email_confirmed: true })
  })

  test('a new account follows the rules of sign-up, and may be made while that is closed', async () => {
    const forum = await open()
    await grant(forum, 'user.administer', [members])
    const helper = await forum.as(await makeUser(forum))
    const made = { username: 'anna', email: 'anna@machine.local' }
    expect((await helper.post(path, made)).status).toBe(403)
    await grant(forum, 'user.editCredentials', [members])
    const refused = await helper.post(path, { username: 'ad', email: admin.email, password: 'short' })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map(({ source }) => source?.pointer)).toEqual([
      '/data/attributes/username',
      '/data/attributes/email',
      '/data/attributes/password',
    ])
    expect((await helper.post(path, made)).status).toBe(201)
  })

  test('an account is confirmed, mailed again and logged out everywhere', async () => {
    const forum = await open()
    const user = await makeUser(forum, { is_email_confirmed: false })
    await addToken(forum, user.id)
    const client = await forum.as(admin)
    const act = async (name: string) => (await client.post(`${path}/${user.id}/${name}`, {})).status
    expect(await act('send-confirmation')).toBe(204)
    expect(await act('send-confirmation')).toBe(429)
    expect((await forum.mails()).map(({ subject }) => subject)).toEqual(['Confirm your email for Test forum'])
    expect([await act('confirm'), await act('confirm'), await act('send-confirmation')]).toEqual([
      204, 204, 403,
    ])
    expect(await stored(forum, user.id)).toMatchObject({ is_email_confirmed: true, email: user.email })
    expect(await act('log-out')).toBe(204)
    expect(await tokensOf(forum, user.id)).toBe(0)
    for (const id of ['777', 'x', '0']) {
      const statuses = ['confirm', 'log-out', 'send-confirmation', 'show-email'].map(async (name) => {
        const { status } = await client.post(`${path}/${id}/${name}`, {})
        return status
      })
      expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404])
    }
  })

  test('each requires its own permission, and accounts with other groups are out of reach', async () => {
    const forum = await open()
    await grant(forum, 'user.administer', [members])
    const [user, moderator] = [await makeUser(forum), await makeUser(forum, { groupIds: [moderators] })]
    const waiting = await makeUser(forum, { is_email_confirmed: false })
    const helper = await forum.as(await makeUser(forum))
    const statusesOf = async (id: number) => {
      const names = ['confirm', 'log-out', 'show-email']
      return Promise.all(names.map(async (name) => (await helper.post(`${path}/${id}/${name}`, {})).status))
    }
    expect(await statusesOf(user.id)).toEqual([403, 403, 403])
    expect((await helper.post(`${path}/${waiting.id}/send-confirmation`, {})).status).toBe(403)
    await grant(forum, 'user.editCredentials', [members])
    await grant(forum, 'user.edit', [members])
    expect(await statusesOf(user.id)).toEqual([204, 204, 200])
    expect(await statusesOf(moderator.id)).toEqual([403, 403, 403])
    expect(await statusesOf(admin.id)).toEqual([403, 403, 403])
    expect((await helper.post(`${path}/${waiting.id}/send-confirmation`, {})).status).toBe(204)
    await grant(forum, 'user.administer', [])
    expect(await statusesOf(user.id)).toEqual([403, 403, 403])
  })

  test('the last administrator cannot be deleted', async () => {
    const forum = await open()
    const second = await makeUser(forum, { groupIds: [administrators] })
    const asSecond = await forum.as(second)
    const groups = { data: { relationships: { groups: { data: [] } } } }
    expect((await asSecond.patch('/api/users/1', groups)).status).toBe(200)
    const { status, body } = await asSecond.delete(`/api/users/${second.id}`)
    expect({ status, error: body.errors[0] }).toMatchObject({
      status: 409,
      error: { code: 'last_administrator', detail: expect.stringContaining('only administrator') },
    })
  })
})
