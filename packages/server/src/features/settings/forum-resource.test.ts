import { admin, createTestForum, eachTestForum, grant, makeUser, setSettings } from '@parley/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { moderators } from '../../points/context/actor.ts'
import type { Context } from '../../points/context/context.ts'
import type { InstalledExtension } from '../../points/extension.ts'

const attributesOf = async (client: {
  get(path: string): Promise<{ body: { data: { attributes: object } } }>
}): Promise<{ defaultRoute?: unknown }> => (await client.get('/api')).body.data.attributes

/** The attributes of api-core 2.1, except those that only administrators see. */
const attributes = [
  'allowSignUp',
  'apiUrl',
  'assetsBaseUrl',
  'baseOrigin',
  'basePath',
  'baseUrl',
  'canCreateAccessToken',
  'canModerateAccessTokens',
  'canSearchUsers',
  'canStartDiscussion',
  'canViewForum',
  'debug',
  'defaultRoute',
  'description',
  'faviconUrl',
  'footerHtml',
  'headerHtml',
  'logoUrl',
  // Ours: it is absent where real time is switched off.
  'realtime',
  'showLanguageSelector',
  'themePrimaryColor',
  'themeSecondaryColor',
  'title',
  'welcomeMessage',
  'welcomeTitle',
]

const painted: InstalledExtension = {
  id: 'painted',
  title: 'Painted',
  version: '1.0.0',
  declaration: {
    settings: {
      'painted.color': { schema: z.string().nullable(), default: 'red', public: true },
      'painted.layers': { schema: z.coerce.number().int(), default: 2, public: 'paintLayers' },
      'painted.recipe': { schema: z.string(), default: 'secret' },
    },
  },
}

eachTestForum((open) => {
  test('B002 B004 a member is named as the actor, and sees nothing of the administration', async () => {
    const forum = await open()
    const member = await makeUser(forum)
    const { body } = await (await forum.as(member)).get('/api')
    expect(body.data.relationships?.actor?.data).toEqual({ type: 'users', id: String(member.id) })
    expect(Object.keys(body.data.attributes).sort()).toEqual(attributes)
    expect(body.data.attributes).toMatchObject({ canStartDiscussion: true, canSearchUsers: true })
  })

  test('B005 administrators see the address of the administration, and the version', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const shown = await attributesOf(asAdmin)
    expect(Object.keys(shown).sort()).toEqual([...attributes, 'adminUrl', 'version'].sort())
    expect(shown).toMatchObject({ adminUrl: 'http://localhost/admin', canCreateAccessToken: true })
  })

  test('B334 B335 a public setting has its default until a value is stored, also null', async () => {
    const forum = await open({ extensions: [painted] })
    const guest = forum.guest()
    expect(await attributesOf(guest)).toMatchObject({ 'painted.color': 'red', paintLayers: 2 })
    await setSettings(forum, { 'painted.color': null, 'painted.layers': '3' })
    expect(await attributesOf(guest)).toMatchObject({ 'painted.color': null, paintLayers: 3 })
    await (await forum.as(admin)).post('/api/settings', { 'painted.color': 'blue' })
    expect(await attributesOf(guest)).toMatchObject({ 'painted.color': 'blue' })
    expect(JSON.stringify(await attributesOf(guest))).not.toContain('recipe')
    await forum.setEnabled([])
    expect(await attributesOf(guest)).not.toHaveProperty('paintLayers')
  })

  test('a home page that a visitor may not open is the list of discussions for that visitor', async () => {
    const isOpen = ({ actor }: Context) => !actor.isGuest
    const homePages = {
      '/harbors': { label: 'core.ref.posts', isOpen },
      '/quays': { label: 'core.ref.posts' },
    }
    const forum = await open({ extensions: [{ ...painted, declaration: { homePages } }] })
    const member = await forum.as(await makeUser(forum))
    const homes = async (default_route: string | null) => {
      await setSettings(forum, { default_route })
      return Promise.all(
        [forum.guest(), member].map(async (client) => (await attributesOf(client)).defaultRoute),
      )
    }
    expect(await homes('/harbors')).toEqual(['/all', '/harbors'])
    expect(await homes('/quays')).toEqual(['/quays', '/quays'])
    expect(await homes('/elsewhere')).toEqual(['/elsewhere', '/elsewhere'])
    expect(await homes(null)).toEqual([null, null])
  })

  test('B311 only confirmed users have the permissions of members', async () => {
    const forum = await open()
    const confirmed = await forum.as(await makeUser(forum))
    const unconfirmed = await forum.as(
      await makeUser(forum, { is_email_confirmed: false, groupIds: [moderators] }),
    )
    expect(await attributesOf(confirmed)).toMatchObject({ canSearchUsers: true })
    expect(await attributesOf(unconfirmed)).toMatchObject({ canSearchUsers: false })
  })
})

test('the forum’s document is answered also without viewForum', async () => {
  const forum = await createTestForum()
  await grant(forum, 'viewForum', [])
  const member = await forum.as(await makeUser(forum))
  for (const client of [forum.guest(), member]) {
    const { status, body } = await client.get('/api')
    expect({ status, canViewForum: body.data.attributes.canViewForum }).toEqual({
      status: 200,
      canViewForum: false,
    })
  }
  expect(await attributesOf(await forum.as(admin))).toMatchObject({ canViewForum: true })
})

test('settings that are not public are never in the document', async () => {
  const forum = await createTestForum()
  await setSettings(forum, { mail_password: 'secret', custom_less: 'a { color: red }', hello: 'world' })
  expect(Object.keys(await attributesOf(forum.guest())).sort()).toEqual(attributes)
  expect((await forum.guest().get('/api?fields[forums]=title')).body.data.attributes).toEqual({
    title: 'Test forum',
  })
  expect((await forum.guest().get('/api?include=nothing')).status).toBe(400)
})
