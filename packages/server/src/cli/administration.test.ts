import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createForum, type RunningForum } from '../assembly/forum.ts'
import { everyone, members, moderators } from '../points/context/actor.ts'
import type { InstalledExtension } from '../points/extension.ts'
import { runCommandLine } from './main.ts'

const extensions: InstalledExtension[] = [
  { id: 'base', title: 'Base', version: '1.0.0', declaration: {} },
  { id: 'child', title: 'Child', version: '2.0.0', requires: ['base'], declaration: {} },
]

const site = {
  loadExtensions: async () => extensions,
  loadClient: () => Promise.reject(new Error('no build')),
  isClientFresh: () => false,
}

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-cli-'))
  onTestFinished(() => {
    rmSync(dataDir, { recursive: true, force: true })
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
  const variables = {
    BASE_URL: '',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    PORT: '',
    HOST: '',
    FORUM_TITLE: 'A forum',
    ADMIN_USERNAME: 'admin',
    ADMIN_EMAIL: 'a@b.org',
    ADMIN_PASSWORD: 'password',
  }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
})

async function run(...argv: string[]) {
  const results: string[] = []
  const notes: string[] = []
  const terminal = {
    print: (line: string) => void results.push(line),
    note: (line: string) => void notes.push(line),
    progress: { update: () => {}, end: () => {} },
  }
  const code = await runCommandLine(argv, site, terminal)
  return { code, results: results.join('\n'), notes: notes.join('\n') }
}

/** Starts a server with the data that the commands change. */
async function serve(): Promise<RunningForum> {
  const forum = await createForum({
    database: { file: join(dataDir, 'forum.sqlite') },
    dataDir,
    baseUrl: 'http://localhost',
    port: 0,
    extensions,
    rateLimits: 'off',
  })
  onTestFinished(() => forum.close())
  await forum.listen()
  return forum
}

const logIn = (forum: RunningForum, password: string) =>
  forum.inject({
    method: 'POST',
    url: '/api/token',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ identification: 'admin', password }),
  })

describe('settings', () => {
  test('are checked as in the API, stored and printed', async () => {
    expect(await run('setting:get', 'allow_renaming')).toMatchObject({ code: 0, results: '10' })
    expect(await run('setting:set', 'allow_renaming', '-1')).toMatchObject({ code: 0 })
    expect(await run('setting:get', 'allow_renaming')).toMatchObject({ code: 0, results: '-1' })
    const refused = await run('setting:set', 'theme_primary_color', 'red')
    expect({ code: refused.code, notes: refused.notes }).toEqual({
      code: 1,
      notes: 'The theme primary color isn’t in the right format.',
    })
    const unread = await run('setting:set', 'hello', 'world')
    expect(unread.notes).toContain("the setting 'hello'")
    expect(await run('setting:get', 'hello')).toMatchObject({ code: 0, results: 'world' })
    expect(await run('setting:get', 'unheard_of')).toMatchObject({ code: 2 })
    expect(await run('setting:set', 'only_a_key')).toMatchObject({ code: 2 })
    expect(await run('setting:get', 'allow_sign_up')).toMatchObject({ results: '1' })
  })
})

describe('permissions', () => {
  test('are held by exactly the named groups', async () => {
    expect(await run('permission:set', 'discussion.delete', '3, mods')).toMatchObject({
      code: 0,
      results: 'discussion.delete is held by 3, mods.',
    })
    const forum = await serve()
    const holds = (group: number) => forum.current.grants.holds(new Set([group]), 'discussion.delete')
    expect({ everyone: holds(everyone), members: holds(members), moderators: holds(moderators) }).toEqual({
      everyone: false,
      members: true,
      moderators: true,
    })
    expect(await run('permission:set', 'discussion.delete', 'none')).toMatchObject({ code: 0 })
    await vi.waitFor(() => expect(holds(moderators)).toBe(false), { timeout: 5000 })
    const unknown = await run('permission:set', 'discussion.delete', 'Gardeners')
    expect(unknown).toMatchObject({ code: 2, notes: expect.stringContaining("no group 'Gardeners'") })
    expect(unknown.notes).toContain('4 (Mods)')
    const misspelt = await run('permission:set', 'discussion.delte', '4')
    expect(misspelt).toMatchObject({ code: 0, notes: expect.stringContaining("'discussion.delte'") })
  })
})

describe('extensions', () => {
  test('are listed, disabled and enabled', async () => {
    expect((await run('extension:list')).results).toBe(
      'base   1.0.0     enabled   Base\nchild  2.0.0     enabled   Child',
    )
    const needed = await run('extension:disable', 'base')
    expect(needed).toMatchObject({ code: 1, notes: 'Base is required by Child. Disable Child first.' })
    expect(await run('extension:disable', 'child')).toMatchObject({ code: 0, results: 'child is disabled.' })
    expect((await run('extension:list')).results).toContain('child  2.0.0     disabled  Child')
    expect(await run('extension:enable', 'child')).toMatchObject({ code: 0, results: 'child is enabled.' })
    expect(await run('extension:enable', 'childd')).toMatchObject({ code: 2 })
  })
})

test('a running server adopts the changes of commands', async () => {
  await run('migrate')
  await run('setting:set', 'welcome_title', 'Before')
  const forum = await serve()
  expect({ title: forum.current.settings.get('welcome_title'), enabled: forum.enabled }).toEqual({
    title: 'Before',
    enabled: ['base', 'child'],
  })
  await run('setting:set', 'welcome_title', 'After')
  await run('extension:disable', 'child')
  await vi.waitFor(
    () =>
      expect({ title: forum.current.settings.get('welcome_title'), enabled: forum.enabled }).toEqual({
        title: 'After',
        enabled: ['base'],
      }),
    { timeout: 5000 },
  )
  expect(await run('cache:clear')).toMatchObject({ code: 0 })
})

test('a new password works at once, and ends earlier sessions', async () => {
  await run('setting:set', 'forum_title', 'Set up')
  const forum = await serve()
  const { token } = JSON.parse((await logIn(forum, 'password')).payload) as { token: string }
  const type = (line: string) =>
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([`${line}\n`]) as typeof process.stdin)
  type('short')
  const refused = await run('user:password', 'admin')
  expect({ code: refused.code, notes: refused.notes }).toEqual({
    code: 1,
    notes: 'Use at least 8 characters for the password.',
  })
  expect((await logIn(forum, 'password')).statusCode).toBe(200)
  type('a new secret')
  expect(await run('user:password', 'A@B.org')).toMatchObject({ code: 0 })
  expect((await logIn(forum, 'password')).statusCode).toBe(401)
  expect((await logIn(forum, 'a new secret')).statusCode).toBe(200)
  const answer = await forum.inject({ url: '/api', headers: { authorization: `Token ${token}` } })
  expect(JSON.parse(answer.payload).data.relationships).not.toHaveProperty('actor')
  expect(await run('user:password', 'nobody')).toMatchObject({ code: 2 })
})
