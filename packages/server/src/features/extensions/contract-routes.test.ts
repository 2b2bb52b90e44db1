import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { admin, createTestForum, eachTestForum, grant, makeUser, setSettings } from '@parley/testing'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { members, moderators } from '../../points/context/actor.ts'
import { defineExtension, type Extension, type InstalledExtension } from '../../points/extension.ts'

const installed = (
  id: string,
  rest: Partial<InstalledExtension> = {},
  declaration: Extension = {},
): InstalledExtension => ({
  id,
  title: id.toUpperCase(),
  version: '1.0.0',
  declaration: defineExtension({
    routes: [{ method: 'GET', path: `/api/${id}`, run: () => ({ status: 200, json: { id } }) }],
    ...declaration,
  }),
  ...rest,
})

/** Has a table, and a permission that members hold by default. */
const notes = installed(
  'notes',
  {},
  {
    permissions: { 'notes.write': { default: ['member'] } },
    migrations: {
      '001_notes': {
        up: async ({ db }) => void (await sql`create table notes (id integer)`.execute(db)),
        down: async ({ db }) => void (await sql`drop table notes`.execute(db)),
      },
    },
  },
)

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-extension-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

eachTestForum((open) => {
  test('an extension is disabled and enabled, also repeatedly', async () => {
    const forum = await open({ extensions: [installed('one'), installed('two')] })
    const asAdmin = await forum.as(admin)
    const toggle = async (enabled: unknown) =>
      (await asAdmin.patch('/api/extensions/one', { enabled })).status
    const status = async () => (await forum.guest().get('/api/one')).status
    expect({ toggle: await toggle(false), enabled: forum.enabled, route: await status() }).toEqual({
      toggle: 204,
      enabled: ['two'],
      route: 404,
    })
    expect({ toggle: await toggle(''), enabled: forum.enabled }).toEqual({ toggle: 204, enabled: ['two'] })
    expect({ toggle: await toggle(null), enabled: forum.enabled }).toEqual({ toggle: 204, enabled: ['two'] })
    expect({ toggle: await toggle(1), enabled: forum.enabled, route: await status() }).toEqual({
      toggle: 204,
      enabled: ['one', 'two'],
      route: 200,
    })
    expect({ toggle: await toggle(true), enabled: forum.enabled }).toEqual({
      toggle: 204,
      enabled: ['one', 'two'],
    })
    expect(forum.current.settings.get('extensions_enabled')).toEqual(['one', 'two'])
  })

  test('concurrent toggles all take effect', async () => {
    const ids = ['a', 'b', 'c', 'd']
    const forum = await open({ extensions: ids.map((id) => installed(id)) })
    const asAdmin = await forum.as(admin)
    const set = (id: string, enabled: boolean) => asAdmin.patch(`/api/extensions/${id}`, { enabled })
    const answers = await Promise.all([set('a', false), set('b', false), set('c', false)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(forum.enabled).toEqual(['d'])
    await Promise.all(['a', 'b', 'c'].map((id) => set(id, true)))
    expect(forum.enabled).toEqual(ids)
  })

  test('removing an extension deletes its data; enabled again it starts empty', async () => {
    const forum = await open({ extensions: [notes, installed('other')] })
    const asAdmin = await forum.as(admin)
    const tables = async () =>
      (await forum.current.database.read.introspection.getTables()).map(({ name }) => name)
    const holds = () => forum.current.grants.holds(new Set([members]), 'notes.write')
    expect({ tables: await tables(), isGranted: holds() }).toEqual({
      tables: expect.arrayContaining(['notes']),
      isGranted: true,
    })
    await grant(forum, 'notes.write', [])
    expect((await asAdmin.delete('/api/extensions/notes')).status).toBe(204)
    expect({ enabled: forum.enabled, hasTable: (await tables()).includes('notes') }).toEqual({
      enabled: ['other'],
      hasTable: false,
    })
    expect((await asAdmin.delete('/api/extensions/notes')).status).toBe(204)
    expect((await asAdmin.delete('/api/extensions/unheard-of')).status).toBe(204)
    await asAdmin.patch('/api/extensions/notes', { enabled: true })
    expect({ tables: await tables(), isGranted: holds() }).toEqual({
      tables: expect.arrayContaining(['notes']),
      isGranted: true,
    })
    expect(forum.logged).toEqual([])
  })
})

describe('an extension that others require', () => {
  const family = [installed('base'), installed('child', { requires: ['base'] })]

  test('cannot be disabled or removed while they are enabled', async () => {
    const forum = await createTestForum({ extensions: family })
    const asAdmin = await forum.as(admin)
    const answers = [
      await asAdmin.patch('/api/extensions/base', { enabled: false }),
      await asAdmin.delete('/api/extensions/base'),
    ]
    for (const { status, body } of answers) {
      expect({ status, errors: body.errors }).toEqual({
        status: 409,
        errors: [
          {
            status: '409',
            code: 'dependent_extensions',
            extension: 'BASE',
            extensions: ['CHILD'],
            detail: 'BASE is required by CHILD. Disable CHILD first.',
          },
        ],
      })
    }
    expect(forum.enabled).toEqual(['base', 'child'])
  })

  test('cannot be enabled before those it requires', async () => {
    const forum = await createTestForum({ extensions: family })
    await forum.setEnabled([])
    const asAdmin = await forum.as(admin)
    const { status, body } = await asAdmin.patch('/api/extensions/child', { enabled: true })
    expect({ status, errors: body.errors }).toEqual({
      status: 409,
      errors: [
        {
          status: '409',
          code: 'missing_dependencies',
          extension: 'CHILD',
          extensions: ['BASE'],
          detail: 'CHILD requires BASE. Enable BASE first.',
        },
      ],
    })
    expect(forum.enabled).toEqual([])
  })

  test('cannot require itself, directly or indirectly', async () => {
    const circle = ['a', 'b', 'c'].map((id, index) =>
      installed(id, { requires: [['b', 'c', 'a'][index] ?? ''], isThirdParty: true }),
    )
    const forum = await createTestForum({ extensions: circle })
    expect(forum.enabled).toEqual([])
    const { status, body } = await (await forum.as(admin)).patch('/api/extensions/a', { enabled: true })
    expect(status).toBe(409)
    expect(body.errors).toEqual([
      expect.objectContaining({ code: 'circular_dependencies', extensions: ['A', 'B', 'C'] }),
    ])
    expect(body.errors[0]).not.toHaveProperty('extension')
  })
})

describe('failures', () => {
  test('of an extension are reported to the administrator, and nothing changes', async () => {
    const failing = installed(
      'failing',
      { isThirdParty: true },
      {
        migrations: {
          '001_fail': {
            up: async () => {
              throw new Error('no such thing')
            },
            down: async () => {},
          },
        },
      },
    )
    const forum = await createTestForum({ extensions: [failing, installed('good')] })
    const asAdmin = await forum.as(admin)
    const { status, body } = await asAdmin.patch('/api/extensions/failing', { enabled: true })
    expect({ status, code: body.errors[0]?.code }).toEqual({ status: 409, code: 'extension_failed' })
    expect(body.errors[0]?.detail).toContain('no such thing')
    expect(forum.enabled).toEqual(['good'])
    expect((await asAdmin.patch('/api/extensions/good', { enabled: false })).status).toBe(204)
  })

  test('an unknown extension is 404 for administrators; all other users get 403', async () => {
    const forum = await createTestForum({ extensions: [installed('one')] })
    const asAdmin = await forum.as(admin)
    for (const name of ['unheard-of', '__proto__', 'constructor', 'one%2Ftwo']) {
      const answer = await asAdmin.patch(`/api/extensions/${name}`, { enabled: true })
      expect({ name, status: answer.status }).toEqual({ name, status: 404 })
      expect((await asAdmin.get(`/api/extension-readmes/${name}`)).status).toBe(404)
    }
    const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    const guest = forum.browser()
    await guest.get('/api')
    for (const client of [moderator, guest]) {
      for (const name of ['one', 'unheard-of']) {
        expect((await client.patch(`/api/extensions/${name}`, { enabled: false })).status).toBe(403)
        expect((await client.delete(`/api/extensions/${name}`)).status).toBe(403)
        expect((await client.get(`/api/extension-readmes/${name}`)).status).toBe(403)
      }
      expect((await client.delete('/api/cache')).status).toBe(403)
    }
    expect((await guest.postForm('/admin/extensions/one', { csrfToken: guest.csrfToken })).status).toBe(403)
    expect(forum.enabled).toEqual(['one'])
  })

  test('the extension with the default language cannot be disabled', async () => {
    const folder = await emptyFolder()
    await mkdir(join(folder, 'locale'))
    await writeFile(join(folder, 'locale', 'xx.yml'), 'core:\n  ref:\n    reply: Xx\n')
    const forum = await createTestForum({ extensions: [installed('xx', { folder })] })
    const asAdmin = await forum.as(admin)
    await setSettings(forum, { default_locale: 'xx' })
    expect((await asAdmin.patch('/api/extensions/xx', { enabled: false })).status).toBe(403)
    expect(forum.enabled).toEqual(['xx'])
    await setSettings(forum, { default_locale: 'en' })
    expect((await asAdmin.patch('/api/extensions/xx', { enabled: false })).status).toBe(204)
  })
})

test('requests in flight finish while an extension is disabled', async () => {
  const slow = installed(
    'slow',
    {},
    {
      routes: [
        {
          method: 'GET',
          path: '/api/slow',
          run: async () => {
            await sleep(200)
            return { status: 200, json: { done: true } }
          },
        },
      ],
    },
  )
  const forum = await createTestForum({ extensions: [slow] })
  const asAdmin = await forum.as(admin)
  const answer = forum.guest().get('/api/slow')
  await sleep(30)
  expect((await asAdmin.patch('/api/extensions/slow', { enabled: false })).status).toBe(204)
  expect((await answer).body).toEqual({ done: true })
  expect((await forum.guest().get('/api/slow')).status).toBe(404)
})

describe('the readme of an extension', () => {
  test('is rendered as safe HTML, or null', async () => {
    const folder = await emptyFolder()
    await writeFile(join(folder, 'README.md'), '# Hello\n\n<script>alert(1)</script> **bold**')
    const forum = await createTestForum({
      extensions: [
        installed('documented', { folder }),
        installed('undocumented', { folder: await emptyFolder() }),
        installed('bare'),
      ],
    })
    const asAdmin = await forum.as(admin)
    const { status, headers, body } = await asAdmin.get('/api/extension-readmes/documented')
    expect({ status, contentType: headers['content-type'] }).toEqual({
      status: 200,
      contentType: 'application/vnd.api+json',
    })
    expect(body.data).toMatchObject({ type: 'extension-readmes', id: 'documented' })
    const content = String(body.data.attributes.content)
    expect(content).toContain('<strong>bold</strong>')
    expect(content).not.toContain('<script')
    for (const id of ['undocumented', 'bare']) {
      const { data } = (await asAdmin.get(`/api/extension-readmes/${id}`)).body
      expect(data).toEqual({ type: 'extension-readmes', id, attributes: { content: null } })
    }
  })
})

test('clearing the cache rebuilds the forum', async () => {
  const folder = await emptyFolder()
  await mkdir(join(folder, 'locale'))
  const file = join(folder, 'locale', 'en.yml')
  await writeFile(file, 'texts:\n  text: Before\n')
  const forum = await createTestForum({ extensions: [installed('texts', { folder })] })
  await writeFile(file, 'texts:\n  text: After\n')
  expect(forum.current.translate('texts.text')).toBe('Before')
  const asAdmin = await forum.as(admin)
  expect((await asAdmin.delete('/api/cache')).status).toBe(204)
  expect(forum.current.translate('texts.text')).toBe('After')
  await writeFile(file, ': : :')
  const broken = await asAdmin.delete('/api/cache')
  expect({ status: broken.status, errors: broken.body.errors }).toEqual({
    status: 409,
    errors: [{ status: '409', code: 'io_error' }],
  })
  expect(forum.current.translate('texts.text')).toBe('After')
})
