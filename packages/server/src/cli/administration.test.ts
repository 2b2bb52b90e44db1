import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { commandLine, installation } from '@parley/testing/command-line'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createForum, type RunningForum } from '../assembly/forum.ts'
import { everyone, members, moderators } from '../points/context/actor.ts'
import type { InstalledExtension } from '../points/extension.ts'

const extensions: InstalledExtension[] = [
  { id: 'base', title: 'Base', version: '1.0.0', declaration: {} },
  { id: 'child', title: 'Child', version: '2.0.0', requires: ['base'], declaration: {} },
]

const commands = commandLine({ loadExtensions: async () => extensions }, installation)
const { run } = commands

/** Starts a server with the data that the commands change. */
async function serve(): Promise<RunningForum> {
  const forum = await createForum({
    database: { file: join(commands.dataDir, 'forum.sqlite') },
    dataDir: commands.dataDir,
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

describe('groups and permissions', () => {
  const json = async (...argv: string[]) =>
    JSON.parse((await run(...argv, ...(argv[0] === 'permission:export' ? [] : ['--json']))).results)

  test('groups are created, changed, listed and deleted', async () => {
    const created = await json('group:create', 'Helper', 'Helpers', '--color', '#123456', '--hidden', 'yes')
    expect(created).toMatchObject({ id: 5, namePlural: 'Helpers', color: '#123456', isHidden: true })
    expect(await run('group:edit', 'helpers', '--singular', 'Guide')).toMatchObject({ code: 2 })
    const names = ['--singular', 'Guide', '--plural', 'Guides']
    const changed = await json('group:edit', 'helpers', ...names, '--position', '3.5', '--hidden', 'no')
    expect(changed).toMatchObject({ nameSingular: 'Guide', position: 3.5, isHidden: false })
    expect((await run('group:list')).results.split('\n').map((line) => line.trim().split(' ')[0])).toEqual([
      '1',
      '2',
      '3',
      '5',
      '4',
    ])
    await run('permission:set', 'createGroup', 'Guides')
    const asked = await run('group:delete', 'Guides')
    expect(asked).toMatchObject({ code: 0, results: 'members: 0\ncreateGroup: 0 lose it' })
    expect(await json('group:delete', 'Guides', '--yes')).toMatchObject({ id: 5, isDeleted: true })
    expect(await run('group:delete', 'Guides', '--yes')).toMatchObject({ code: 2 })
    expect(await run('group:delete', 'Admins', '--yes')).toMatchObject({ code: 1 })
  })

  test('permissions are listed and explained', async () => {
    const { rows } = await json('permission:list')
    expect(rows).toContainEqual(expect.objectContaining({ permission: 'discussion.reply', groupIds: [3] }))
    expect((await run('permission:list')).results).toMatch(/^discussion\.reply +Members$/m)
    expect((await run('permission:list')).results).toMatch(/^allow_renaming +10$/m)
    expect(await run('permission:why', 'startDiscussion')).toMatchObject({
      code: 0,
      results: [
        'no',
        '  Guests can do what everyone can.',
        '  Start discussions: no',
        '    “Start discussions” is only granted to Members.',
      ].join('\n'),
    })
    expect(await json('permission:why', 'startDiscussion', '--user', 'admin')).toMatchObject({
      isAllowed: true,
    })
    expect(await run('permission:why', 'dance')).toMatchObject({ code: 1 })
    expect(await run('permission:why', 'startDiscussion', '--user', 'nemo')).toMatchObject({ code: 1 })
  })

  test('a file is exported, compared and imported', async () => {
    const file = join(commands.dataDir, 'permissions.json')
    const exported = await json('permission:export')
    const group = { id: 9, nameSingular: 'A', namePlural: 'As', color: '', icon: '', isHidden: false }
    const permissions = [
      { name: 'searchUsers', groups: [2, 9] },
      { name: 'poll.vote', groups: [3] },
    ]
    writeFileSync(file, JSON.stringify({ ...exported, groups: [...exported.groups, group], permissions }))
    const refused = await run('permission:import', file, '--apply')
    expect({ code: refused.code, notes: refused.notes }).toEqual({
      code: 1,
      notes: expect.stringContaining('This forum has no group “As”'),
    })
    const options = ['--create-groups', '--skip-unknown']
    expect(await run('permission:import', file, ...options)).toMatchObject({
      code: 0,
      results: '+ group As\n~ searchUsers: +Everyone +As -Members',
    })
    expect(await json('permission:import', file, ...options, '--apply')).toMatchObject({ isApplied: true })
    expect((await run('permission:list')).results).toMatch(/^searchUsers +Guests, As$/m)
    expect(await run('permission:import', join(commands.dataDir, 'none.json'))).toMatchObject({ code: 2 })
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
    expect(await run('extension:enable', 'child')).toMatchObject({
      code: 0,
      results: 'child is enabled.',
      notes: 'A forum that was running before child was installed has to be restarted.',
    })
    expect(await run('extension:enable', 'childd')).toMatchObject({ code: 2 })
  })

  test('are shown, and purged after their id is repeated', async () => {
    const shown = JSON.parse((await run('extension:show', 'child', '--json')).results)
    expect(shown).toMatchObject({
      id: 'child',
      requires: ['base'],
      isEnabled: true,
      preview: { enables: false },
    })
    expect((await run('extension:show', 'base')).results).toContain('Base 1.0.0, enabled\ndependents: child')
    const list = JSON.parse((await run('extension:list', '--json')).results)
    expect(list.map(({ id }: { id: string }) => id)).toEqual(['base', 'child'])
    expect(await run('extension:purge', 'child')).toMatchObject({
      code: 2,
      notes: expect.stringContaining('Add --confirm child.'),
    })
    const purged = JSON.parse(
      (await run('extension:purge', 'child', '--confirm', 'child', '--backup', '--json')).results,
    )
    expect(purged).toEqual({
      id: 'child',
      backup: { file: expect.stringContaining(join(commands.dataDir, 'backups', 'child-')), rows: 0 },
    })
    expect((await run('extension:list')).results).toContain('child  2.0.0     disabled  Child')
  })
})

describe('safe mode', () => {
  test('prints a link that an administrator can use, and is left again', async () => {
    const { results } = await run('safe-mode')
    expect(results).toMatch(/^http:\/\/127\.0\.0\.1:3000\/safe-mode\/[A-Za-z0-9]{40}$/)
    const forum = await serve()
    expect((await forum.inject({ url: '/api/discussions' })).statusCode).toBe(200)
    expect(await run('safe-mode', '--on')).toMatchObject({ code: 0, results: 'The safe mode is on.' })
    const status = async () => (await forum.inject({ url: '/api/discussions' })).statusCode
    await vi.waitFor(async () => expect(await status()).toBe(503), { timeout: 5000 })
    expect(await run('safe-mode', '--off', '--json')).toMatchObject({
      code: 0,
      results: '{"safeMode":"off"}',
    })
    await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 5000 })
    expect(await run('safe-mode', '--on', '--off')).toMatchObject({ code: 2 })
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
  onTestFinished(() => void vi.restoreAllMocks())
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

test('accounts are made, listed, changed, confirmed, logged out and deleted, as lines or as JSON', async () => {
  await run('migrate')
  const json = async (...argv: string[]) => {
    const { code, results, notes } = await run(...argv, '--json')
    expect({ argv, code, notes }).toEqual({ argv, code: 0, notes: '' })
    return results.split('\n').map((line) => JSON.parse(line))
  }
  expect(await json('user:create', 'mira', 'mira@b.org', '--moderator', '--invite')).toMatchObject([
    { id: 2, username: 'mira', email: 'mira@b.org', isEmailConfirmed: true, groupIds: [moderators] },
  ])
  expect(await json('user:list', '--sort', 'username')).toMatchObject([
    { username: 'admin' },
    { username: 'mira' },
  ])
  expect(await json('user:list', '--group', 'mods', '--never-seen', '--limit', '1')).toMatchObject([
    { id: 2 },
  ])
  expect((await run('user:list', '--search', 'MIRA@')).results).toMatch(/^2 {2}mira, mira@b\.org, groups 4, /)
  expect(await json('user:edit', 'mira', '--username', 'mara', '--groups', 'none')).toMatchObject([
    { id: 2, username: 'mara', groupIds: [] },
  ])
  expect(await json('user:confirm', 'mara')).toEqual([{ id: 2, action: 'confirm', outcome: 'unchanged' }])
  expect(await run('user:log-out', 'mara')).toMatchObject({
    code: 0,
    results: 'mara is logged out everywhere.',
  })
  expect(await json('user:delete', 'mira@b.org')).toEqual([{ id: 2, action: 'delete', outcome: 'done' }])
  expect(await run('user:edit', 'mara', '--username', 'x')).toMatchObject({ code: 2 })
  expect(await run('user:edit', 'admin')).toMatchObject({
    code: 2,
    notes: expect.stringContaining('--groups'),
  })
  expect(await run('user:edit', 'admin', '--groups', 'none')).toMatchObject({
    code: 1,
    notes: 'This is the only administrator. Make someone else an administrator first.',
  })
  expect(await run('user:list', '--group', 'gardeners')).toMatchObject({ code: 2 })
  expect(await run('user:list', '--limit', '-3')).toMatchObject({ code: 2 })
})
