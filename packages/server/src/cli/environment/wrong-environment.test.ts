import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedCommand } from '@parley/seed/command'
import { commandLine } from '@parley/testing/command-line'
import { createPostgresDatabase } from '@parley/testing/databases'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ClientBuild } from '../../engine/page/client-build.ts'
import { openDatabase } from '../../infrastructure/db/open.ts'
import { environmentVariables } from './env.ts'

/** A client build that is never used. */
const client: ClientBuild = {
  folder: tmpdir(),
  files: { script: 'entry.js', styles: [] },
  renderer: { has: async () => false, open: () => Promise.reject(), render: () => Promise.reject() },
} as unknown as ClientBuild

const commands = commandLine({
  loadClient: async () => client,
  isClientFresh: () => true,
  commands: [seedCommand],
})
const { run } = commands

/** Runs a command, by default `migrate`, with these variables; expects exit code 1 and a message without a stack. */
async function refused(variables: Readonly<Record<string, string>>, ...argv: string[]): Promise<string> {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const { code, output } = await run(...(argv.length > 0 ? argv : ['migrate']))
  expect(code).toBe(1)
  expect(output).not.toMatch(/^\s+at |node:internal|Error:/m)
  return output
}

/** Invalid values by variable, each of which causes one fault. */
const invalidValues: Readonly<Record<string, readonly string[]>> = {
  ADMIN_EMAIL: ['admin', 'a@', 'a b@example.org'],
  ADMIN_PASSWORD: ['short', 'x'.repeat(1001)],
  ADMIN_USERNAME: ['ab', 'a b', 'ä'.repeat(5), 'x'.repeat(31)],
  BASE_URL: [
    'forum.example.org',
    'ftp://example.org',
    'https://',
    'https:example.org',
    'https://example.org/?a=b',
    'https://example.org/?',
    'https://example.org/#top',
    'https://example.org#',
    'https://user@example.org',
    'https://exa mple.org',
    'https://example.org:99999',
    'https://example.org//forum',
    'https:\\\\example.org',
  ],
  COMPRESSION: ['no', '1', 'gzip'],
  DATABASE_URL: [
    'mysql://host/name',
    'postgres',
    'postgres://',
    'postgres://h:99999/n',
    'postgres://%zz@h/n',
  ],
  DEBUG: ['yes', 'true', '2'],
  FORUM_TITLE: ['x'.repeat(101)],
  HOST: ['http://127.0.0.1', '1.2.3', '1.2.3.4:80', 'a b', 'a/b', '[::1]', '*', '::1%lo'],
  OFFLINE: ['no', 'on'],
  OUTBOUND_FETCH: ['no', '0'],
  PARLEY_SAFE_MODE: ['no', 'on'],
  PAGE_CACHE: ['no', '1'],
  PORT: ['high', '-1', '65536', '80.5', '0x50', '1e3'],
  RATE_LIMITS: ['none', 'failedLoginsPerAccount=0/5', 'failedLoginsPerAccount=5', 'x'],
  REDIRECT_DOMAINS: ['https://a.b', 'a.b/c', '*', 'a.b,c d'],
  SECRET_KEY: ['short secret', 'short', 'a secret with spaces that is long enough'],
  SECRET_KEY_FILE: ['/nowhere/secret', tmpdir()],
  SECRET_KEY_PREVIOUS: ['short', `${'x'.repeat(40)},short`],
  SMTP_URL: ['mail.example.org', 'http://a.b', 'smtp://', 'smtp://?x', 'smtp://a:99999', 'smtp://%zz:x@a.b'],
  TRUST_PROXY: ['nonsense', '1', 'true', '10.0.0.0/33', '10.0.0.0/0', '::1/129', '1.2.3', '127.0.0.1,x', '*'],
}

/** Variables without invalid values: any text is a path, whose faults show when it is used. */
const unchecked = ['DATA_DIR']

test('every variable is tested with invalid values', () => {
  expect([...Object.keys(invalidValues), ...unchecked].sort()).toEqual([...environmentVariables].sort())
})

describe.each(Object.entries(invalidValues))('%s', (name, values) => {
  test.each(values)('%j is refused with a message', async (value) => {
    const output = await refused({ [name]: value })
    expect(output).toMatch(new RegExp(`^- ${name} [a-z]`, 'm'))
    if (name.startsWith('SECRET_KEY') && value.length > 8 && !value.startsWith('/')) {
      expect(output).not.toContain(value)
    }
  })
})

test('all faults are reported together, including those of combinations', async () => {
  const { ADMIN_EMAIL: _, ...others } = invalidValues
  const output = await refused(
    Object.fromEntries(Object.entries(others).map(([name, [value]]) => [name, value ?? ''])),
  )
  for (const name of Object.keys(others)) expect(output).toMatch(new RegExp(`^- ${name} `, 'm'))
  expect(output).toMatch(/^- ADMIN_EMAIL is missing/m)
  expect(output).toMatch(/^- SECRET_KEY_FILE cannot be combined with SECRET_KEY/m)
})

test('valid proxies are accepted', async () => {
  for (const proxies of [
    '127.0.0.1',
    '::1, 10.0.0.0/8',
    'loopback,linklocal,uniquelocal',
    'fe80::/10',
    ',',
  ]) {
    vi.stubEnv('TRUST_PROXY', proxies)
    expect((await run('migrate')).code).toBe(0)
  }
})

describe('faults that show only in use', () => {
  test('a port in use', async () => {
    const occupied = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void occupied.close())
    await new Promise((resolve) => occupied.once('listening', resolve))
    const address = occupied.address()
    const port = String(typeof address === 'object' && address ? address.port : 0)
    expect(await refused({ PORT: port }, 'serve')).toContain(`Port ${port} is taken`)
  })

  test.each(['192.0.2.1', 'nowhere.invalid'])('the host %s, which is not this machine', async (host) => {
    const output = await refused({ HOST: host, PORT: '0' }, 'serve')
    expect(output).toContain('HOST is not an address')
    expect(output).not.toContain('DATABASE_URL')
  })

  test('a data folder that is a file, lies below one, or cannot be made', async () => {
    const file = join(commands.dataDir, 'file')
    writeFileSync(file, '')
    const impossible = [file, join(file, 'below'), '/dev/null/here', '/proc/here', '/proc/here/and/below']
    for (const folder of impossible) {
      expect(await refused({ DATA_DIR: folder })).toMatch(/cannot be used: .*DATA_DIR/)
    }
    // With the database and the keys elsewhere, the folder is for uploads only.
    const elsewhere = { DATABASE_URL: await createPostgresDatabase(), SECRET_KEY: 'x'.repeat(40) }
    for (const folder of impossible) {
      expect(await refused({ ...elsewhere, DATA_DIR: folder })).toMatch(/cannot be used: .*DATA_DIR/)
    }
  })

  test('a database file that is not a database, or is a folder', async () => {
    const file = join(commands.dataDir, 'forum.sqlite')
    writeFileSync(file, 'not a database, but long enough to be taken for one\n'.repeat(100))
    expect(await refused({})).toContain('Check the database file in DATA_DIR')
    rmSync(file)
    mkdirSync(file)
    expect(await refused({})).toContain('Check the database file in DATA_DIR')
  })

  test('a database server that does not exist, is another program, or refuses', async () => {
    expect(await refused({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none' })).toContain('DATABASE_URL')
    expect(await refused({ DATABASE_URL: 'postgres://a:b@nowhere.invalid/none' })).toContain('DATABASE_URL')
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
      0,
      '127.0.0.1',
    )
    onTestFinished(() => void other.close())
    await new Promise((resolve) => other.once('listening', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    expect(await refused({ DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/x` })).toContain('DATABASE_URL')
    const url = new URL(await createPostgresDatabase())
    url.pathname = '/no_such_database'
    expect(await refused({ DATABASE_URL: url.href })).toContain('DATABASE_URL')
    url.username = 'no_such_user'
    url.password = 'wrong-password'
    const output = await refused({ DATABASE_URL: url.href })
    expect(output).toContain('DATABASE_URL')
    expect(output).not.toContain('wrong-password')
  })

  test('seeding before the forum is set up', async () => {
    expect(await refused({}, 'seed', '--users', '3', '--discussions', '2', '--posts', '5')).toMatch(
      /Set the forum up first.*serve.*ADMIN_USERNAME/,
    )
    const admin = { ADMIN_USERNAME: 'admin', ADMIN_EMAIL: 'a@b.org', ADMIN_PASSWORD: 'password' }
    for (const [name, value] of Object.entries({ FORUM_TITLE: 'Forum', ...admin })) vi.stubEnv(name, value)
    expect((await run('seed', '--users', '3', '--discussions', '2', '--posts', '5')).code).toBe(0)
    const database = await openDatabase({ file: join(commands.dataDir, 'forum.sqlite') })
    onTestFinished(() => database.close())
    const first = await database.read
      .selectFrom('users')
      .select(['id', 'username'])
      .orderBy('id')
      .limit(1)
      .execute()
    expect(first).toEqual([{ id: 1, username: 'admin' }])
  })
})
