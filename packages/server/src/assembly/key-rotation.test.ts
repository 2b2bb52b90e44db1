import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ApiClient, eachDatabase } from '@parley/testing'
import { runCommand, stubEnvironment } from '@parley/testing/command-line'
import { createPostgresDatabase } from '@parley/testing/databases'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { unsubscribeUrl } from '../features/notifications/email/unsubscribe.ts'
import { installForum } from '../features/set-up/install.ts'
import { type GivenKeys, keysOf } from '../infrastructure/keys/keys.ts'
import { Thread } from '../infrastructure/thread/thread.ts'
import { createForum, type ForumOptions, type RunningForum } from './forum.ts'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'parley-rotation-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

const admin = {
  title: 'Forum',
  adminUsername: 'admin',
  adminEmail: 'admin@machine.local',
  adminPassword: 'password',
}

async function open(
  database: ForumOptions['database'],
  keys: GivenKeys,
  options: Partial<ForumOptions> = {},
): Promise<RunningForum> {
  const forum = await createForum({
    baseUrl: 'http://localhost',
    port: 0,
    rateLimits: 'off',
    database,
    dataDir: await folder(),
    keys,
    ...options,
  })
  onTestFinished(() => forum.close())
  if (!forum.isSetUp) {
    await installForum(forum.asSystem(), admin)
    await forum.rebuild()
  }
  return forum
}

const [one, two] = [keysOf('1'.repeat(40)), keysOf('2'.repeat(40))]

eachDatabase((_open, kind) => {
  test('values signed or sealed with a former key are accepted until that key is removed', async () => {
    const database =
      kind === 'postgres'
        ? { url: await createPostgresDatabase() }
        : { file: join(await folder(), 'forum.sqlite') }
    const before = await open(database, { current: one, previous: [] })
    const browser = new ApiClient(before, { keepsCookies: true })
    await browser.get('/api')
    await browser.post('/login', { identification: 'admin', password: 'password' })
    await browser.post('/api/access-tokens', {
      data: { type: 'access-tokens', attributes: { title: 'Program' } },
    })
    for (const username of ['ann', 'bob']) {
      await browser.post('/api/users', {
        data: { attributes: { username, email: `${username}@machine.local`, password: 'password' } },
      })
    }
    const cursor = (await browser.get('/api/users?page[limit]=1&page[after]=')).body.links?.next ?? ''
    expect(cursor).toContain('after')
    const mailLink = unsubscribeUrl(before.current, { userId: 1, key: 'notify_called_email' })
    await before.close()

    /** Whether a server with these keys accepts each value. */
    const accepted = async (keys: GivenKeys) => {
      const forum = await open(database, keys)
      const same = new ApiClient(forum, { keepsCookies: true })
      Object.assign(same.cookies, browser.cookies)
      same.csrfToken = browser.csrfToken
      const path = (url: string) => url.replace('http://localhost', '')
      const form = await same.post('/api/access-tokens', {
        data: { type: 'access-tokens', attributes: { title: 'Another' } },
      })
      const tokens = (await same.get('/api/access-tokens')).body.data
      const program = tokens.find(({ attributes }) => attributes.title === 'Program')
      const answers = {
        session: tokens.length > 0,
        form: form.status < 300,
        cursor: (await same.get(path(cursor))).status === 200,
        link: (await same.get(path(mailLink))).status === 200,
        sealed: typeof program?.attributes.token === 'string',
      }
      await forum.close()
      return answers
    }
    const all = { session: true, form: true, cursor: true, link: true, sealed: true }
    expect(await accepted({ current: one, previous: [] })).toEqual(all)
    expect(await accepted({ current: two, previous: [one] })).toEqual(all)
    const none = { form: false, cursor: false, link: false, sealed: false }
    expect(await accepted({ current: two, previous: [] })).toEqual({ session: true, ...none })
  })
})

describe('keys are not exposed', () => {
  const secret = 'a-secret-that-must-show-up-nowhere-at-all'
  const former = 'a-former-secret-that-must-show-up-nowhere'

  /** The secrets, and the keys derived from them in common encodings. */
  const forbidden = [secret, former].flatMap((text) => {
    const { signing, sealing } = keysOf(text)
    const keys = [signing, sealing].map((key) => key.export())
    return [text, ...keys.flatMap((key) => [key.toString('hex'), key.toString('base64').slice(0, 40)])]
  })

  const expectNone = (text: string) => {
    for (const part of forbidden) expect(text).not.toContain(part)
  }

  test('in answers, also in debug mode, in the log and in the database', async () => {
    const database = { file: join(await folder(), 'forum.sqlite') }
    const written: string[] = []
    const log = (details: object, message: string) =>
      void written.push(
        `${message} ${JSON.stringify(details)} ${Object.values(details).map(String).join(' ')}`,
      )
    const forum = await open(
      database,
      { current: keysOf(secret), previous: [keysOf(former)] },
      { debug: true, log: { info: log, warn: log, error: log } },
    )
    const client = new ApiClient(forum)
    const paths = [
      '/health',
      '/ready',
      '/api',
      '/api/openapi.json',
      '/api/discussions?page[after]=x',
      '/nowhere',
    ]
    for (const path of paths) expectNone((await client.get(path)).text)
    // Causes an unexpected error, whose answer has a stack trace in debug mode.
    await forum.current.database.transaction(async (db) => {
      await db.schema.dropTable('post_blocks').execute()
      await db.schema.alterTable('discussions').renameTo('gone').execute()
    })
    const failed = await client.get('/api/discussions')
    expect(failed.status).toBe(500)
    expectNone(failed.text)
    expect(written.length).toBeGreaterThan(0)
    expectNone(written.join('\n'))
    const { rows } = await forum.current.database.read
      .selectFrom('configuration')
      .selectAll()
      .execute()
      .then((found) => ({ rows: JSON.stringify(found) }))
    expectNone(rows)
  })

  test('on the command line, and in child processes and threads', async () => {
    const dataDir = await folder()
    const output: string[] = []
    const run = async (...argv: string[]) => {
      stubEnvironment({ DATA_DIR: dataDir, SECRET_KEY: secret, SECRET_KEY_PREVIOUS: former })
      output.push((await runCommand(argv)).output)
    }
    await run('migrate')
    await run('doctor')
    await run('keys:adopt')
    expect(output.join('\n')).toContain('Keys: from the environment')
    expectNone(output.join('\n'))

    expect(process.env.SECRET_KEY).toBeUndefined()
    const child = spawnSync(process.execPath, ['-e', 'console.log(JSON.stringify(process.env))'])
    expect(child.stdout.toString()).toContain('PATH')
    expectNone(child.stdout.toString())
    expectNone(JSON.stringify(process.report.getReport()))
    vi.stubEnv('SECRET_KEY', secret)
    const main = join(dataDir, 'main.mjs')
    const calls = pathToFileURL(join(import.meta.dirname, '../infrastructure/thread/answer-calls.ts')).href
    await writeFile(
      main,
      `import { answerCalls } from '${calls}'; answerCalls(() => JSON.stringify(process.env))`,
    )
    const thread = new Thread<string, string>({ module: pathToFileURL(main), data: '', limits: {} })
    onTestFinished(() => thread.close())
    expect(await thread.ask('')).toBe('{}')
  })
})

test('doctor refuses keys of another forum, and counts jobs sealed with another key', async () => {
  const dataDir = await folder()
  const database = { file: join(dataDir, 'forum.sqlite') }
  const forum = await open(database, { current: one, previous: [] })
  await forum.current.database.transaction((db) =>
    db
      .insertInto('jobs')
      .values({
        name: 'mail.send',
        payload: 'c2VjcmV0',
        due_at: '2999-01-01T00:00:00.000Z',
        created_at: '2024-01-01T00:00:00.000Z',
      })
      .execute(),
  )
  await forum.close()
  const doctor = async (variables: Record<string, string>) => {
    stubEnvironment({ DATA_DIR: dataDir, ...variables })
    return (await runCommand(['doctor'])).output
  }
  expect(await doctor({})).toMatch(/^fail {2}Keys: .*SECRET_KEY/m)
  expect(await doctor({ SECRET_KEY: '2'.repeat(40) })).toMatch(/^fail {2}Keys: These are not the keys/m)
  const right = await doctor({ SECRET_KEY: '1'.repeat(40) })
  expect(right).toMatch(/^ok {4}Keys: from the environment/m)
  expect(right).toMatch(/^warn {2}1 job waits for a server with the key that sealed it\. /m)
})
