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

/** Opens a forum and closes it again. */
async function use(database: OpenOptions, options: Partial<ForumOptions> = {}): Promise<void> {
  await (await open(database, options)).close()
}

const given = (current = one, ...previous: (typeof one)[]) => ({ keys: { current, previous } })

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(kind, () => {
    test('the keys are made once, for nobody else to read', async () => {
      const dataDir = await folder()
      const database = await emptyDatabase(kind)
      const forums = await Promise.all([1, 2, 3].map(() => open(database, { dataDir })))
      const [kept, ...others] = forums.map((forum) => forum.current.secrets)
      for (const name of ['signing', 'sealing'] as const) {
        for (const secrets of others) expect(secrets[name].equals(kept?.[name] as never)).toBe(true)
        const file = join(dataDir, 'keys', name)
        expect((await stat(file)).mode & 0o077).toBe(0)
        expect((await readFile(file, 'utf8')).trim()).toHaveLength(64)
      }
      expect(kept?.signing.equals(kept.sealing)).toBe(false)
    })

    test('a second data folder is refused, and gets no keys of its own', async () => {
      const database = await emptyDatabase(kind)
      const [first, second] = [await folder(), await folder()]
      await use(database, { dataDir: first })
      await expect(open(database, { dataDir: second })).rejects.toThrow(KeyFault)
      expect(existsSync(join(second, 'keys'))).toBe(false)
      await cp(join(first, 'keys'), join(second, 'keys'), { recursive: true })
      await use(database, { dataDir: second })
      const other = await folder()
      await use(await emptyDatabase(kind), { dataDir: other })
      const refused = open(database, { dataDir: other })
      await expect(refused).rejects.toThrow(/SECRET_KEY.*keys.*SECRET_KEY_PREVIOUS.*keys:adopt/)
      await expect(refused).rejects.toThrow(other)
    })

    test('of two first starts with keys of their own one is refused', async () => {
      const database = await emptyDatabase(kind)
      const started = await Promise.allSettled([open(database), open(database)])
      expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const reason = started.find((result) => result.status === 'rejected')?.reason
      expect(String(reason)).toContain('not the keys of this forum')
    })

    test('keys from the environment need no folder and must be those of the database', async () => {
      const database = await emptyDatabase(kind)
      const dataDir = await folder()
      await use(database, { dataDir, ...given(one) })
      expect(existsSync(join(dataDir, 'keys'))).toBe(false)
      await use(database, given(one))
      await expect(open(database, given(two))).rejects.toThrow('not the keys of this forum')
      await expect(open(database)).rejects.toThrow('neither in SECRET_KEY nor in')
      await use(database, given(two, one))
      await use(database, given(two))
      await expect(open(database, given(one))).rejects.toThrow(KeyFault)
      await use(database, given(one, two))
      await use(database, { ...given(two), adoptKeys: true })
      await use(database, given(two))
    })

    test('keys of the data folder are taken over by those of the environment', async () => {
      const database = await emptyDatabase(kind)
      const dataDir = await folder()
      const before = await open(database, { dataDir })
      await before.current.write(before.asSystem(), (context) =>
        enqueueJob(context, 'mail.send', mail('Ann')),
      )
      await before.close()
      const after = await open(database, { dataDir, ...given(one) })
      expect(after.current.secrets.signing.equals(one.signing)).toBe(true)
      await after.settled()
      expect(await readdir(join(dataDir, 'mail'))).toHaveLength(1)
    })

    test('a database from before fingerprints takes those of its keys', async () => {
      const database = await emptyDatabase(kind)
      const dataDir = await folder()
      const forum = await open(database, { dataDir })
      await forum.current.database.transaction((db) =>
        db.updateTable('configuration').set({ key_fingerprint: null }).execute(),
      )
      await forum.close()
      await use(database, { dataDir })
      await expect(open(database, given(one))).rejects.toThrow(KeyFault)
    })
  })
}

test('a damaged key is named', async () => {
  const dataDir = await folder()
  const database = await emptyDatabase('sqlite')
  await use(database, { dataDir })
  await writeFile(join(dataDir, 'keys', 'signing'), 'x')
  await expect(open(database, { dataDir })).rejects.toThrow(/keys\/signing is damaged/)
  await writeFile(join(dataDir, 'keys', 'signing'), `${'a'.repeat(64)}b`)
  await expect(open(database, { dataDir })).rejects.toThrow(/keys\/signing is damaged/)
})

test('a key that cannot be read is not one that is missing', async () => {
  const dataDir = await folder()
  const database = await emptyDatabase('sqlite')
  await use(database, { dataDir })
  const file = join(dataDir, 'keys', 'sealing')
  await rm(file)
  await symlink('sealing', file)
  const fault = { code: 'ELOOP', path: file }
  await expect(open(database, { dataDir })).rejects.toMatchObject(fault)
  // Jobs may be sealed under it.
  await expect(open(database, { dataDir, ...given(one), adoptKeys: true })).rejects.toMatchObject(fault)
  await expect(open(await emptyDatabase('sqlite'), { dataDir })).rejects.toMatchObject(fault)
})

function mail(name: string) {
  return { to: { name, address: 'ann@machine.local' }, locale: null, key: 'core.email.send_test' }
}
