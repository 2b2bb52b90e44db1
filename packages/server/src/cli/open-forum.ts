import { join, resolve } from 'node:path'
import pino from 'pino'
import { createForum, type RunningForum } from '../assembly/forum.ts'
import { installForum } from '../features/set-up/install.ts'
import type { MigrationId } from '../infrastructure/db/migrations/migrate.ts'
import type { OpenOptions } from '../infrastructure/db/open.ts'
import { makeFolder } from '../infrastructure/files/folders.ts'
import type { CommandInput } from './command.ts'
import { type Environment, readEnvironment } from './environment/env.ts'

/** Where the environment says the data is. */
export function databaseOf(environment: Environment): OpenOptions {
  if (environment.databaseUrl !== undefined) return { url: environment.databaseUrl }
  return { file: join(resolve(environment.dataDir), 'forum.sqlite') }
}

interface OpenedForum {
  forum: RunningForum
  environment: Environment
  /** Migrations that ran because of it. */
  migrated: readonly MigrationId[]
}

/** Opens the forum that the environment describes, and sets it up if the environment says how and nobody has. */
export async function openForum(
  { site, environment, terminal }: CommandInput,
  { withPages, adoptKeys = false }: { withPages: boolean; adoptKeys?: boolean },
): Promise<OpenedForum> {
  const migrated: MigrationId[] = []
  const read = readEnvironment(environment)
  // With PostgreSQL and SECRET_KEY nothing but the first upload would tell that it cannot be used.
  await makeFolder(resolve(read.dataDir))
  const forum = await createForum({
    database: databaseOf(read),
    dataDir: resolve(read.dataDir),
    baseUrl: read.baseUrl,
    host: read.host,
    port: read.port,
    extensions: await site.loadExtensions(),
    rateLimits: read.rateLimits,
    debug: read.debug,
    isOffline: read.isOffline,
    pageCache: read.pageCache,
    compression: read.compression,
    redirectDomains: read.redirectDomains,
    log: pino({ level: read.debug ? 'debug' : 'info' }, pino.destination(2)),
    onMigration: (migration, done, total) => {
      migrated.push(migration)
      const { owner, name } = migration
      terminal.progress.update(`Migrating: ${owner} ${name} (${done + 1} of ${total})`)
    },
    ...(read.smtpUrl !== undefined && { smtpUrl: read.smtpUrl }),
    ...(read.trustProxy !== undefined && { trustProxy: read.trustProxy }),
    ...(read.keys && { keys: read.keys }),
    ...(adoptKeys && { adoptKeys }),
    ...(withPages && { client: await site.loadClient() }),
  })
  terminal.progress.end()
  try {
    await setUp(forum, read.installation)
  } catch (error) {
    await forum.close()
    throw error
  }
  return { forum, environment: read, migrated }
}

/**
 * Runs `work` on the forum that the environment describes, without its pages, and closes it again. Resolves with the
 * exit code that `work` says, 0 when it says none.
 */
export async function withForum(
  input: CommandInput,
  work: (forum: RunningForum) => Promise<number | undefined>,
  options: { adoptKeys?: boolean } = {},
): Promise<number> {
  const { forum } = await openForum(input, { withPages: false, ...options })
  try {
    return (await work(forum)) ?? 0
  } finally {
    await forum.close()
  }
}

async function setUp(forum: RunningForum, installation: Environment['installation']): Promise<void> {
  if (!installation || forum.isSetUp) return
  await installForum(forum.asSystem(), installation)
  await forum.current.reload()
  await forum.rebuild()
}

/** A signal that aborts when somebody asks the process to stop; a second request ends it at once. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(1)
      controller.abort()
    })
  }
  return controller.signal
}
