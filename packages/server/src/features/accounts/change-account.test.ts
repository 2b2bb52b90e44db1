import {
  type ApiClient,
  admin,
  eachTestForum,
  grant,
  makeGroup,
  makeUser,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { administrators, members, moderators } from '../../points/context/actor.ts'
import { createAccessToken } from '../access-tokens/tokens.ts'
import { hashPassword } from '../users/passwords.ts'
import { createEmailToken, createPasswordToken } from './tokens.ts'

const password = 'too-obscure'
const hash = hashPassword(password)

const patch = (client: ApiClient, id: number, attributes: Record<string, unknown>, meta?: unknown) =>
  client.patch(`/api/users/${id}`, { data: { attributes }, ...(meta !== undefined && { meta }) })

const patchGroups = (client: ApiClient, id: number, data: unknown) =>
  client.patch(`/api/users/${id}`, { data: { relationships: { groups: { data } } } })

const groupsOf = (...ids: number[]) => ids.map((id) => ({ type: 'groups', id: String(id) }))

const stored = (forum: TestForum, id: number) =>
  forum.current.database.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const memberships = async (forum: TestForum, id: number) =>
  (
    await forum.current.database.read
      .selectFrom('group_user')
      .select('group_id')
      .where('user_id', '=', id)
      .orderBy('group_id')
      .execute()
  ).map(({ group_id }) => group_id)

const rows = (forum: TestForum, table: 'email_tokens' | 'password_tokens') =>
  forum.current.database.read.selectFrom(table).selectAll().execute()

async function mailTokens(forum: TestForum, userId: number): Promise<void> {
  const now = forum.clock.now()
  await forum.current.database.transaction(async (db) => {
    await createPasswordToken(db, { userId, now })
    await createEmailToken(db, { userId, email: 'later@machine.local', now })
  })
}

eachTestForum((open) => {
  describe('one’s own address', () => {
    test('B227 requires the current password', async () => {
      const forum = await open()
      const user = await makeUser(forum, { password: await hash })
      const client = await forum.as(user)
      const email = 'new@machine.local'
      for (const meta of [undefined, {}, { password: 'wrong' }, { password: '' }, { password: [password] }]) {
        const { status, body } = await patch(client, user.id, { email }, meta)
        expect({ status, code: body.errors[0]?.code }).toEqual({ status: 401, code: 'not_authenticated' })
      }
      expect(await rows(forum, 'email_tokens')).toEqual([])
    })

    test('B269 B377 stays as it is until the new one is confirmed', async () => {
      const forum = await open()
      const user = await makeUser(forum, { password: await hash })
      const client = await forum.as(user)
      const { status, body } = await patch(client, user.id, { email: 'new@machine.local' }, { password })
      expect({ status, email: body.data.attributes.email }).toEqual({ status: 200, email: user.email })
      expect(await rows(forum, 'email_tokens')).toMatchObject([
        { user_id: user.id, email: 'new@machine.local' },
      ])
      expect((await stored(forum, user.id)).email).toBe(user.email)
    })

    test('B229 B230 is mailed at most every five minutes', async () => {
      const forum = await open()
      const user = await makeUser(forum, { password: await hash })
      const client = await forum.as(user)
      const ask = () => patch(client, user.id, { email: 'new@machine.local' }, { password })
      expect((await ask()).status).toBe(200)
      const refused = await ask()
      expect({ status: refused.status, retryAfter: refused.headers['retry-after'] }).toEqual({
        status: 429,
        retryAfter: '300',
      })
      forum.clock.advance(299)
      expect((await ask()).status).toBe(429)
      forum.clock.advance(1)
      expect((await ask()).status).toBe(200)
    })

    test('two requests at the same moment send one mail', async () => {
      const forum = await open()
      const user = await makeUser(forum, { password: await hash })
      const client = await forum.as(user)
      const answers = await Promise.all(
        ['a', 'b', 'c'].map((name) =>
          patch(client, user.id, { email: `${name}@machine.local` }, { password }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429])
      expect(await rows(forum, 'email_tokens')).toHaveLength(1)
    })

    test('unchanged requires the password and mails nothing', async () => {
      const forum = await open()
      const user = await makeUser(forum, { password: await hash, email: 'From Elsewhere' })
      const client = await forum.as(user)
      expect((await patch(client, user.id, { email: user.email })).status).toBe(401)
      expect((await patch(client, user.id, { email: user.email }, { password })).status).toBe(200)
      expect(await rows(forum, 'email_tokens')).toEqual([])
    })

    test.each(['nonsense', 'admin@machine.local', 'ADMIN@machine.LOCAL', ['a@b.example'], 7])(
      '%j is refused and mails nothing',
      async (email) => {
        const forum = await open()
        const user = await makeUser(forum, { password: await hash })
        const { status, body } = await patch(await forum.as(user), user.id, { email }, { password })
        expect({ status, pointer: body.errors[0]?.source?.pointer }).toEqual({
          status: 422,
          pointer: '/data/attributes/email',
        })
        expect(await rows(forum, 'email_tokens')).toEqual([])
      },
    )

    test('guessed passwords count against the limit for log-ins', async () => {
      const forum = await open({ rateLimits: { failedLoginsPerAccount: { points: 2, seconds: 900 } } })
      const user = await makeUser(forum, { password: await hash })
      const client = await forum.as(user)
      const guess = (guessed: string) =>
        patch(client, user.id, { email: 'new@machine.local' }, { password: guessed })
      expect({ first: (await guess('wrong')).status, second: (await guess('wrong')).status }).toEqual({
        first: 401,
        second: 401,
      })
      expect((await guess(password)).status).toBe(429)
    })
  })

  describe('credentials of others', () => {
    test('B238 require user.editCredentials', async () => {
      const forum = await open()
      const [user, other] = [await makeUser(forum), await makeUser(forum)]
      const client = await forum.as(other)
      for (const [attributes] of [
        [{ username: 'renamed' }],
        [{ email: 'new@machine.local' }],
        [{ password: 'long enough' }],
      ]) {
        expect((await patch(client, user.id, attributes ?? {}, { password })).status).toBe(403)
        expect((await patch(forum.guest(), user.id, attributes ?? {})).status).toBe(400)
      }
      expect(await stored(forum, user.id)).toMatchObject({ username: user.username, email: user.email })
    })

    test('one’s own name and password require it too', async () => {
      const forum = await open()
      const user = await makeUser(forum)
      const client = await forum.as(user)
      for (const attributes of [
        { username: 'renamed' },
        { username: user.username },
        { password: 'long enough' },
      ]) {
        expect((await patch(client, user.id, attributes)).status).toBe(403)
      }
    })

    test('B241 B242 B379 change at once, and mailed tokens are void', async () => {
      const forum = await open()
      await grant(forum, 'user.editCredentials', [members])
      const [user, other] = [await makeUser(forum), await makeUser(forum)]
      await mailTokens(forum, user.id)
      await mailTokens(forum, other.id)
      const client = await forum.as(other)
      const { status, body } = await patch(client, user.id, { email: 'new@machine.local' })
      expect({ status, email: body.data.attributes.email }).toEqual({
        status: 200,
        email: 'new@machine.local',
      })
      expect((await rows(forum, 'password_tokens')).map(({ user_id }) => user_id)).toEqual([other.id])
      const renamed = await patch(client, user.id, { username: 'renamed' })
      expect({ status: renamed.status, displayName: renamed.body.data.attributes.displayName }).toEqual({
        status: 200,
        displayName: 'renamed',
      })
      expect((await forum.guest().get('/api/users/Renamed?bySlug=1')).status).toBe(200)
    })

    test('B244 of an administrator are for administrators only', async () => {
      const forum = await open()
      await grant(forum, 'user.editCredentials', [members])
      const client = await forum.as(await makeUser(forum))
      for (const attributes of [
        { username: 'renamed' },
        { email: 'a@b.example' },
        { password: 'long enough' },
      ]) {
        expect((await patch(client, admin.id, attributes)).status).toBe(403)
      }
      const second = await makeUser(forum, { groupIds: [administrators] })
      expect((await patch(await forum.as(admin), second.id, { username: 'renamed' })).status).toBe(200)
    })

    test('the throttle for addresses applies to one’s own only', async () => {
      const forum = await open()
      await mailTokens(forum, admin.id)
      const user = await makeUser(forum)
      const client = await forum.as(admin)
      expect((await patch(client, user.id, { email: 'new@machine.local' })).status).toBe(200)
    })

    test('every refused value has an error, and nothing is changed', async () => {
      const forum = await open()
      const [user, other] = [await makeUser(forum), await makeUser(forum)]
      const attributes = { username: other.username.toUpperCase(), email: 'nonsense', isEmailConfirmed: true }
      const { status, body } = await patch(await forum.as(admin), user.id, attributes)
      expect({ status, pointers: body.errors.map(({ source }) => source?.pointer) }).toEqual({
        status: 422,
        pointers: ['/data/attributes/username', '/data/attributes/email'],
      })
      expect(await stored(forum, user.id)).toMatchObject({ username: user.username, email: user.email })
    })

    test('a missing permission rolls back the whole request', async () => {
      const forum = await open()
      const user = await makeUser(forum)
      const attributes = { preferences: { discloseOnline: false }, username: 'renamed' }
      expect((await patch(await forum.as(user), user.id, attributes)).status).toBe(403)
      expect((await stored(forum, user.id)).preferences).toBeNull()
    })

    test('the same name at the same moment goes to one account', async () => {
      const forum = await open()
      const users = await Promise.all([1, 2, 3, 4].map(() => makeUser(forum)))
      const client = await forum.as(admin)
      const answers = await Promise.all(users.map(({ id }) => patch(client, id, { username: 'wanted' })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
      expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
    })

    test('names that differ in accents only are equal', async () => {
      const forum = await open()
      const user = await makeUser(forum, { username: 'JOSÉ', username_folded: 'jose' })
      const client = await forum.as(admin)
      expect((await patch(client, admin.id, { username: 'jose' })).body.errors[0]?.detail).toMatch(/taken/)
      expect((await client.get('/api/users/josé?bySlug=1')).body.data.id).toBe(String(user.id))
      expect((await client.get('/api/users/%C3%A1dmin?bySlug=1')).body.data.id).toBe('1')
    })
  })

  test('B374 a new password ends the other sessions, not that of the request', async () => {
    const forum = await open()
    await mailTokens(forum, admin.id)
    const make = (type: 'session' | 'session_remember' | 'developer') =>
      forum.current.database.transaction((db) =>
        createAccessToken(db, { userId: admin.id, type, now: forum.clock.now() }),
      )
    const [session, remember, developer] = [
      await make('session'),
      await make('session_remember'),
      await make('developer'),
    ]
    const browser = forum.browser()
    await browser.get('/api')
    await browser.post('/login', { identification: 'admin', password: admin.password })
    expect((await patch(browser, admin.id, { password: 'a new password' })).status).toBe(200)
    expect((await browser.get('/api')).body.data.relationships?.actor?.data.id).toBe('1')
    const alive = await forum.current.database.read.selectFrom('access_tokens').select('id').execute()
    expect(alive.map(({ id }) => id)).not.toContain(session.id)
    expect(alive.map(({ id }) => id)).not.toContain(remember.id)
    expect(alive.map(({ id }) => id)).toContain(developer.id)
    expect({
      emailTokens: await rows(forum, 'email_tokens'),
      passwordTokens: await rows(forum, 'password_tokens'),
    }).toEqual({ emailTokens: [], passwordTokens: [] })
    const logIn = (given: string) =>
      forum.guest().post('/api/token', { identification: 'admin', password: given })
    expect({
      oldPassword: (await logIn(admin.password)).status,
      newPassword: (await logIn('a new password')).status,
    }).toEqual({ oldPassword: 401, newPassword: 200 })
  })

  test('B235 only administrators confirm addresses, and no request revokes a confirmation', async () => {
    const forum = await open()
    const user = await makeUser(forum, { is_email_confirmed: false })
    const own = await forum.as(user)
    expect((await patch(own, user.id, { isEmailConfirmed: true })).status).toBe(403)
    expect((await patch(own, user.id, { isEmailConfirmed: 0 })).status).toBe(200)
    const asAdmin = await forum.as(admin)
    expect((await patch(asAdmin, user.id, { isEmailConfirmed: 1 })).body.data.attributes).toMatchObject({
      isEmailConfirmed: true,
    })
    expect((await patch(asAdmin, user.id, { isEmailConfirmed: false })).body.data.attributes).toMatchObject({
      isEmailConfirmed: true,
    })
  })

  describe('groups', () => {
    test('B233 B239 require user.editGroups', async () => {
      const forum = await open()
      const [user, other] = [await makeUser(forum), await makeUser(forum)]
      expect((await patchGroups(await forum.as(user), user.id, groupsOf(moderators))).status).toBe(403)
      expect((await patchGroups(await forum.as(other), user.id, groupsOf(moderators))).status).toBe(403)
      expect(await memberships(forum, user.id)).toEqual([])
    })

    test('B245 are replaced as a set', async () => {
      const forum = await open()
      await grant(forum, 'user.editGroups', [members])
      const group = await makeGroup(forum)
      const user = await makeUser(forum, { groupIds: [group.id] })
      const { status, body } = await patchGroups(
        await forum.as(await makeUser(forum, { groupIds: [group.id, moderators] })),
        user.id,
        groupsOf(moderators, moderators, members),
      )
      expect({ status, groups: body.data.relationships?.groups?.data }).toEqual({
        status: 200,
        groups: groupsOf(moderators),
      })
      expect(await memberships(forum, user.id)).toEqual([moderators])
      expect((await patchGroups(await forum.as(admin), user.id, [])).status).toBe(200)
      expect(await memberships(forum, user.id)).toEqual([])
    })

    test('B247 B248 B253 administrators add and remove administrators, except themselves', async () => {
      const forum = await open()
      await grant(forum, 'user.editGroups', [members])
      const [user, other] = [await makeUser(forum), await makeUser(forum)]
      const client = await forum.as(other)
      expect((await patchGroups(client, user.id, groupsOf(administrators))).status).toBe(403)
      expect((await patchGroups(client, other.id, groupsOf(administrators))).status).toBe(403)
      expect((await patchGroups(client, admin.id, [])).status).toBe(403)
      expect((await patchGroups(client, admin.id, groupsOf(administrators, moderators))).status).toBe(403)
      const asAdmin = await forum.as(admin)
      expect((await patchGroups(asAdmin, admin.id, groupsOf(administrators, moderators))).status).toBe(200)
      const resigned = await patchGroups(asAdmin, admin.id, groupsOf(moderators))
      expect({ status: resigned.status, detail: resigned.body.errors[0]?.detail }).toEqual({
        status: 403,
        detail: 'You can’t remove yourself from the administrators. Ask another administrator to do it.',
      })
      expect(await memberships(forum, admin.id)).toEqual([administrators, moderators])
      expect((await patchGroups(asAdmin, user.id, groupsOf(administrators))).status).toBe(200)
      expect((await patchGroups(asAdmin, user.id, [])).status).toBe(200)
    })

    test('that the editor does not belong to are neither added nor taken away', async () => {
      const forum = await open()
      await grant(forum, 'user.editGroups', [members])
      await grant(forum, 'user.editCredentials', [members])
      const [user, moderator] = [await makeUser(forum), await makeUser(forum, { groupIds: [moderators] })]
      const waiting = await makeUser(forum, { groupIds: [moderators], is_email_confirmed: false })
      const client = await forum.as(await makeUser(forum))
      expect((await patchGroups(client, user.id, groupsOf(moderators))).status).toBe(403)
      for (const { id } of [moderator, waiting]) {
        expect((await patchGroups(client, id, [])).status).toBe(403)
        expect((await patch(client, id, { password: 'long enough' })).status).toBe(403)
        expect(await memberships(forum, id)).toEqual([moderators])
      }
      expect(await memberships(forum, user.id)).toEqual([])
      const asModerator = await forum.as(moderator)
      expect((await patchGroups(asModerator, user.id, groupsOf(moderators))).status).toBe(200)
      expect((await patch(asModerator, waiting.id, { password: 'long enough' })).status).toBe(200)
    })

    test('two administrators who remove each other leave one', async () => {
      const forum = await open()
      const second = await makeUser(forum, { groupIds: [administrators] })
      const [first, other] = [await forum.as(admin), await forum.as(second)]
      const answers = await Promise.all([patchGroups(first, second.id, []), patchGroups(other, admin.id, [])])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const left = [...(await memberships(forum, admin.id)), ...(await memberships(forum, second.id))]
      expect(left).toEqual([administrators])
    })

    test.each([
      ['an unknown one', groupsOf(999)],
      ['no id', [{ type: 'groups' }]],
      ['a list in a list', [['1']]],
      ['an id of text', [{ id: 'mods' }]],
      ['an object', { id: '4' }],
      ['a text', '4'],
      ['a prototype key', [{ id: '__proto__' }]],
    ])('%s is refused and changes nothing', async (_, data) => {
      const forum = await open()
      const user = await makeUser(forum, { groupIds: [moderators] })
      const body = { data: { attributes: { username: 'renamed' }, relationships: { groups: { data } } } }
      const answer = await (await forum.as(admin)).patch(`/api/users/${user.id}`, body)
      expect({ status: answer.status, pointer: answer.body.errors[0]?.source?.pointer }).toEqual({
        status: 422,
        pointer: '/data/relationships/groups',
      })
      expect(await memberships(forum, user.id)).toEqual([moderators])
      expect((await stored(forum, user.id)).username).toBe(user.username)
    })

    test('hidden ones are unknown to editors without the permission, and stay assigned', async () => {
      const forum = await open()
      await grant(forum, 'user.editGroups', [members])
      const hidden = await makeGroup(forum, { is_hidden: true })
      const user = await makeUser(forum, { groupIds: [hidden.id] })
      const client = await forum.as(await makeUser(forum, { groupIds: [hidden.id, moderators] }))
      expect((await patchGroups(client, user.id, groupsOf(hidden.id))).status).toBe(422)
      expect((await patchGroups(client, user.id, groupsOf(moderators))).status).toBe(200)
      expect(await memberships(forum, user.id)).toEqual([moderators, hidden.id])
    })
  })

  test('B224 an empty change is answered, also to guests; invisible accounts are 404', async () => {
    const forum = await open()
    const browser = forum.browser()
    await browser.get('/api')
    expect((await browser.patch('/api/users/1', {})).status).toBe(200)
    expect((await browser.patch('/api/users/77', {})).status).toBe(404)
    await grant(forum, 'viewForum', [])
    expect((await browser.patch('/api/users/1', {})).status).toBe(404)
  })
})
