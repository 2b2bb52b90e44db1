import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createMarkup } from '@parley/shared/markup'
import type { FastifyInstance } from 'fastify'
import inject, { type InjectOptions, type Response } from 'light-my-request'
import { IncomingBodies } from '../engine/http/bodies/incoming-bodies.ts'
import type { EndpointTools } from '../engine/http/endpoint.ts'
import { overrideMethod } from '../engine/http/method-override.ts'
import { basePathOf, buildServer } from '../engine/http/server.ts'
import type { CredentialStore } from '../engine/http/session/request-session.ts'
import { noteColumns } from '../engine/jsonapi/long-texts.ts'
import type { ClientBuild } from '../engine/page/client-build.ts'
import { GuestPageCache } from '../engine/page/guest-cache.ts'
import { invalidateChangedPages } from '../engine/page/invalidate-pages.ts'
import { mountPages } from '../engine/page/mount-pages.ts'
import { Pages } from '../engine/page/pages.ts'
import { JobQueue } from '../engine/queue/queue.ts'
import { scheduleRecurring } from '../engine/queue/recurring.ts'
import { repairDueTimes } from '../engine/queue/repair-due-times.ts'
import { createCredentialStore } from '../features/access-tokens/credential-store.ts'
import { setUpRoutes } from '../features/set-up/set-up.ts'
import { storeSettings } from '../features/settings/store.ts'
import { ConfigurationVersion } from '../infrastructure/configuration.ts'
import type { Database } from '../infrastructure/db/database.ts'
import { ExtensionError } from '../infrastructure/errors.ts'
import { createDiskStore } from '../infrastructure/files/disk-store.ts'
import type { FileStore } from '../infrastructure/files/file-store.ts'
import { randomText } from '../infrastructure/keys/random.ts'
import { type Budgets, createBudgets } from '../infrastructure/limits/budget.ts'
import { createRateLimits, type RateLimits } from '../infrastructure/limits/rate-limits.ts'
import { internet } from '../infrastructure/public-fetch.ts'
import { loadTranslations } from '../infrastructure/translations.ts'
import { Actor, administrators } from '../points/context/actor.ts'
import {
  type Context,
  type Extensions,
  type Forum,
  type Log,
  rulesOf,
  type Secrets,
} from '../points/context/context.ts'
import { GrantRegistry, grantDefaults } from '../points/context/grants.ts'
import { StoredSettings, TypedSettings } from '../points/context/setting-values.ts'
import type { InstalledExtension } from '../points/extension.ts'
import type { Points } from '../points/extension-point.ts'
import { BackgroundTasks } from './background-tasks.ts'
import { type Build, Builds } from './builds.ts'
import { chooseExtensions, type ExtensionFault } from './choose-extensions.ts'
import { enabledOf } from './enabled-extensions.ts'
import { features } from './features.ts'
import type { ForumOptions } from './forum-options.ts'
import { HttpServer } from './http-server.ts'
import { claimWithKeys, openWithKeys } from './keyed-database.ts'
import { version } from './version.ts'
import { createWrite } from './write.ts'

export type { ForumOptions } from './forum-options.ts'

/** A forum and the process around it. */
export interface RunningForum {
  /** As it is now; enabling and disabling extensions and setting it up put another in its place. */
  readonly current: Forum
  readonly isSetUp: boolean
  /** Where the forum is set up, with the one-time code; undefined once it is. */
  readonly setUpUrl: string | undefined
  readonly installed: readonly InstalledExtension[]
  /** Ids of the extensions in effect. */
  readonly enabled: readonly string[]
  /** Extensions that should be in effect but failed. */
  readonly faults: readonly ExtensionFault[]
  /** Enables exactly these extensions, without a restart. Throws `ExtensionError`, and then nothing changes. */
  setEnabled(ids: readonly string[]): Promise<void>
  /** Bytes of memory that bodies of requests have, and how many bodies wait. */
  readonly bodyLoad: { taken: number; waiting: number }
  /** A context for commands and jobs: may do everything, is no account. */
  asSystem(): Context
  /** Answers a request that came some other way than over the network. */
  inject(options: InjectOptions): Promise<Response>
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Accepts connections and runs jobs when they are due; resolves with the port. */
  listen(): Promise<number>
  /** Runs the jobs that are due, and resolves when nothing goes on in the background. */
  settled(): Promise<void>
  /** Has everything put together again: after the forum was set up, for example. */
  rebuild(): Promise<void>
  /** Stops accepting, finishes what is under way, closes the database. */
  close(): Promise<void>
}

/** What outlives the builds of a forum. */
interface Ground {
  options: ForumOptions
  database: Database
  secrets: Secrets
  files: FileStore
  settings: StoredSettings
  configuration: ConfigurationVersion
  grants: GrantRegistry
  rateLimits: RateLimits
  budgets: Budgets
  background: BackgroundTasks
  jobs: JobQueue
  authenticator: CredentialStore
  bodies: IncomingBodies
  log: Log
  setUpCode: string
  pageCache: GuestPageCache | undefined
  extensions: Extensions
}

const closePatienceMs = 10_000
const silent: Log = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * Opens a forum: database, schema, extensions, HTTP side. It accepts no connections before `listen`. Rejects when the
 * database cannot be opened, or when the core or a first-party extension is at fault.
 */
export async function createForum(options: ForumOptions): Promise<RunningForum> {
  const builds = new Builds(options.extensions ?? [])
  const ground = await groundOf(options, {
    extensions: builds.extensions,
    jobContext: () => systemContext(builds.current.forum),
  })
  builds.begin(
    {
      ...ground,
      isSetUp: () => isSetUp(ground),
      build: (wanted, buildOptions) => build(ground, wanted, buildOptions),
    },
    await firstBuild(ground, builds.installed),
  )

  const { database, pageCache } = ground
  if (pageCache) database.onChange(invalidateChangedPages(pageCache, () => builds.current.forum))

  const basePath = basePathOf(options.baseUrl)
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    overrideMethod(request, basePath)
    builds.current.app.routing(request, response)
  }
  const listener = new HttpServer(handle, {
    ...options.listenerLimits,
    hasProxy: options.trustProxy !== undefined,
  })
  let closing: Promise<void> | undefined

  return {
    get current() {
      return builds.current.forum
    },
    get isSetUp() {
      return isSetUp(ground)
    },
    get setUpUrl() {
      return isSetUp(ground) ? undefined : `${options.baseUrl}/setup?token=${ground.setUpCode}`
    },
    installed: builds.installed,
    get enabled() {
      return builds.current.enabled
    },
    get faults() {
      return builds.current.faults
    },
    get bodyLoad() {
      return ground.bodies.load
    },
    setEnabled: (ids) => builds.setEnabled(ids),
    asSystem: () => systemContext(builds.current.forum),
    inject: (injected) => inject(handle, injected),
    handle,
    async listen() {
      const port = await listener.listen(options.host ?? '127.0.0.1', options.port ?? 3000)
      ground.jobs.start()
      builds.watch()
      return port
    },
    async settled() {
      do await ground.background.settled()
      while ((await ground.jobs.runDue()) > 0)
    },
    rebuild: () => builds.rebuild(),
    close: () => {
      closing ??= (async () => {
        await Promise.all([listener.close(closePatienceMs), ground.jobs.close(closePatienceMs)])
        await builds.close()
        await ground.background.settled()
        await ground.database.close()
      })()
      return closing
    },
  }
}

async function groundOf(
  options: ForumOptions,
  { extensions, jobContext }: { extensions: Extensions; jobContext: () => Context },
): Promise<Ground> {
  const log = options.log ?? silent
  const pageCache = options.client && options.pageCache !== 'off' ? new GuestPageCache() : undefined
  return {
    options,
    ...(await openWithKeys(options)),
    files: createDiskStore(join(options.dataDir, 'uploads'), `${options.baseUrl}/assets`),
    settings: new StoredSettings(),
    configuration: new ConfigurationVersion(),
    grants: new GrantRegistry(),
    rateLimits: createRateLimits(options.rateLimits),
    budgets: options.budgets ?? createBudgets(),
    background: new BackgroundTasks(log),
    jobs: new JobQueue(jobContext, log),
    authenticator: createCredentialStore(),
    bodies: new IncomingBodies(options.bodyLimits),
    log,
    setUpCode: randomText(40),
    pageCache,
    extensions,
  }
}

async function firstBuild(ground: Ground, installed: readonly InstalledExtension[]): Promise<Build> {
  try {
    // The schema of the core comes first: which extensions are enabled stands in it.
    await chooseExtensions(features, [], ground.database, ground.log, ground.options.onMigration)
    await claimWithKeys(ground.database, ground.secrets, ground.options)
    await ground.settings.load(ground.database.read)
    if (isSetUp(ground) && ground.settings.text('version') !== version) {
      await ground.database.transaction((db) => storeSettings(db, { version }))
    }
    return await build(ground, enabledOf(ground.settings, installed), { strict: false })
  } catch (error) {
    await ground.database.close()
    throw error
  }
}

async function build(
  ground: Ground,
  wanted: readonly InstalledExtension[],
  { strict }: { strict: boolean },
): Promise<Build> {
  const { database, options } = ground
  const { client } = options
  const { enabled, points, faults } = await chooseExtensions(
    features,
    wanted,
    database,
    ground.log,
    options.onMigration,
  )
  const [fault] = faults
  if (strict && fault) throw new ExtensionError(fault.id, 'enabling', fault.reason)
  await noteColumns(database, points.resources)
  await grantDefaults(database, points.permissions)
  await loadConfiguration(ground)
  await scheduleRecurring(database, points.jobs)
  await repairDueTimes(database)
  const ids = enabled.map(({ id }) => id)
  const pages = client && new Pages(client, ids)
  const forum = await forumOf(ground, points, enabled, pages)
  const app = await buildServer({
    forum,
    authenticator: ground.authenticator,
    bodies: ground.bodies,
    ...(options.drainLimits && { drainLimits: options.drainLimits }),
    isReady: () => answers(database),
    ...(options.isOffline && { isOffline: true }),
    ...(options.trustProxy !== undefined && { trustProxy: options.trustProxy }),
    ...(client && pages && mountsOf(ground, forum, client, pages)),
    ...(!isSetUp(ground) && { setUp: setUpRoutes(ground.setUpCode, ground.extensions.rebuild) }),
  })
  return { forum, app, isSetUp: isSetUp(ground), wanted: wanted.map(({ id }) => id), enabled: ids, faults }
}

/** The client's files and pages, on the HTTP side of one build. */
function mountsOf(ground: Ground, forum: Forum, client: ClientBuild, pages: Pages) {
  const { basePath } = forum
  // What the previous build drew may look different now.
  ground.pageCache?.clear()
  return {
    client: client.folder,
    mountPages: (app: FastifyInstance, tools: EndpointTools) =>
      mountPages(app, forum, tools, { pages, cache: ground.pageCache, basePath }),
  }
}

async function forumOf(
  ground: Ground,
  points: Points,
  enabled: readonly InstalledExtension[],
  pages: Pages | undefined,
): Promise<Forum> {
  const { options, database, grants, log, background } = ground
  const folders = enabled.flatMap(({ folder }) => (folder === undefined ? [] : [`${folder}/locale`]))
  const translations = await loadTranslations(folders)
  const settings = new TypedSettings(ground.settings, points.settings)
  const now = options.now ?? (() => new Date())
  const load = async () => {
    await loadConfiguration(ground)
    ground.pageCache?.clear()
  }
  // One after the other: what was read first must not replace what was read later.
  let reloaded = Promise.resolve()
  const forum: Forum = {
    baseUrl: options.baseUrl,
    basePath: basePathOf(options.baseUrl),
    redirectDomains: options.redirectDomains ?? [],
    version,
    debug: options.debug ?? false,
    dataDir: options.dataDir,
    ...(options.smtpUrl !== undefined && { smtpUrl: options.smtpUrl }),
    database,
    points,
    markup: createMarkup({ baseUrl: options.baseUrl, syntaxes: points.markup.syntaxes }),
    settings,
    grants,
    secrets: ground.secrets,
    files: ground.files,
    get locale() {
      const wanted = settings.get('default_locale')
      return translations.locales.has(wanted) ? wanted : 'en'
    },
    locales: translations.locales,
    rateLimits: ground.rateLimits,
    budgets: ground.budgets,
    network: options.network ?? internet,
    compresses: options.compression !== 'off',
    extensions: ground.extensions,
    ...(pages && { pages }),
    log,
    now,
    translate: (key, params, locale) => translations.translate(key, params, locale ?? forum.locale),
    write: createWrite(database, points, log),
    reload() {
      reloaded = reloaded.then(load, load)
      return reloaded
    },
    inBackground: (what, work) => background.run(what, work),
    wakeJobs: () => ground.jobs.wake(),
  }
  return forum
}

function systemContext(forum: Forum): Context {
  const actor = new Actor(rulesOf(forum), undefined, [administrators])
  const { database, locale } = forum
  return { forum, actor, db: database.read, now: forum.now(), locale, notes: new Map() }
}

async function loadConfiguration({ configuration, settings, grants, database }: Ground): Promise<void> {
  await configuration.note(database.read)
  await settings.load(database.read)
  await grants.load(database.read)
}

function isSetUp({ settings }: Ground): boolean {
  return settings.text('version') !== undefined
}

async function answers(database: Database): Promise<boolean> {
  try {
    await database.read.selectFrom('settings').select('key').limit(1).execute()
    return true
  } catch {
    return false
  }
}
