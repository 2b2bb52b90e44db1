import {
  type ApiClient,
  admin,
  createTestForum,
  eachTestForum,
  makeUser,
  readExtension,
  setSettings,
  statementsOf,
  type TestForum,
} from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'

const extension = await readExtension(import.meta.dirname)

async function openPages(extensions = [extension]): Promise<TestForum> {
  const client = await pageClient()
  const { renderer, files } = client
  // The frame of the administration is that of its pages, whatever is in them.
  return createTestForum({ extensions, client: { ...client, areas: { admin: { renderer, files } } } })
}

const prefersDark = '(prefers-color-scheme: dark)'

/** What the head and the data of a page say of its theme. */
async function lookOf(visitor: ApiClient, cookie?: string, path = '/') {
  const { text, status } = await visitor.get(path, cookie === undefined ? {} : { cookie })
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match.slice(1).join(' '))
  return {
    status,
    theme: /<html [^>]*data-theme="([^"]*)"/.exec(text)?.[1],
    schemes: all(/<meta name="color-scheme" content="([^"]*)">/g),
    bars: all(/<meta name="theme-color"(?: media="([^"]*)")? content="([^"]*)">/g),
    sheets: all(/<link rel="stylesheet"(?: media="([^"]*)")? class="(nightmode-\w+)"/g),
    rendered: /"nightmode\.theme":"(\w+)"/.exec(text)?.[1],
  }
}

const auto = {
  status: 200,
  theme: undefined,
  schemes: ['light dark'],
  bars: [`${prefersDark} #121416`, ' #4D698E'],
  sheets: [`not all and ${prefersDark} nightmode-light`, `${prefersDark} nightmode-dark`],
  rendered: undefined,
}
const light = {
  status: 200,
  theme: 'light',
  schemes: ['light'],
  bars: ['not all #121416', ' #4D698E'],
  sheets: [' nightmode-light'],
  rendered: 'light',
}
const dark = {
  status: 200,
  theme: 'dark',
  schemes: ['dark'],
  bars: ['all #121416', ' #4D698E'],
  sheets: [' nightmode-dark'],
  rendered: 'dark',
}
const looks = [auto, light, dark]

test('without the extension pages follow the system, or are always dark', async () => {
  const forum = await openPages([])
  const plain = { status: 200, schemes: [], bars: [' #4D698E'], sheets: [], rendered: undefined }
  expect(await lookOf(forum.guest(), 'flarum_nightmode=2')).toEqual({ ...plain, theme: undefined })
  await setSettings(forum, { theme_dark_mode: '1' })
  expect(await lookOf(forum.guest(), 'flarum_nightmode=1')).toEqual({ ...plain, theme: 'dark' })
  expect((await forum.guest().get('/nightmode/forum.css')).status).toBe(404)
})

test('disabled, it leaves no trace in pages, and the setting of the core counts again', async () => {
  const forum = await openPages()
  const asAdmin = await forum.as(admin)
  await setSettings(forum, { theme_dark_mode: '1' })
  expect(await lookOf(forum.guest())).toEqual(auto)
  await asAdmin.patch('/api/extensions/nightmode', { enabled: false })
  const { text } = await forum.guest().get('/', { cookie: 'flarum_nightmode=1' })
  expect(text).not.toMatch(/nightmode|color-scheme/i)
  expect(text).toContain('data-theme="dark"')
})

test('a guest’s cookie decides, else the default; anything else is no cookie', async () => {
  const forum = await openPages()
  const guest = forum.guest()
  const bad = ['3', '-1', '', '01', '1.0', 'x'.repeat(4000), '%31%31', '__proto__']
  for (const standard of [0, 2, 1]) {
    await setSettings(forum, { 'fof-nightmode.default_theme': String(standard) })
    const fallback = looks[standard]
    for (let times = 1; times <= 2; times++) {
      expect(await lookOf(guest)).toEqual(fallback)
      for (const [theme, look] of looks.entries())
        expect(await lookOf(guest, `flarum_nightmode=${theme}`)).toEqual(look)
      for (const value of bad)
        expect([value, await lookOf(guest, `flarum_nightmode=${value}`)]).toEqual([value, fallback])
    }
    expect(await lookOf(guest, 'flarum_nightmode=1; x')).toEqual(light)
    expect(await lookOf(guest, 'flarum_nightmode=2; flarum_nightmode=1')).toEqual(dark)
  }
  const unknown = await lookOf(guest, 'flarum_nightmode=2', '/nothing-here')
  expect(unknown).toEqual({ ...dark, status: 404 })
  const failed = await lookOf(guest, 'flarum_nightmode=2', '/confirm/unknown')
  expect(failed.theme).toBe('dark')
})

test('a member’s preference decides, and with a theme for each device the cookie', async () => {
  const forum = await openPages()
  const lookWith = async (preferences: object, cookie?: string) => {
    const { id } = await makeUser(forum, { preferences: JSON.stringify(preferences) })
    const browser = await forum.browserOf(id)
    if (cookie !== undefined) browser.cookies.flarum_nightmode = cookie
    return lookOf(browser)
  }
  for (const [theme, look] of looks.entries()) {
    expect(await lookWith({ fofNightMode: theme }, '2')).toEqual(look)
    expect(await lookWith({ fofNightMode: 2, fofNightMode_perDevice: true }, `${theme}`)).toEqual(look)
  }
  expect(await lookWith({ fofNightMode: '2' })).toEqual(dark)
  expect(await lookWith({ fofNightMode: 2, fofNightMode_perDevice: true })).toEqual(auto)
  await setSettings(forum, { 'fof-nightmode.default_theme': '1' })
  for (const stored of [null, 3, -1, '2x', [1], { a: 1 }, true])
    expect([stored, await lookWith({ fofNightMode: stored })]).toEqual([stored, light])
  expect(await lookWith({}, '2')).toEqual(light)
  expect(await lookWith({ fofNightMode_perDevice: true }, '7')).toEqual(light)
})

test('the administration has the theme, too, and a colored header gives its color to dark pages', async () => {
  const forum = await openPages()
  await setSettings(forum, { theme_colored_header: '1', theme_primary_color: '#000000' })
  const { id } = await makeUser(forum, { groupIds: [1], preferences: JSON.stringify({ fofNightMode: 2 }) })
  const look = await lookOf(await forum.browserOf(id), undefined, '/admin')
  expect(look).toEqual({ ...dark, status: 404, bars: ['all #000000', ' #000000'] })
})

test('the sheets set the theme on screens, and browsers keep them', async () => {
  const forum = await openPages()
  const { text } = await forum.guest().get('/')
  const boot = JSON.parse(/id="parley-boot">([^<]*)/.exec(text)?.[1] ?? '')
  for (const [key, scheme] of [
    ['day', 'light'],
    ['night', 'dark'],
  ]) {
    const address = boot[`fof-nightmode.assets.${key}`]
    expect(text).toContain(`class="nightmode-${scheme}" href="${address}"`)
    const sheet = await forum.guest().get(address)
    expect(sheet.text).toMatch(new RegExp(`^@media screen\\{:root\\{.*color-scheme:${scheme}\\}\\}\n$`))
    expect(sheet.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const other = await forum.guest().get(address.replace(/\?.*/, '?v=other'))
    expect(other.headers['cache-control']).toBe('no-cache')
  }
})

test('a page of a member takes no query more', async () => {
  const count = async (extensions: Parameters<typeof openPages>[0]) => {
    const forum = await openPages(extensions)
    const browser = await forum.browserOf((await makeUser(forum)).id)
    await browser.get('/')
    return (await statementsOf(forum, () => browser.get('/'))).length
  }
  expect(await count([extension])).toBe(await count([]))
})

eachTestForum((open) => {
  test('the forum says its settings, of which only valid values are stored', async () => {
    const forum = await open({ extensions: [extension] })
    const asAdmin = await forum.as(admin)
    const attributes = async () => {
      const { body } = await forum.guest().get('/api')
      return Object.fromEntries(Object.entries(body.data.attributes).filter(([name]) => /night/i.test(name)))
    }
    expect(await attributes()).toEqual({
      'fof-nightmode.default_theme': 0,
      'fofNightMode.showThemeToggleOnHeaderAlways': false,
      'fofNightMode.showThemeToggleInSolid': true,
      fofNightMode_autoUnsupportedFallback: 1,
    })
    const save = async (settings: object) => (await asAdmin.post('/api/settings', settings)).status
    for (const value of ['3', '-1', 'x', '1.5'])
      expect([value, await save({ 'fof-nightmode.default_theme': value })]).toEqual([value, 422])
    const changes = {
      'fof-nightmode.default_theme': '2',
      'fofNightMode.show_theme_toggle_on_header_always': '1',
      'fofNightMode.show_theme_toggle_in_solid': '',
      theme_dark_mode: '1',
    }
    expect(await save(changes)).toBe(204)
    expect(await attributes()).toEqual({
      'fof-nightmode.default_theme': 2,
      'fofNightMode.showThemeToggleOnHeaderAlways': true,
      'fofNightMode.showThemeToggleInSolid': false,
      fofNightMode_autoUnsupportedFallback: 2,
    })
  })

  test('members choose 0, 1, 2 or nothing; any other value is refused and changes nothing', async () => {
    const forum = await open({ extensions: [extension] })
    const user = await makeUser(forum)
    const client = await forum.as(user)
    const choose = async (preferences: object) => {
      const { status, body } = await client.patch(`/api/users/${user.id}`, {
        data: { type: 'users', id: String(user.id), attributes: { preferences } },
      })
      return body.errors ? [status, body.errors[0]?.source?.pointer] : body.data.attributes.preferences
    }
    const own = async () => (await client.get(`/api/users/${user.id}`)).body.data.attributes.preferences
    expect(await own()).toMatchObject({ fofNightMode: null, fofNightMode_perDevice: false })
    for (const [sent, stored] of [
      [2, 2],
      ['1', 1],
      [0, 0],
      ['0', 0],
      ['', null],
      [1, 1],
      [null, null],
    ])
      expect([sent, await choose({ fofNightMode: sent })]).toEqual([
        sent,
        expect.objectContaining({ fofNightMode: stored }),
      ])
    await choose({ fofNightMode: 2 })
    for (const sent of [3, -1, 1.5, '3', '1; x', ' 1', 'dark', true, false, [], [1], {}, 'x'.repeat(4000)])
      expect([sent, await choose({ fofNightMode: sent, discloseOnline: false })]).toEqual([
        sent,
        [422, '/data/attributes/preferences'],
      ])
    expect(await own()).toMatchObject({ fofNightMode: 2, discloseOnline: true })
    expect(await choose({ fofNightMode_perDevice: '1' })).toMatchObject({ fofNightMode_perDevice: true })
  })

  test('a stored value that is no theme reads as none', async () => {
    const forum = await open({ extensions: [extension] })
    for (const stored of [3, -1, 'dark', true, [2]]) {
      const user = await makeUser(forum, { preferences: JSON.stringify({ fofNightMode: stored }) })
      const { body } = await (await forum.as(user)).get(`/api/users/${user.id}`)
      expect(body.data.attributes.preferences).toMatchObject({ fofNightMode: null })
    }
  })
})
