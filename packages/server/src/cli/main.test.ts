import { join } from 'node:path'
import { seedCommand } from '@parley/seed/command'
import { commandLine, installation } from '@parley/testing/command-line'
import { describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../infrastructure/db/open.ts'

const commands = commandLine({ commands: [seedCommand] }, installation)
const { run } = commands

async function corruptCounter(counter: 'comment_count' | 'discussion_count'): Promise<void> {
  const database = await openDatabase({ file: join(commands.dataDir, 'forum.sqlite') })
  await database.transaction((db) =>
    db
      .updateTable('users')
      .set({ [counter]: 1234 })
      .where('id', '=', 2)
      .execute(),
  )
  await database.close()
}

const seedSmall = () => run('seed', '--users', '10', '--discussions', '10', '--posts', '50')

describe('help', () => {
  test('lists the commands, and explains one', async () => {
    const all = await run('--help')
    expect(all.code).toBe(0)
    for (const name of [
      'serve',
      'migrate',
      'user:list',
      'user:create',
      'user:edit',
      'user:confirm',
      'user:log-out',
      'user:delete',
      'user:password',
      'setting:get',
      'setting:set',
      'permission:list',
      'permission:set',
      'permission:why',
      'permission:export',
      'permission:import',
      'group:list',
      'group:create',
      'group:edit',
      'group:delete',
      'extension:list',
      'extension:show',
      'extension:enable',
      'extension:disable',
      'extension:purge',
      'safe-mode',
      'cache:clear',
      'seed',
      'recount',
      'render',
      'search:rebuild',
      'statistics',
      'doctor',
    ]) {
      expect(all.results).toContain(`  ${name} `)
      const one = await run(name, '--help')
      expect(one.code).toBe(0)
      expect(one.results).toMatch(new RegExp(`^Usage: bin/parley ${name}`))
    }
  })

  test('invalid arguments end with exit code 2', async () => {
    expect(await run()).toMatchObject({ code: 2, results: '' })
    expect(await run('sevre')).toMatchObject({
      code: 2,
      notes: expect.stringContaining("no command 'sevre'"),
    })
    expect(await run('seed', '--post', '3')).toMatchObject({
      code: 2,
      notes: expect.stringContaining("'--post'"),
    })
    expect(await run('seed', '--posts', 'many')).toMatchObject({
      code: 2,
      notes: expect.stringContaining("'many'"),
    })
    expect(await run('seed', '--posts', '3')).toMatchObject({ code: 2 })
    expect(await run('recount', 'now')).toMatchObject({ code: 2 })
  })
})

test('invalid configuration is reported at once, without a stack', async () => {
  vi.stubEnv('PORT', 'high')
  vi.stubEnv('DEBUG', 'maybe')
  const { code, notes } = await run('migrate')
  expect(code).toBe(1)
  expect(notes).toMatch(/PORT must be a number[\s\S]*DEBUG must be/)
  expect(notes).not.toContain(' at ')
})

test('an unreachable database is reported in plain words', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none')
  const { code, notes } = await run('migrate')
  expect(code).toBe(1)
  expect(notes).toContain('The database cannot be reached')
})

test('migrate lists the migrations that ran, once', async () => {
  const first = await run('migrate')
  expect(first).toMatchObject({ code: 0, results: expect.stringContaining('posts 001_posts') })
  expect(await run('migrate')).toMatchObject({ code: 0, results: 'The database is up to date.' })
})

test('API keys are made, listed and ended', async () => {
  expect(await run('api-key:list')).toMatchObject({ code: 0, results: '', notes: 'There are no API keys.' })
  const master = await run('api-key:create')
  expect(master).toMatchObject({ code: 0, results: expect.stringMatching(/^[A-Za-z0-9]{40}$/) })
  expect(master.notes).toContain('every account')
  const bound = await run('api-key:create', '--user', 'ADMIN', '--title', 'Backup')
  expect(bound).toMatchObject({ code: 0, results: expect.stringMatching(/^[A-Za-z0-9]{40}$/) })
  const { results } = await run('api-key:list')
  expect(results).toMatch(
    /^1 {2}every account, made \S+, never used\n2 {2}admin, Backup, made \S+, never used$/,
  )
  for (const key of [master.results, bound.results]) expect(results).not.toContain(key)
  expect(await run('api-key:revoke', '1')).toMatchObject({ code: 0 })
  expect((await run('api-key:list')).results).toMatch(/^2 /)
  expect(await run('api-key:revoke', '1')).toMatchObject({
    code: 2,
    notes: expect.stringContaining('no API key 1'),
  })
  expect(await run('api-key:revoke', 'x')).toMatchObject({ code: 2 })
  expect(await run('api-key:create', '--user', 'nobody')).toMatchObject({ code: 2, results: '' })
})

describe('seed and recount', () => {
  test('seed fills an empty forum and requires --force to add to one', async () => {
    expect(await seedSmall()).toMatchObject({ code: 0, results: expect.stringContaining('50 posts') })
    expect(await seedSmall()).toMatchObject({ code: 1, notes: expect.stringContaining('--force') })
    expect(await run('seed', '--users', '1', '--discussions', '1', '--posts', '1', '--force')).toMatchObject({
      code: 0,
    })
    expect(await run('recount', '--verify')).toMatchObject({ code: 0 })
  })

  test('search:rebuild indexes all titles and posts again', async () => {
    await seedSmall()
    const results = 'Every title and post is indexed.'
    expect(await run('search:rebuild')).toMatchObject({ code: 0, results })
  })

  test('render renders posts of another version again', async () => {
    await run('seed', '--users', '5', '--discussions', '3', '--posts', '30')
    expect(await run('render')).toMatchObject({ code: 2 })
    expect(await run('render', '--all')).toMatchObject({ code: 0, results: '0 posts rendered.' })
    const database = await openDatabase({ file: join(commands.dataDir, 'forum.sqlite') })
    await database.transaction((db) =>
      db
        .updateTable('posts')
        .set({ markup_version: 'old', content_html: 'old' })
        .where('id', '<=', 2)
        .execute(),
    )
    await database.close()
    expect(await run('render', '--all')).toMatchObject({ code: 0, results: '2 posts rendered.' })
    expect((await run('render', '--all', '--force')).results).toMatch(/^(29|30) posts rendered\.$/)
  })

  test('recount finds wrong values, and repairs them without --verify', async () => {
    await seedSmall()
    await corruptCounter('comment_count')
    const found = await run('recount', '--verify')
    expect(found.code).toBe(1)
    expect(found.results).toMatch(
      /^users\.comment_count of 2: 1234, counted \d+\n1 wrong, nothing changed\.$/,
    )
    expect(await run('recount')).toMatchObject({ code: 0, results: expect.stringContaining('all repaired') })
    expect(await run('recount', '--verify')).toMatchObject({ code: 0, results: 'Every counter is exact.' })
  })
})

describe('doctor', () => {
  test('reports a missing client build as a failure, with advice', async () => {
    const { code, results } = await run('doctor')
    expect(code).toBe(1)
    expect(results).toMatch(/^fail {2}Client: .*npm run build$/m)
    expect(results).toMatch(/^warn {2}Database: .*first start creates it$/m)
  })

  test('checks disk, schema and counters', async () => {
    await seedSmall()
    const healthy = await run('doctor')
    expect(healthy.results).toMatch(/^(ok {2}|warn) {2}Disk: [\d,]+ durable writes a second/m)
    expect(healthy.results).toMatch(/^ok {4}Database: sqlite, up to date$/m)
    expect(healthy.results).toMatch(/^ok {4}The database is SQLite 3[\d.]+ and takes \d+ MB\.$/m)
    expect(healthy.results).toMatch(/^warn {2}Emails aren’t sent: the forum only stores them\. Set up/m)
    expect(healthy.results).toMatch(/^ok {4}Counters/m)
    await corruptCounter('discussion_count')
    expect((await run('doctor')).results).toMatch(/^fail {2}Counters: .*bin\/parley recount$/m)
  })

  test('reports jobs that failed permanently', async () => {
    await run('migrate')
    expect((await run('doctor')).results).toMatch(/^ok {4}No job has failed for good\.$/m)
    const database = await openDatabase({ file: join(commands.dataDir, 'forum.sqlite') })
    const at = '2024-01-01T00:00:00.000Z'
    const job = { name: 'mail.send', attempts: 1, created_at: at, failed_at: at }
    await database.transaction((db) =>
      db
        .insertInto('failed_jobs')
        .values([
          { ...job, id: 1, error: 'One' },
          { ...job, id: 2, error: 'Two', description: 'To Ann' },
          { ...job, id: 3, error: 'Three', name: 'digest' },
        ])
        .execute(),
    )
    await database.close()
    const { results } = await run('doctor')
    expect(results).toMatch(/^warn {2}2 emails couldn’t be sent\. The latest failure: Two\. /m)
    expect(results).toMatch(/^warn {2}1 job has failed for good\. The latest: digest, .*: Three\. /m)
    const { checks } = JSON.parse((await run('doctor', '--json')).results)
    expect(checks).toContainEqual({
      state: 'warn',
      text: '2 emails couldn’t be sent. The latest failure: Two.',
      advice: expect.stringContaining('test email'),
    })
  })
})

describe('statistics', () => {
  test('prints the same as the administration area', async () => {
    await seedSmall()
    const { code, results } = await run('statistics', '--from', '2020-01-01', '--unit', 'month')
    expect(code).toBe(0)
    const [head, ...rows] = results.split('\n')
    expect(head).toBe('Period (UTC),New members,New discussions,New posts,Active members')
    const sum = (column: number) => rows.reduce((total, row) => total + Number(row.split(',')[column]), 0)
    expect([sum(1), sum(2)]).toEqual([11, 10])
    const json = JSON.parse((await run('statistics', '--json')).results)
    expect(json).toMatchObject({ unit: 'day', series: [{ name: 'users' }, {}, {}, {}] })
    expect(json.starts).toHaveLength(28)
    expect(await run('statistics', '--unit', 'year')).toMatchObject({ code: 2 })
    expect(await run('statistics', '--from', 'soon')).toMatchObject({ code: 2 })
  })
})
