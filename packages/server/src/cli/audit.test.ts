import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { blackPng } from '@parley/testing/png'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createForum, type RunningForum } from '../assembly/forum.ts'
import type { InstalledExtension } from '../points/extension.ts'
import { commandsOf, runCommandLine } from './main.ts'

const extensions: InstalledExtension[] = [{ id: 'base', title: 'Base', version: '1.0.0', declaration: {} }]

const site = {
  loadExtensions: async () => extensions,
  loadClient: () => Promise.reject(new Error('no build')),
  isClientFresh: () => false,
}

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-audit-'))
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
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(
    Readable.from(['a new password\n']) as typeof process.stdin,
  )
  const code = await runCommandLine(argv, site, terminal)
  return { code, results, notes }
}

interface Audited {
  argv: readonly string[] | (() => Promise<string[]>)
  actions: readonly string[]
}

/** Writes a file that takes the permission `user.edit` from all groups. @returns its path. */
async function permissionFile(): Promise<string> {
  const file = join(dataDir, 'permissions.json')
  const permissions = [{ name: 'user.edit', groups: [] }]
  writeFileSync(file, JSON.stringify({ parley: 'permissions', version: 1, groups: [], permissions }))
  return file
}

/** Writes a picture. @returns its path. */
async function pictureFile(): Promise<string[]> {
  const file = join(dataDir, 'picture.png')
  writeFileSync(file, blackPng(8))
  return [file]
}

/** Runs work with the forum, without a command. */
async function withForum<Result>(work: (forum: RunningForum) => Promise<Result>): Promise<Result> {
  const database = { file: join(dataDir, 'forum.sqlite') }
  const forum = await createForum({ database, dataDir, baseUrl: 'http://localhost', port: 0, extensions })
  try {
    return await work(forum)
  } finally {
    await forum.close()
  }
}

/** Makes the address of an account unconfirmed. No command does. */
function unconfirm(username: string): Promise<unknown> {
  return withForum(({ current }) =>
    current.database.transaction((db) =>
      db.updateTable('users').set({ is_email_confirmed: false }).where('username', '=', username).execute(),
    ),
  )
}

/** Queues a mail that waits. @returns the id of its job. */
function waitingMail(): Promise<string> {
  const created_at = new Date().toISOString()
  const job = { name: 'mail.send', payload: '', created_at, due_at: '2100-01-01T00:00:00.000Z' }
  return withForum(async ({ current }) => {
    const { id } = await current.database.transaction((db) =>
      db.insertInto('jobs').values(job).returning('id').executeTakeFirstOrThrow(),
    )
    return String(id)
  })
}

/** Every command that administrates, with its arguments and the actions that the log records. */
const audited: Readonly<Record<string, Audited>> = {
  'user:create': {
    argv: ['mira', 'mira@machine.local', '--moderator'],
    actions: ['user.created', 'user.groupsChanged'],
  },
  'user:password': { argv: ['mira'], actions: ['user.passwordChanged'] },
  'user:edit': { argv: ['mira', '--email', 'mia@machine.local'], actions: ['user.emailChanged'] },
  'user:confirm': {
    async argv() {
      await unconfirm('mira')
      return ['mira']
    },
    actions: ['user.confirmed'],
  },
  'user:log-out': { argv: ['mira'], actions: ['user.loggedOut'] },
  'setting:set': { argv: ['forum_title', 'Garden'], actions: ['settings.changed'] },
  'logo:set': { argv: pictureFile, actions: ['logo.changed'] },
  'logo:remove': { argv: [], actions: ['logo.changed'] },
  'favicon:set': { argv: pictureFile, actions: ['favicon.changed'] },
  'favicon:remove': { argv: [], actions: ['favicon.changed'] },
  'mail:test': { argv: ['a@machine.local'], actions: ['mail.tested'] },
  'mail:retry': { argv: async () => [await waitingMail()], actions: ['waitingJob.madeDue'] },
  'mail:delete': { argv: async () => [await waitingMail()], actions: ['waitingJob.cancelled'] },
  'permission:set': { argv: ['user.edit', '4'], actions: ['permission.changed'] },
  'permission:import': {
    argv: async () => [await permissionFile(), '--apply'],
    actions: ['permission.changed'],
  },
  'group:create': { argv: ['Star', 'Stars'], actions: ['group.created'] },
  'group:edit': { argv: ['Stars', '--position', '2.5'], actions: ['group.edited'] },
  'group:delete': { argv: ['Stars', '--yes'], actions: ['group.deleted'] },
  'extension:disable': { argv: ['base'], actions: ['extension.disabled'] },
  'extension:enable': { argv: ['base'], actions: ['extension.enabled'] },
  'extension:purge': {
    argv: ['base', '--confirm', 'base'],
    actions: ['extension.disabled', 'extension.purged'],
  },
  'cache:clear': { argv: [], actions: ['cache.cleared'] },
  'api-key:create': { argv: ['--user', 'mira', '--title', 'Robot'], actions: ['apiKey.created'] },
  'api-key:revoke': { argv: ['1'], actions: ['apiKey.revoked'] },
  'keys:adopt': { argv: [], actions: ['keys.adopted'] },
  'user:delete': { argv: ['mira'], actions: ['user.deleted'] },
  'safe-mode': { argv: ['--on'], actions: ['settings.changed'] },
}

const reads = 'only reads'
const upkeep = 'restores what follows from the rest of the database, and changes nothing that anyone decided'

/** Commands that leave no entry, and why. */
const exceptions: Readonly<Record<string, string>> = {
  serve: 'runs the forum',
  migrate: upkeep,
  'setting:get': reads,
  'extension:list': reads,
  'extension:show': reads,
  'group:list': reads,
  'mail:list': reads,
  'permission:export': reads,
  'permission:list': reads,
  'permission:why': reads,
  statistics: reads,
  'user:list': reads,
  'api-key:list': reads,
  'audit:list': reads,
  'audit:export': reads,
  recount: upkeep,
  render: upkeep,
  'search:rebuild': upkeep,
  doctor: reads,
}

test('every command leaves entries of the command line, or is listed with the reason why it leaves none', async () => {
  const listed = [...Object.keys(audited), ...Object.keys(exceptions)]
  expect(
    commandsOf(site)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(listed.sort())
  await run('audit:list')
  for (const [name, { argv }] of Object.entries(audited)) {
    const { code, notes } = await run(name, ...(typeof argv === 'function' ? await argv() : argv))
    expect({ name, code, notes: code === 0 ? [] : notes }).toEqual({ name, code: 0, notes: [] })
  }
  const { results } = await run('audit:list', '--json', '--limit', '50')
  const entries = results.map((line) => JSON.parse(line) as Record<string, unknown>).reverse()
  const expected = Object.values(audited).flatMap(({ actions }) => actions)
  expect(entries.map(({ action }) => action)).toEqual(expected)
  for (const entry of entries)
    expect(entry).toMatchObject({ origin: 'commandLine', actorId: null, ipAddress: null })
  expect(JSON.stringify(entries)).not.toContain('a new password')

  const told = await run('audit:list', '--action', 'settings.changed')
  const changed = expect.stringMatching(/^20\S+ {2}The command line changed settings$/)
  expect(told.results).toEqual([changed, changed])
  const file = join(dataDir, 'log.jsonl')
  expect((await run('audit:export', '--json', '--file', file)).code).toBe(0)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(entries.map(({ id }) => id).reverse())
  const csv = await run('audit:export', '--after', '3')
  expect(
    csv.results
      .join('\n')
      .split('\r\n')
      .map((line) => line.split(',')[0]),
  ).toEqual(['"2"', '"1"'])
  expect((await run('audit:list', '--limit', '0')).code).toBe(2)
  expect((await run('audit:list', '--since', 'soon')).code).toBe(1)
}, 120_000)
