import { defineExtension } from '@parley/server'
import { everyone, members, moderators } from '@parley/server/actor'
import type { InstalledExtension } from '@parley/server/extensions'
import {
  type ApiClient,
  type ApiResponse,
  admin,
  createTestForum,
  grant,
  makeUser,
  readExtension,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'

const extension = await readExtension(import.meta.dirname)

/** A syntax that is not only for posts. */
const arrows: InstalledExtension = {
  id: 'arrows',
  title: 'Arrows',
  version: '1.0.0',
  declaration: defineExtension({
    markup: [{ syntax: { name: 'arrows', version: 1, replacements: { '->': '→' } }, inAllTexts: true }],
  }),
}

const open = (extensions: InstalledExtension[] = [extension]) => createTestForum({ extensions })
const formatting = (forum: TestForum, isOn = true) =>
  setSettings(forum, { 'fof-user-bio.allowFormatting': isOn ? '1' : '' })

const writeBio = (client: ApiClient, id: number, bio: unknown): Promise<ApiResponse> =>
  client.patch(`/api/users/${id}`, { data: { type: 'users', id: String(id), attributes: { bio } } })

async function shownTo(client: ApiClient, id: number) {
  const { bio, bioHtml, canViewBio, canEditBio } = (await client.get(`/api/users/${id}`)).body.data.attributes
  return { bio, bioHtml, canViewBio, canEditBio }
}

const stored = async ({ current: { database } }: TestForum, id: number) =>
  database.read
    .selectFrom('users')
    .select(['bio', 'is_bio_formatted'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const nothing = { bio: undefined, bioHtml: undefined, canViewBio: undefined, canEditBio: undefined }

test('user-bio-1 an admin creates a user with a bio, plain, and formatted where that is on', async () => {
  const forum = await open()
  const asAdmin = await forum.as(admin)
  const create = (username: string) =>
    asAdmin.post('/api/users', {
      data: {
        type: 'users',
        attributes: { username, email: `${username}@machine.local`, password: 'too-obscure', bio: '*Hi*' },
      },
    })
  const plain = await create('plain')
  expect(plain.status).toBe(201)
  expect(await stored(forum, Number(plain.body.data.id))).toEqual({ bio: '*Hi*', is_bio_formatted: false })
  await formatting(forum)
  const formatted = await create('formatted')
  expect(formatted.body.data.attributes.bioHtml).toContain('<em>Hi</em>')
  expect(await stored(forum, Number(formatted.body.data.id))).toEqual({ bio: '*Hi*', is_bio_formatted: true })
})

test('user-bio-2 members write their own bio with editOwn only', async () => {
  const forum = await open()
  const member = await makeUser(forum)
  const client = await forum.as(member)
  expect((await writeBio(client, member.id, 'Mine')).status).toBe(403)
  expect(await shownTo(client, member.id)).toEqual(nothing)
  await grant(forum, 'fof-user-bio.editOwn', [members])
  const { status, body } = await writeBio(client, member.id, 'Mine')
  expect([status, body.data.attributes.bio]).toEqual([200, 'Mine'])
  expect(await stored(forum, member.id)).toEqual({ bio: 'Mine', is_bio_formatted: false })
})

test('user-bio-4 with editAny a moderator writes the bio of another, without it nobody does', async () => {
  const forum = await open()
  const [moderator, member, other] = [
    await makeUser(forum, { groupIds: [moderators] }),
    await makeUser(forum),
    await makeUser(forum),
  ]
  await grant(forum, 'fof-user-bio.editAny', [moderators])
  await grant(forum, 'fof-user-bio.editOwn', [members])
  const byModerator = await writeBio(await forum.as(moderator), member.id, 'Kept in order')
  // Who may not view bios does not see what they wrote.
  expect([byModerator.status, byModerator.body.data.attributes.bio]).toEqual([200, undefined])
  expect(await stored(forum, member.id)).toMatchObject({ bio: 'Kept in order' })
  expect((await writeBio(await forum.as(other), member.id, 'x')).status).toBe(403)
  await writeBio(await forum.as(admin), member.id, ' Kept in order ')
  const { body } = await (await forum.as(admin)).get('/api/audit-entries')
  expect(JSON.stringify(body.data).match(/user\.bioChanged/g)).toHaveLength(1)
})

test('user-bio-5 a formatted bio is rendered for readers, and plain once formatting is off', async () => {
  const forum = await open()
  const member = await makeUser(forum)
  await grant(forum, 'fof-user-bio.view', [moderators])
  const reader = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
  const asAdmin = await forum.as(admin)
  await formatting(forum)
  await writeBio(asAdmin, member.id, '**One**\n\nTwo')
  const rendered = '<p><strong>One</strong></p>\n<p>Two</p>\n'
  expect(await shownTo(reader, member.id)).toEqual({
    ...nothing,
    bioHtml: rendered,
    canViewBio: true,
    canEditBio: false,
  })
  expect(await shownTo(asAdmin, member.id)).toMatchObject({ bio: '**One**\n\nTwo', bioHtml: rendered })
  await formatting(forum, false)
  expect(await shownTo(reader, member.id)).toMatchObject({ bio: '**One**\n\nTwo', bioHtml: null })
})

test('user-bio-7 with view only, canViewBio is true and canEditBio false; without it nothing is there', async () => {
  const forum = await open()
  const member = await makeUser(forum)
  await writeBio(await forum.as(admin), member.id, 'Sails')
  expect(await shownTo(forum.guest(), member.id)).toEqual(nothing)
  await grant(forum, 'fof-user-bio.view', [everyone])
  expect(await shownTo(forum.guest(), member.id)).toEqual({
    bio: 'Sails',
    bioHtml: undefined,
    canViewBio: true,
    canEditBio: false,
  })
})

test('a bio has at most maxLength characters, is trimmed and has at most one blank line in a row', async () => {
  const forum = await open()
  await setSettings(forum, { 'fof-user-bio.maxLength': '10' })
  const asAdmin = await forum.as(admin)
  const { id } = await makeUser(forum)
  const refused = async (bio: unknown) => {
    const { status, body } = await writeBio(asAdmin, id, bio)
    return [status, body.errors?.[0]?.source?.pointer]
  }
  const pointer = '/data/attributes/bio'
  for (const bio of ['a'.repeat(11), `${' '.repeat(10)}a`, 5, ['a'], { a: 1 }, 'a\0', 'a'.repeat(10_000)]) {
    expect(await refused(bio)).toEqual([422, pointer])
  }
  expect(await stored(forum, id)).toMatchObject({ bio: null })
  const written = async (bio: unknown) => {
    expect((await writeBio(asAdmin, id, bio)).status).toBe(200)
    return (await stored(forum, id)).bio
  }
  expect(await written('🙂'.repeat(10))).toBe('🙂'.repeat(10))
  expect(await written(null)).toBe('🙂'.repeat(10))
  expect(await written(' a\r\n\r\n\r\nb ')).toBe('a\n\nb')
  expect(await written(' \n\t ')).toBe('')
  expect(await written('\u200b\u2060\u202e')).toBe('')
  expect(await written('')).toBe('')
})

test('a formatted bio has no pictures, frames, mentions and scripts, and its links lead away', async () => {
  const forum = await open([extension, arrows])
  await formatting(forum)
  const asAdmin = await forum.as(admin)
  const { id } = await makeUser(forum)
  await setSettings(forum, { 'fof-user-bio.maxLength': '1000' })
  await writeBio(
    asAdmin,
    id,
    `![a](https://example.com/a.png) [img]https://example.com/b.png[/img] <script>x</script> <iframe src="/"></iframe> @admin **bold** -> https://example.com [x](javascript:alert(1))`,
  )
  const html = String((await shownTo(asAdmin, id)).bioHtml)
  expect(html).not.toMatch(/<(?:img|script|iframe)/)
  expect(html).not.toContain('href="javascript')
  expect(html).not.toContain('UserMention')
  expect(html).toContain('<strong>bold</strong> →')
  expect(html).toContain(
    '<a href="https://example.com" rel="ugc nofollow noopener" target="_blank">https://example.com</a>',
  )
})

test('a bio that another has changed meanwhile is not overwritten', async () => {
  const forum = await open()
  const user = await makeUser(forum)
  await grant(forum, 'fof-user-bio.editOwn', [members])
  const [asUser, asAdmin] = [await forum.as(user), await forum.as(admin)]
  const write = (client: ApiClient, bio: string, from: string | null) =>
    client.patch(`/api/users/${user.id}`, { data: { attributes: { bio }, meta: { from: { bio: from } } } })
  expect((await write(asAdmin, 'Removed.', null)).status).toBe(200)
  const refused = await write(asUser, 'Call me.', null)
  expect([refused.status, refused.body.errors[0]]).toMatchObject([409, { meta: { current: 'Removed.' } }])
  expect((await stored(forum, user.id)).bio).toBe('Removed.')
  expect((await write(asUser, 'Call me.', 'Removed.')).status).toBe(200)
  // Who does not see the bio cannot find it out by asking.
  await grant(forum, 'fof-user-bio.view', [])
  await grant(forum, 'fof-user-bio.editAny', [moderators])
  const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
  expect((await write(moderator, 'Hidden', 'guess')).status).toBe(200)
})
