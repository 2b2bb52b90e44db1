import { join } from 'node:path'
import { examinePicture } from '@parley/server'
import {
  admin,
  createTestForum,
  describeExtension,
  makeUser,
  readExtension,
  setSettings,
  type TestForum,
  type TestForumOptions,
} from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { blackPng } from '@parley/testing/png'
import { expect, test } from 'vitest'
import { iconSizes } from './shared.ts'

const extension = await readExtension(import.meta.dirname)

describeExtension(import.meta.dirname)

async function openForum(options: TestForumOptions = {}): Promise<TestForum> {
  const client = await pageClient()
  const scripts = {
    'pwa/worker': { address: '/assets/worker.js', text: 'work()' },
    'pwa/offline': { address: '/assets/offline.js', text: 'wait()' },
  }
  const late = { chunks: ['/assets/later.js'], texts: { de: ['/assets/de.js'] } }
  return createTestForum({ extensions: [extension], client: { ...client, scripts, late }, ...options })
}

function formWith(name: string, bytes: Uint8Array): FormData {
  const form = new FormData()
  form.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>]), 'icon.png')
  return form
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const iconForm = (size: number, bytes: Uint8Array = blackPng(8)) =>
  formWith(`pwa-icon-${size}x${size}`, bytes)

test('the manifest is that of the forum until administrators say otherwise', async () => {
  const forum = await openForum()
  const { status, headers, body } = await forum.guest().get('/webmanifest')
  expect({ status, type: headers['content-type'] }).toEqual({
    status: 200,
    type: expect.stringMatching(/^application\/json/),
  })
  expect(headers['set-cookie']).toBeUndefined()
  expect(Object.entries(body)).toEqual(
    Object.entries({
      name: forum.current.settings.get('forum_title'),
      description: '',
      start_url: '/',
      scope: '/',
      dir: 'auto',
      theme_color: '#4D698E',
      display: 'standalone',
      icons: [],
    }),
  )
  await setSettings(forum, {
    forum_description: 'By the river',
    'askvortsov-pwa.longName': 'Riverside',
    'askvortsov-pwa.shortName': 'River',
    'askvortsov-pwa.themeColor': '#123456',
    'askvortsov-pwa.backgroundColor': '#fff',
    'askvortsov-pwa.forcePortrait': '1',
    'askvortsov-pwa.windowControlsOverlay': '1',
  })
  await forum.current.reload()
  expect((await forum.guest().get('/webmanifest')).body).toMatchObject({
    name: 'Riverside',
    description: 'By the river',
    theme_color: '#123456',
    background_color: '#fff',
    orientation: 'portrait',
    short_name: 'River',
    display_override: ['window-controls-overlay'],
  })
})

test('a forum below a path controls that path, also where guests may not see it', async () => {
  const forum = await openForum({ baseUrl: 'http://localhost/forum' })
  await (await forum.as(admin)).post('/forum/api/permission', { permission: 'viewForum', groupIds: ['3'] })
  const guest = forum.guest()
  expect((await guest.get('/forum/webmanifest')).body).toMatchObject({
    start_url: '/forum/',
    scope: '/forum/',
  })
  expect((await guest.get('/forum/offline')).text).toContain(
    '<script src="/forum/assets/offline.js" data-page="/forum/offline"></script>',
  )
  expect((await guest.get('/forum/sw')).status).toBe(200)
  expect((await guest.get('/forum')).text).toContain('<link rel="manifest" href="/forum/webmanifest">')
})

test('the worker is told its version and the files of the client, and is 404 while the extension is disabled', async () => {
  const forum = await openForum()
  const { headers, text } = await forum.guest().get('/sw')
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
  })
  const [, json = '', code] = /^self\.values = (.*);\n(.*)$/.exec(text) ?? []
  const page = await forum.guest().get('/')
  expect({ values: JSON.parse(json), code }).toEqual({
    values: {
      build: page.headers['x-client-build'],
      shell: ['/assets/entry.js', '/assets/early.js', '/assets/offline.js'],
      chunks: ['/assets/later.js'],
      texts: { de: ['/assets/de.js'] },
      others: [],
    },
    code: 'work()',
  })
  await (await forum.as(admin)).patch('/api/extensions/pwa', { enabled: false })
  const without = await forum.guest().get('/')
  expect(without.headers['x-client-build']).not.toBe(page.headers['x-client-build'])
  expect(without.text).not.toContain('webmanifest')
  for (const path of ['/sw', '/webmanifest', '/offline'])
    expect((await forum.guest().get(path)).status).toBe(404)
})

test('the page without a connection has nothing of the member that asks for it', async () => {
  const forum = await openForum()
  const user = await makeUser(forum)
  const member = await forum.browserOf(user)
  const [own, guests] = [await member.get('/offline'), await forum.guest().get('/offline')]
  expect(own.text).toBe(guests.text)
  expect(own.headers['set-cookie']).toBeUndefined()
  expect(own.text).toContain('<h1>You’re offline</h1>')
})

test('icons of every size are stretched to it, replaced and removed', async () => {
  const forum = await openForum()
  const client = await forum.as(admin)
  const urls: string[] = []
  for (const size of iconSizes) {
    const answer = await client.postFiles(`/api/pwa/logo/${size}`, iconForm(size, onePixel))
    expect([answer.status, answer.body.data.type]).toEqual([200, 'forums'])
    const url = String(answer.body.data.attributes[`pwa-icon-${size}x${size}Url`])
    expect(url).toMatch(new RegExp(`^http://localhost/assets/pwa-icon-${size}x${size}-[a-z0-9]{8}\\.png$`))
    const file = join(forum.dataDir, 'uploads', new URL(url).pathname.replace('/assets/', ''))
    expect(await examinePicture(file, 'test')).toEqual({ type: 'image/png', width: size, height: size })
    urls.push(url)
  }
  const { icons } = (await forum.guest().get('/webmanifest')).body as unknown as { icons: object[] }
  expect(icons).toEqual(
    iconSizes.map((size, at) => ({ src: urls[at], sizes: `${size}x${size}`, type: 'image/png' })),
  )
  const page = (await forum.guest().get('/')).text
  expect(page).toContain(`<link id="apple-icon-48" rel="apple-touch-icon" href="${urls[0]}">`)
  expect(page).toContain(`<link id="apple-icon-72" rel="apple-touch-icon" sizes="72x72" href="${urls[1]}">`)

  const [first = ''] = urls
  await client.postFiles('/api/pwa/logo/48', iconForm(48))
  expect((await forum.guest().get(new URL(first).pathname)).status).toBe(404)
  const removed = await client.delete('/api/pwa/logo/48')
  expect([removed.status, removed.text]).toEqual([204, ''])
  expect((await client.get('/api')).body.data.attributes).not.toHaveProperty('pwa-icon-48x48Url')
  expect((await client.delete('/api/pwa/logo/48')).status).toBe(204)
})

test('what is no picture, too large, missing or of another size is refused, and members and guests first of all', async () => {
  const forum = await openForum()
  const client = await forum.as(admin)
  const send = async (sender: typeof client, size: string, form: FormData) => {
    const { status, body } = await sender.postFiles(`/api/pwa/logo/${size}`, form)
    const [error] = body.errors ?? []
    return [status, error?.source?.pointer ?? error?.code]
  }
  const invalid = [422, '/data/attributes/pwa-icon-48x48']
  expect(await send(client, '48', iconForm(48, Buffer.from('x')))).toEqual(invalid)
  expect(await send(client, '48', iconForm(48, blackPng(20_000)))).toEqual(invalid)
  expect(await send(client, '48', iconForm(72))).toEqual(invalid)
  expect(await send(client, '48', new FormData())).toEqual(invalid)
  for (const size of ['47', '048', '48x48', '-48', '1e1'])
    expect(await send(client, size, iconForm(48))).toEqual([404, 'not_found'])
  const member = await forum.as(await makeUser(forum))
  const guest = forum.browser()
  await guest.get('/api')
  for (const sender of [member, guest]) {
    for (const size of ['48', '47']) {
      expect(await send(sender, size, iconForm(48, Buffer.from('x')))).toEqual([403, 'permission_denied'])
      expect((await sender.delete(`/api/pwa/logo/${size}`)).status).toBe(403)
    }
    expect((await sender.get('/api/pwa/settings')).status).toBe(403)
  }
  expect((await forum.guest().get('/webmanifest')).body).toMatchObject({ icons: [] })
})

test('administrators see what keeps readers from installing the forum', async () => {
  const forum = await openForum({ baseUrl: 'https://forum.example' })
  const client = await forum.as(admin)
  const read = async () => (await client.get('/api/pwa/settings')).body.data
  expect((await read()).attributes?.status_messages).toEqual([
    { type: 'error', message: expect.stringContaining('144 × 144') },
    { type: 'error', message: expect.stringContaining('no keys for push') },
  ])
  expect((await client.post('/api/reset_vapid', {})).status).toBe(200)
  expect(await read()).toEqual({
    type: 'pwa-settings',
    id: 'global',
    attributes: {
      manifest: (await forum.guest().get('/webmanifest')).body,
      sizes: [48, 72, 96, 144, 196, 256, 512],
      status_messages: [{ type: 'error', message: expect.stringContaining('144 × 144') }],
    },
  })
  await client.postFiles('/api/pwa/logo/96', iconForm(96))
  expect((await read()).attributes?.status_messages).toHaveLength(1)
  await client.postFiles('/api/pwa/logo/144', iconForm(144))
  expect((await read()).attributes?.status_messages).toEqual([
    {
      type: 'success',
      message: 'Readers can install the forum as an app, and members can get push notifications.',
    },
  ])
  await setSettings(forum, { forum_title: '' })
  await forum.current.reload()
  expect((await read()).attributes?.status_messages).toEqual([
    { type: 'error', message: expect.stringContaining('no name') },
  ])
  const insecure = await openForum()
  expect((await (await insecure.as(admin)).get('/api/pwa/settings')).text).toContain('begins with http.')
})

test('pages tell Apple’s devices the name of the app, whatever is in it', async () => {
  const forum = await openForum()
  await setSettings(forum, { 'askvortsov-pwa.longName': '"><script>' })
  await forum.current.reload()
  const page = (await forum.guest().get('/')).text
  expect(page).toContain(
    '<link rel="manifest" href="/webmanifest">\n<meta name="apple-mobile-web-app-capable" content="yes">',
  )
  expect(page).toContain(
    '<meta id="apple-style" name="apple-mobile-web-app-status-bar-style" content="default">',
  )
  expect(page).toContain(
    '<meta id="apple-title" name="apple-mobile-web-app-title" content="&quot;&gt;&lt;script&gt;">',
  )
})

test('colors are hexadecimal, or none', async () => {
  const forum = await openForum()
  const client = await forum.as(admin)
  const key = 'askvortsov-pwa.backgroundColor'
  for (const value of ['white', '#12', 'url(x)']) {
    expect((await client.post('/api/settings', { [key]: value })).status).toBe(422)
    expect((await forum.guest().get('/webmanifest')).body).not.toHaveProperty('background_color')
  }
  expect((await client.post('/api/settings', { [key]: '#abcdef' })).status).toBe(204)
  expect((await forum.guest().get('/webmanifest')).body).toMatchObject({ background_color: '#abcdef' })
  expect((await client.post('/api/settings', { [key]: '' })).status).toBe(204)
  expect((await forum.guest().get('/webmanifest')).body).not.toHaveProperty('background_color')
})
