import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase, type DatabaseName } from '@parley/testing/databases'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createForum, type ForumOptions, type RunningForum } from '../../assembly/forum.ts'
import { enqueueJob } from '../../engine/queue/enqueue-job.ts'
import type { OpenOptions } from '../../infrastructure/db/open.ts'
import { keysOf } from '../../infrastructure/keys/keys.ts'
import { KeyFault } from './secrets.ts'

const one = keysOf('1'.repeat(40))
const two = keysOf('2'.repeat(40))

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'parley-secrets-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

async function emptyDatabase(kind: DatabaseName): Promise<OpenOptions> {
  if (kind === 'postgres') return { url: await createPostgresDatabase() }
  return { file: join(await folder(), 'forum.sqlite') }
}

async function open(database: OpenOptions, options: Partial<ForumOptions> = {}): Promise<RunningForum> {
  const dataDir = options.dataDir ?? (await folder())
  const forum = await createForum({ baseUrl: 'http://localhost', port: 0, ...options, database, dataDir })
  onTestFinished(() => forum.close())
  return forum
}

/** Opens and closes a forum. */
async function openAndClose(database: OpenOptions, options: Partial<ForumOptions> = {}): Promise<void> {
  await (await open(database, options)).close()
}

const withKeys = (current = one, ...previous: (typeof one)[]) => ({ keys: { current, previous } })

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(kind, () => {
    test('the keys are created once, readable by their owner only', async () => {
      const dataDir = await folder()
      const database = await emptyDatabase(kind)
      const forums = await Promise.all([1, 2, 3].map(() => open(database, { dataDir })))
      const [first, ...others] = forums.map((forum) => forum.current.secrets)
      for (const name of ['signing', 'sealing'] as const) {
        for (const secrets of others) expect(secrets[name].equals(first?.[name] as never)).toBe(true)
        const file = join(dataDir, 'keys', name)
        expect((await stat(file)).mode & 0o077).toBe(0)
        expect((await readFile(file, 'utf8')).trim()).toHaveLength(64)
      }
      expect(first?.signing.equals(first.sealing)).toBe(false)
    })

    test('a second data folder is refused, and gets no keys of its own', async () => {
      const database = await emptyDatabase(kind)
      const [first, second] = [await folder(), await folder()]
      await openAndClose(database, { dataDir: first })
      await expect(open(database, { dataDir: second })).rejects.toThrow(KeyFault)
      expect(existsSync(join(second, 'keys'))).toBe(false)
      await cp(join(first, 'keys'), join(second, 'keys'), { recursive: true })
      await openAndClose(database, { dataDir: second })
      const other = await folder()
      await openAndClose(await emptyDatabase(kind), { dataDir: other })
      const refused = open(database, { dataDir: other })
      await expect(refused).rejects.toThrow(/SECRET_KEY.*keys.*SECRET_KEY_PREVIOUS.*keys:adopt/)
      await expect(refused).rejects.toThrow(other)
    })

    test('of two concurrent first starts with different keys one is refused', async () => {
      const database = await emptyDatabase(kind)
      const started = await Promise.allSettled([open(database), open(database)])
      expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const reason = started.find((result) => result.status === 'rejected')?.reason
      expect(String(reason)).toContain('not the keys of this forum')
    })

    test('keys from the environment need no folder and must be those of the database', async () => {
      const database = await emptyDatabase(kind)
      const dataDir = await folder()
      await openAndClose(database, { dataDir, ...withKeys(one) })
      expect(existsSync(join(dataDir, 'keys'))).toBe(false)
      await openAndClose(database, withKeys(one))
      await expect(open(database, withKeys(two))).rejects.toThrow('not the keys of this forum')
      await expect(open(database)).rejects.toThrow('neither in SECRET_KEY nor in')
      await openAndClose(database, withKeys(two, one))
      await openAndClose(database, withKeys(two))
      await expect(open(database, withKeys(one))).rejects.toThrow(KeyFault)
      await openAndClose(database, withKeys(one, two))
      await openAndClose(database, { ...withKeys(two), adoptKeys: true })
      await openAndClose(database, withKeys(two))
    })

    test('keys of the environment replace those of the data folder, which stay valid', async () => {
      const database = await emptyDatabase(kind)
      const dataDir = await folder()
      const before = await open(database, { dataDir })
      await before.current.write(before.asSystem(), (context) =>
        enqueueJob(context, 'mail.send', mail('Ann')),
      )
      await before.close()
      const after = await open(database, { dataDir, ...withKeys(one) })
      expect(after.current.secrets.signing.equals(one.signing)).toBe(true)
      await after.settled()
      expect(await readdir(join(dataDir, 'mail'))).toHaveLength(1)
    })

    test('a database without a fingerprint stores that of the first keys', async () => {
      const database = await emptyDatabase(kind)
      const dataDir = await folder()
      const forum = await open(database, { dataDir })
      await forum.current.database.transaction((db) =>
        db.updateTable('configuration').set({ key_fingerprint: null }).execute(),
      )
      await forum.close()
      await openAndClose(database, { dataDir })
      await expect(open(database, withKeys(one))).rejects.toThrow(KeyFault)
    })
  })
}

test('the error about a damaged key names its file', async () => {
  const dataDir = await folder()
  const database = await emptyDatabase('sqlite')
  await openAndClose(database, { dataDir })
  await writeFile(join(dataDir, 'keys', 'signing'), 'x')
  await expect(open(database, { dataDir })).rejects.toThrow(/keys\/signing is damaged/)
  await writeFile(join(dataDir, 'keys', 'signing'), `${'a'.repeat(64)}b`)
  await expect(open(database, { dataDir })).rejects.toThrow(/keys\/signing is damaged/)
})

test('an unreadable key does not count as missing', async () => {
  const dataDir = await folder()
  const database = await emptyDatabase('sqlite')
  await openAndClose(database, { dataDir })
  const file = join(dataDir, 'keys', 'sealing')
  await rm(file)
  await symlink('sealing', file)
  const fault = { code: 'ELOOP', path: file }
  await expect(open(database, { dataDir })).rejects.toMatchObject(fault)
  // Jobs may be sealed with it.
  await expect(open(database, { dataDir, ...withKeys(one), adoptKeys: true })).rejects.toMatchObject(fault)
  await expect(open(await emptyDatabase('sqlite'), { dataDir })).rejects.toMatchObject(fault)
})

function mail(name: string) {
  return { to: { name, address: 'ann@machine.local' }, locale: null, key: 'core.email.send_test' }
}
