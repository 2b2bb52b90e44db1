import { members, moderators } from '@parley/server/actor'
import {
  type ApiClient,
  admin,
  eachTestForum,
  grant,
  makeDiscussion,
  makeUser,
  readExtension,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'

const extension = await readExtension(import.meta.dirname)
const shown = { display_name_driver: 'nickname' }

const account = { username: 'newcomer', email: 'newcomer@machine.local', password: 'too-obscure' }

async function rename(client: ApiClient, id: number, attributes: object) {
  const { status, body } = await client.patch(`/api/users/${id}`, {
    data: { type: 'users', id: String(id), attributes },
  })
  const [error] = body.errors ?? []
  return {
    status,
    ...(error && { pointer: error.source?.pointer }),
    ...(body.data && { name: body.data.attributes.displayName }),
  }
}

async function nicknameOf({ current: { database } }: TestForum, id: number): Promise<string | null> {
  const row = await database.read
    .selectFrom('users')
    .select('nickname')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.nickname
}

async function signUp(forum: TestForum, attributes: object) {
  const browser = forum.browser()
  await browser.get('/api')
  return browser.post('/register', { ...account, ...attributes })
}

const refused = { status: 422, pointer: '/data/attributes/nickname' }

eachTestForum((open) => {
  test('without the extension nothing is known of nicknames', async () => {
    const forum = await open()
    const user = await makeUser(forum)
    const client = await forum.as(user)
    expect((await rename(client, user.id, { nickname: 'Mira' })).name).toBe(user.username)
    expect((await client.get('/api')).body.data.attributes).not.toHaveProperty('displayNameDriver')
    expect((await client.get(`/api/users/${user.id}`)).body.data.attributes).not.toHaveProperty(
      'canEditNickname',
    )
  })

  test('members change their nickname, which shows as the display name and nowhere else', async () => {
    const forum = await open({ extensions: [extension] })
    await setSettings(forum, shown)
    const user = await makeUser(forum)
    const client = await forum.as(user)
    const { body } = await client.patch(`/api/users/${user.id}`, {
      data: { attributes: { nickname: 'Míra 🦔' } },
    })
    expect(body.data.attributes).toMatchObject({
      displayName: 'Míra 🦔',
      username: user.username,
      slug: user.username,
      canEditNickname: true,
    })
    expect(Object.keys(body.data.attributes)).not.toContain('nickname')
    await setSettings(forum, { display_name_driver: 'username' })
    const text = (await client.get(`/api/users/${user.id}`)).text
    expect(text).not.toContain('Míra')
  })

  test('a member without the permission gets 403; with it 200, and with the ability to edit users', async () => {
    const forum = await open({ extensions: [extension] })
    await setSettings(forum, shown)
    const user = await makeUser(forum)
    const moderator = await makeUser(forum, { groupIds: [moderators] })
    const [own, other] = [await forum.as(user), await forum.as(moderator)]
    expect((await rename(own, user.id, { nickname: 'One' })).status).toBe(200)
    expect((await rename(other, user.id, { nickname: 'Two' })).status).toBe(403)
    expect((await rename(own, moderator.id, { nickname: 'Two' })).status).toBe(403)
    const guest = forum.browser()
    await guest.get('/api')
    expect((await rename(guest, user.id, { nickname: 'Two' })).status).toBe(403)
    await grant(forum, 'user.editOwnNickname', [])
    await grant(forum, 'user.edit', [moderators])
    for (const nickname of ['Two', 'One', ''])
      expect((await rename(own, user.id, { nickname })).status).toBe(403)
    expect(await rename(other, user.id, { nickname: 'Three' })).toEqual({ status: 200, name: 'Three' })
    expect((await rename(other, admin.id, { nickname: 'Three' })).status).toBe(403)
    expect((await own.get(`/api/users/${user.id}`)).body.data.attributes.canEditNickname).toBe(false)
    expect((await other.get(`/api/users/${user.id}`)).body.data.attributes.canEditNickname).toBe(true)
  })

  test('nicknames-2 with set_on_registration, a sign-up with a nickname makes an unconfirmed account', async () => {
    const forum = await open({ extensions: [extension] })
    await setSettings(forum, shown)
    const { status, body } = await signUp(forum, { nickname: '宗佑 Ελένη' })
    expect(status).toBe(201)
    expect(body.data.attributes).toMatchObject({
      username: 'newcomer',
      email: 'newcomer@machine.local',
      displayName: '宗佑 Ελένη',
      isEmailConfirmed: false,
    })
    expect(body.data.attributes).not.toHaveProperty('nickname')
  })

  test('nicknames-3 without set_on_registration, a sign-up with a nickname is refused with 403', async () => {
    const forum = await open({ extensions: [extension] })
    await setSettings(forum, { ...shown, 'flarum-nicknames.set_on_registration': '' })
    expect((await signUp(forum, { nickname: 'Mira' })).status).toBe(403)
    expect((await signUp(forum, { nickname: '' })).status).toBe(403)
    expect((await signUp(forum, { nickname: null })).status).toBe(201)
    const asAdmin = await forum.as(admin)
    const attributes = { ...account, username: 'other', email: 'other@machine.local', nickname: 'Other' }
    const { body } = await asAdmin.post('/api/users', { data: { attributes } })
    expect(body.data.attributes.displayName).toBe('Other')
  })

  test('null changes nothing; an empty text, white space and the username remove the nickname', async () => {
    const forum = await open({ extensions: [extension] })
    await setSettings(forum, { ...shown, 'flarum-nicknames.min': '3' })
    const user = await makeUser(forum)
    const client = await forum.as(user)
    for (const nickname of ['', '  ', '\t\n', user.username]) {
      expect((await rename(client, user.id, { nickname: 'Mira' })).name).toBe('Mira')
      expect((await rename(client, user.id, { nickname: null })).name).toBe('Mira')
      expect({ nickname, ...(await rename(client, user.id, { nickname })) }).toEqual({
        nickname,
        status: 200,
        name: user.username,
      })
      expect(await nicknameOf(forum, user.id)).toBe(null)
    }
    for (const nickname of ['\u200b\u2060', '\u3164'])
      expect(await rename(client, user.id, { nickname })).toMatchObject({ status: 422 })
    await rename(client, user.id, { nickname: 'Mi\u200bra\u202e' })
    expect(await nicknameOf(forum, user.id)).toBe('Mira')
    // Not trimmed.
    await rename(client, user.id, { nickname: ' Mira ' })
    expect(await nicknameOf(forum, user.id)).toBe(' Mira ')
  })

  test('a username and a nickname that change together are compared as they will be', async () => {
    const forum = await open({ extensions: [extension] })
    await setSettings(forum, shown)
    const user = await makeUser(forum, { username: 'before' })
    const client = await forum.as(admin)
    await rename(client, user.id, { username: 'after', nickname: 'before' })
    expect(await nicknameOf(forum, user.id)).toBe('before')
    await rename(client, user.id, { username: 'third', nickname: 'third' })
    expect(await nicknameOf(forum, user.id)).toBe(null)
  })

  test('lengths are counted in characters', async () => {
    const forum = await open({ extensions: [extension] })
    await setSettings(forum, { 'flarum-nicknames.min': '2', 'flarum-nicknames.max': '4' })
    const user = await makeUser(forum)
    const client = await forum.as(user)
    for (const nickname of ['🦔🦔', '🦔🦔🦔🦔', 'abcd', 1234])
      expect({ nickname, ...(await rename(client, user.id, { nickname })) }).toMatchObject({
        nickname,
        status: 200,
      })
    for (const nickname of ['🦔', '🦔🦔🦔🦔🦔', 'x', 'abcde'])
      expect({ nickname, ...(await rename(client, user.id, { nickname })) }).toEqual({ nickname, ...refused })
    await setSettings(forum, { 'flarum-nicknames.max': '255' })
    expect((await rename(client, user.id, { nickname: 'x'.repeat(255) })).status).toBe(200)
    expect(await rename(client, user.id, { nickname: 'x'.repeat(256) })).toEqual(refused)
    expect(await nicknameOf(forum, user.id)).toBe('x'.repeat(255))
  })

  test('what is no text is refused with 422 and changes nothing', async () => {
    const forum = await open({ extensions: [extension] })
    const user = await makeUser(forum, { nickname: 'Mira' })
    const client = await forum.as(user)
    for (const nickname of [true, false, [], ['Mira'], {}, 'a\0b', '\ud800'])
      expect({ nickname, ...(await rename(client, user.id, { nickname })) }).toEqual({ nickname, ...refused })
    expect(await nicknameOf(forum, user.id)).toBe('Mira')
    expect(forum.logged).toEqual([])
  })

  test('a nickname matches the pattern, which counts as unset if it is not valid and never takes long', async () => {
    const forum = await open({ extensions: [extension] })
    const user = await makeUser(forum)
    const client = await forum.as(user)
    await setSettings(forum, { 'flarum-nicknames.regex': '^[a-z]+$' })
    expect((await rename(client, user.id, { nickname: 'mira' })).status).toBe(200)
    const { status, body } = await client.patch(`/api/users/${user.id}`, {
      data: { attributes: { nickname: 'Mira' } },
    })
    expect({ status, detail: body.errors[0]?.detail }).toEqual({
      status: 422,
      detail: 'Nicknames like this one aren’t allowed here. Choose another one.',
    })
    expect((await rename(client, user.id, { nickname: '' })).status).toBe(200)
    await setSettings(forum, { 'flarum-nicknames.regex': '([a-z' })
    expect((await rename(client, user.id, { nickname: 'Mira' })).status).toBe(200)
    await setSettings(forum, { 'flarum-nicknames.regex': '^(a+)+$' })
    expect(await rename(client, user.id, { nickname: `${'a'.repeat(100)}!` })).toEqual(refused)
    expect((await rename(client, user.id, { nickname: 'aaa' })).status).toBe(200)
    expect((await signUp(forum, { nickname: 'b' })).status).toBe(422)
  })

  test('all problems of a sign-up are reported together', async () => {
    const forum = await open({ extensions: [extension] })
    await setSettings(forum, { 'flarum-nicknames.min': '3' })
    const { body } = await signUp(forum, { username: 'x', nickname: 'ab' })
    expect(body.errors.map(({ source }) => source?.pointer)).toEqual([
      '/data/attributes/username',
      '/data/attributes/nickname',
    ])
  })

  test('a new name shows everywhere at once, and posts are not rendered again', async () => {
    const forum = await open({ extensions: [extension] })
    await setSettings(forum, shown)
    const user = await makeUser(forum, { nickname: 'Before' })
    const { id } = await makeDiscussion(forum, { user_id: user.id })
    const client = await forum.as(user)
    const rendered = () =>
      forum.current.database.read.selectFrom('posts').select(['content_html', 'edited_at']).execute()
    const posts = await rendered()
    const names = async () => {
      const [list, one] = [
        await forum.guest().get('/api/discussions?include=user'),
        await forum.guest().get(`/api/discussions/${id}?include=posts.user`),
      ]
      return [list, one, await client.get('/api')].map(
        ({ body }) => body.included?.find(({ type }) => type === 'users')?.attributes.displayName,
      )
    }
    expect(await names()).toEqual(['Before', 'Before', 'Before'])
    await rename(client, user.id, { nickname: 'After' })
    expect(await names()).toEqual(['After', 'After', 'After'])
    expect(await rendered()).toEqual(posts)
  })

  test('changes by others leave entries in the audit log, own ones do not', async () => {
    const forum = await open({ extensions: [extension] })
    const user = await makeUser(forum)
    const asAdmin = await forum.as(admin)
    await rename(await forum.as(user), user.id, { nickname: 'Own' })
    await signUp(forum, { nickname: 'New' })
    await rename(asAdmin, user.id, { nickname: 'Other' })
    await rename(asAdmin, user.id, { nickname: 'Other' })
    await rename(asAdmin, user.id, { nickname: '' })
    const { body } = await asAdmin.get('/api/audit-entries?filter[action]=user.nicknameChanged')
    expect(body.data.map(({ attributes }) => attributes.changes)).toMatchObject([
      [{ field: 'nickname', before: 'Other', after: null }],
      [{ field: 'nickname', before: 'Own', after: 'Other' }],
    ])
  })

  test('the permission is held by members', async () => {
    const forum = await open({ extensions: [extension] })
    const rows = await forum.current.database.read
      .selectFrom('group_permission')
      .select('group_id')
      .where('permission', '=', 'user.editOwnNickname')
      .execute()
    expect(rows).toEqual([{ group_id: members }])
  })

  test('the forum says how names are shown and chosen', async () => {
    const forum = await open({ extensions: [extension] })
    const attributes = async () => (await forum.guest().get('/api')).body.data.attributes
    expect(await attributes()).toMatchObject({
      displayNameDriver: 'username',
      setNicknameOnRegistration: true,
      randomizeUsernameOnRegistration: false,
    })
    const send = async (settings: object) =>
      (await (await forum.as(admin)).post('/api/settings', settings)).status
    expect(await send({ ...shown, 'flarum-nicknames.random_username': true })).toBe(204)
    expect(await attributes()).toMatchObject({
      displayNameDriver: 'nickname',
      randomizeUsernameOnRegistration: true,
    })
    expect(await send({ 'flarum-nicknames.min': 20, 'flarum-nicknames.max': 10 })).toBe(422)
    expect(await send({ 'flarum-nicknames.max': 0 })).toBe(422)
    expect(await send({ 'flarum-nicknames.max': 256 })).toBe(422)
    expect(await send({ 'flarum-nicknames.min': 10, 'flarum-nicknames.max': 20 })).toBe(204)
  })
})
