import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenOptions } from '@parley/server/db'
import type { Extension, InstalledExtension } from '@parley/server/extensions'
import { createForum, type RunningForum } from '@parley/server/forum'
import { installForum } from '@parley/server/install'
import { hashPassword } from '@parley/server/passwords'
import { TestClock } from '../clock.ts'
import { createFilledDatabase, type DatabaseName } from './databases.ts'

/** The administrator of test forums, user 1. */
export const admin = { id: 1, username: 'admin', email: 'admin@machine.local', password: 'password' } as const

let adminHash: Promise<string> | undefined

/** Sets a forum up with `admin`. */
export async function setUp(forum: RunningForum): Promise<void> {
  await installForum(
    forum.asSystem(),
    {
      title: 'Test forum',
      adminUsername: admin.username,
      adminEmail: admin.email,
      adminPassword: admin.password,
    },
    (password) => {
      adminHash ??= hashPassword(password)
      return adminHash
    },
  )
  await forum.rebuild()
}

const declarations = new Map<string, Extension>()
const openedBefore = new Set<string>()

/**
 * Names the extensions of a forum whose database may begin as a copy of one that is set up with the same extensions.
 * Undefined if they are not read from folders, and at the first time: most sets of extensions are opened once.
 */
export function setUpKind(extensions: readonly InstalledExtension[]): string | undefined {
  if (extensions.length === 0) return 'set_up'
  if (!extensions.every(isAsInFolder)) return undefined
  const folders = extensions.map(({ folder }) => folder).join('\n')
  const kind = `set_up_${createHash('sha256').update(folders).digest('hex').slice(0, 16)}`
  if (openedBefore.has(kind)) return kind
  openedBefore.add(kind)
  return undefined
}

/** Whether the declaration is that of every other extension from its folder: tests change copies of some. */
function isAsInFolder({ folder, declaration, isThirdParty }: InstalledExtension): boolean {
  if (folder === undefined || isThirdParty) return false
  const known = declarations.get(folder) ?? declaration
  declarations.set(folder, known)
  return known === declaration
}

/**
 * Provides a database that is set up with `admin` at the time at which a `TestClock` begins, and stores its keys in the data
 * folder.
 * @param kind from `setUpKind` of the extensions
 */
export async function openSetUpDatabase(
  name: DatabaseName,
  kind: string,
  { dataDir, extensions }: { dataDir: string; extensions: readonly InstalledExtension[] },
): Promise<OpenOptions> {
  await storeKeys(dataDir)
  return createFilledDatabase(name, kind, (database) => fill(database, extensions))
}

async function fill(database: OpenOptions, extensions: readonly InstalledExtension[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'))
  await storeKeys(dataDir)
  const forum = await createForum({
    baseUrl: 'http://localhost',
    database,
    extensions,
    dataDir,
    now: new TestClock().now,
  })
  await setUp(forum)
  await forum.close()
  await rm(dataDir, { recursive: true })
}

/** Stores keys in a data folder. They are the same for all, as a database remembers those with which it was set up. */
async function storeKeys(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'keys')
  await mkdir(folder, { mode: 0o700 })
  await writeFile(join(folder, 'signing'), '5'.repeat(64))
  await writeFile(join(folder, 'sealing'), 'c'.repeat(64))
}
