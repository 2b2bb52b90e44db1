import { join, resolve } from 'node:path'
import pino from 'pino'
import { createForum, type RunningForum } from '../assembly/forum.ts'
import { installForum } from '../features/set-up/install.ts'
import type { MigrationId } from '../infrastructure/db/migrations/migrate.ts'
import type { OpenOptions } from '../infrastructure/db/open.ts'
import { makeFolder } from '../infrastructure/files/folders.ts'
import { noNetwork } from '../infrastructure/public-fetch/network.ts'
import type { CommandInput } from './command.ts'
import { type Environment, readEnvironment } from './environment/env.ts'
import { requireKnownLimits } from './environment/known-limits.ts'
import { formatProgress } from './terminal.ts'

/** Location of the database that the environment sets. */
export function databaseOf(environment: Environment): OpenOptions {
  if (environment.databaseUrl !== undefined) return { url: environment.databaseUrl }
  return { file: join(resolve(environment.dataDir), 'forum.sqlite') }
}

interface OpenedForum {
  forum: RunningForum
  environment: Environment
  /** Migrations that ran while opening. */
  migrated: readonly MigrationId[]
}

/** Opens the forum that the environment describes; sets a new one up if the environment has the values. */
export async function openForum(
  { site, environment, terminal }: CommandInput,
  { withPages, adoptKeys = false }: { withPages: boolean; adoptKeys?: boolean },
): Promise<OpenedForum> {
  const migrated: MigrationId[] = []
  const configuration = readEnvironment(environment)
  // With PostgreSQL and SECRET_KEY an unusable folder would otherwise show only at the first upload.
  await makeFolder(resolve(configuration.dataDir))
  const extensions = await site.loadExtensions({ withoutThirdParty: configuration.isSafeMode })
  requireKnownLimits(configuration, extensions)
  const forum = await createForum({
    database: databaseOf(configuration),
    dataDir: resolve(configuration.dataDir),
    baseUrl: configuration.baseUrl,
    host: configuration.host,
    port: configuration.port,
    extensions,
    isSafeMode: configuration.isSafeMode,
    rateLimits: configuration.rateLimits,
    debug: configuration.debug,
    isOffline: configuration.isOffline,
    pageCache: configuration.pageCache,
    compression: configuration.compression,
    redirectDomains: configuration.redirectDomains,
    log: pino({ level: configuration.debug ? 'debug' : 'info' }, pino.destination(2)),
    onMigration: (migration, done, total) => {
      migrated.push(migration)
      const { owner, name } = migration
      terminal.progress.update(`Migrating: ${owner} ${name} (${done + 1} of ${total})`)
    },
    ...(configuration.outboundFetch === 'off' && { network: noNetwork }),
    ...(configuration.smtpUrl !== undefined && { smtpUrl: configuration.smtpUrl }),
    ...(configuration.trustProxy !== undefined && { trustProxy: configuration.trustProxy }),
    ...(configuration.keys && { keys: configuration.keys }),
    ...(adoptKeys && { adoptKeys }),
    ...(withPages && { client: await site.loadClient() }),
  })
  terminal.progress.end()
  try {
    await setUp(forum, configuration.installation)
  } catch (error) {
    await forum.close()
    throw error
  }
  return { forum, environment: configuration, migrated }
}

/**
 * Runs `work` with the forum that the environment describes, without its pages, and closes the forum. Resolves with
 * the exit code that `work` returns, 0 for undefined.
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

/** What long work of a command is given. */
export interface LongWork {
  /** Aborted by a signal that stops the command. */
  signal: AbortSignal
  /** Shows how much is done. */
  progress: (done: number, total: number) => void
}

/** As `withForum`, for work that takes long: it shows progress in these units, and can be stopped. */
export function withProgress(
  input: CommandInput,
  unit: string,
  work: (forum: RunningForum, long: LongWork) => Promise<number>,
): Promise<number> {
  const signal = stopSignal()
  return withForum(input, (forum) => {
    const startedAt = performance.now()
    const progress: LongWork['progress'] = (done, total) =>
      input.terminal.progress.update(formatProgress(done, total, unit, startedAt))
    return work(forum, { signal, progress })
  })
}

async function setUp(forum: RunningForum, installation: Environment['installation']): Promise<void> {
  if (!installation || forum.isSetUp) return
  await installForum(forum.asSystem(), installation)
  await forum.current.reload()
  await forum.rebuild()
}

/** A signal that aborts on SIGINT or SIGTERM; a second one ends the process at once. */
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
