import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The account with which the bench writes. */
export const administrator = { username: 'admin', email: 'admin@example.org', password: 'bench password' }

/** Numbers of seeded rows. */
export interface SeedSize {
  users: number
  discussions: number
  posts: number
}

// As many users as the large forum: with fewer, pages would show the same few authors and be smaller.
export const small: SeedSize = { users: 20_000, discussions: 500, posts: 10_000 }
export const large: SeedSize = { users: 20_000, discussions: 50_000, posts: 1_000_000 }

// A fixed day, so that the seed is reproducible.
const until = '2026-01-01'
const cache = join(tmpdir(), 'parley-bench')

/** A data folder with a seeded forum, which is created on the first run and cached. */
export function seededFolder(size: SeedSize): string {
  const current = dataVersion()
  const folder = join(cache, `${current}-${size.posts}-${size.users}`)
  if (existsSync(folder)) return folder
  removeOutdated(current)
  const unfinished = `${folder}-unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  seed(size, forumEnvironment(unfinished, 0))
  renameSync(unfinished, folder)
  return folder
}

/** Seeds the forum of an environment. Throws if that fails. */
export function seed(size: SeedSize, environment: Readonly<Record<string, string>>): void {
  const counts = Object.entries(size).flatMap(([name, count]) => [`--${name}`, String(count)])
  const seeding = spawnSync(process.execPath, ['bin/parley', 'seed', '--until', until, ...counts], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...environment },
  })
  if (seeding.status !== 0) throw new Error('Seeding failed; its output is printed above.')
}

/** Deletes cached forums of earlier versions: a large one takes almost a gigabyte. */
function removeOutdated(current: string): void {
  if (!existsSync(cache)) return
  for (const name of readdirSync(cache)) {
    if (!name.startsWith(current)) rmSync(join(cache, name), { recursive: true, force: true })
  }
}

/** Copies a data folder, for measurements that write. */
export function copyOf(folder: string): string {
  const copy = `${folder}-copy`
  rmSync(copy, { recursive: true, force: true })
  cpSync(folder, copy, { recursive: true })
  return copy
}

/** The environment of a server on a data folder. */
export function forumEnvironment(folder: string, port: number): Record<string, string> {
  return {
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: '',
    RATE_LIMITS: 'off',
    FORUM_TITLE: 'Bench',
    ADMIN_USERNAME: administrator.username,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  }
}

/** A hash of the sources that determine the seeded data: the seed, the schema, the search index and the markup. */
function dataVersion(): string {
  const server = join(root, 'packages/server/src')
  const files = [
    ...sourcesIn(join(root, 'packages/seed/src')),
    // The search index.
    ...sourcesIn(join(server, 'features/search')),
    join(server, 'infrastructure/db/sqlite/sqlite-full-text.ts'),
    join(root, 'packages/shared/src/text/words.ts'),
    // The stored HTML of posts.
    ...sourcesIn(join(root, 'packages/shared/src/markup')),
    ...readdirSync(join(root, 'extensions')).flatMap((id) => syntaxOf(join(root, 'extensions', id))),
    ...sourcesIn(server).filter((file) => basename(file) === 'migrations.ts'),
  ]
  const hash = createHash('sha256')
  for (const file of files.filter((path) => existsSync(path)).sort()) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
}

function syntaxOf(extension: string): string[] {
  const folder = join(extension, 'markup')
  return existsSync(folder) ? sourcesIn(folder) : [`${folder}.ts`]
}
