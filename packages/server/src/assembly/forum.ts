import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createMarkup } from '@parley/shared/markup'
import inject, { type InjectOptions, type Response } from 'light-my-request'
import { IncomingBodies } from '../engine/http/bodies/incoming-bodies.ts'
import { basePathOf, buildServer } from '../engine/http/server.ts'
import type { CredentialStore } from '../engine/http/session/request-session.ts'
import { loadColumnNames } from '../engine/jsonapi/long-texts.ts'
import { GuestPageCache } from '../engine/page/guest-cache.ts'
import { Pages } from '../engine/page/pages.ts'
import { JobQueue } from '../engine/queue/queue.ts'
import { scheduleRecurring } from '../engine/queue/recurring.ts'
import { repairDueTimes } from '../engine/queue/repair-due-times.ts'
import { realtimePath } from '../engine/realtime/mount-realtime.ts'
import type { Realtime } from '../engine/realtime/realtime.ts'
import { createCredentialStore } from '../features/access-tokens/credential-store.ts'
import { findViewed } from '../features/admin/view-as/viewed.ts'
import { setUpRoutes } from '../features/set-up/set-up.ts'
import { canReadSettings, storeSettings } from '../features/settings/store.ts'
import { ConfigurationVersion } from '../infrastructure/configuration.ts'
import type { Database } from '../infrastructure/db/database.ts'
import { ExtensionError } from '../infrastructure/errors.ts'
import { createDiskStore } from '../infrastructure/files/disk-store.ts'
import type { FileStore } from '../infrastructure/files/file-store.ts'
import { randomText } from '../infrastructure/keys/random.ts'
import { type Budgets, createBudgets } from '../infrastructure/limits/budget.ts'
import { createRateLimits, RateCounters } from '../infrastructure/limits/rate-limits.ts'
import { internet } from '../infrastructure/public-fetch/network.ts'
import { loadTranslations } from '../infrastructure/translations.ts'
import { VisitedHosts } from '../infrastructure/visited-hosts.ts'
import type { Context, ExtensionFault, Extensions, Forum, Log, Secrets } from '../points/context/context.ts'
import { GrantRegistry, grantDefaults } from '../points/context/grants.ts'
import { MemoryTables } from '../points/context/memory-tables.ts'
import { StoredSettings, TypedSettings } from '../points/context/setting-values.ts'
import type { InstalledExtension } from '../points/extension.ts'
import type { Points } from '../points/extension-point.ts'
import { ExtensionHealth } from '../points/health/extension-health.ts'
import { createMarkupKinds } from '../points/posts/markup-kinds.ts'
import { BackgroundTasks } from './background-tasks.ts'
import { type Build, Builds } from './builds.ts'
import { connectProcesses } from './connect-processes.ts'
import { chooseExtensions } from './extensions/choose-extensions.ts'
import { enabledOf } from './extensions/enabled-extensions.ts'
import { createExtensionControl } from './extensions/extension-control.ts'
import { HealthRecorder } from './extensions/health-recorder.ts'
import { inSafeMode } from './extensions/safe-mode.ts'
import { features } from './features.ts'
import type { ForumOptions } from './forum-options.ts'
import { HttpServer } from './http-server.ts'
import { openWithKeys, storeKeyFingerprint } from './keyed-database.ts'
import { loadConfiguration } from './load-configuration.ts'
import { mountsOf } from './mounts.ts'
import { createRealtime, publishEvent } from './realtime-services.ts'
import { createHandler } from './request-handler.ts'
import { systemContext } from './system-context.ts'
import { version } from './version.ts'
import { createWrite } from './write.ts'

export type { ForumOptions } from './forum-options.ts'

/** A forum with its process: HTTP server, jobs and extensions. */
export interface RunningForum {
  /** The current build; set-up and changes of the enabled extensions replace it. */
  readonly current: Forum
  readonly isSetUp: boolean
  /** URL of the set-up page with the one-time code; undefined after set-up. */
  readonly setUpUrl: string | undefined
  readonly installed: readonly InstalledExtension[]
  /** Ids of the enabled extensions that work. */
  readonly enabled: readonly string[]
  /** Enabled extensions that failed. */
  readonly faults: readonly ExtensionFault[]
  /** Enables exactly these extensions, without a restart. Changes nothing if it throws `ExtensionError`. */
  setEnabled(ids: readonly string[]): Promise<void>
  /** Bytes that request bodies hold in memory, and the number of waiting bodies. */
  readonly bodyLoad: { taken: number; waiting: number }
  /** Returns a context for commands and jobs, with all permissions and no account. */
  asSystem(): Context
  /** Answers a request without the network. */
  inject(options: InjectOptions): Promise<Response>
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Starts accepting connections and running jobs; resolves with the port. */
  listen(): Promise<number>
  /** Runs due jobs, and resolves when no background task is left. */
  settled(): Promise<void>
  /** Makes a new build, for example after set-up. */
  rebuild(): Promise<void>
  /** Stops accepting connections, finishes requests and tasks in flight, closes the database. */
  close(): Promise<void>
}

/** Services that outlive the builds of a forum. */
interface Services {
  options: ForumOptions
  database: Database
  secrets: Secrets
  files: FileStore
  settings: StoredSettings
  configuration: ConfigurationVersion
  grants: GrantRegistry
  rateCounters: RateCounters
  budgets: Budgets
  background: BackgroundTasks
  jobs: JobQueue
  authenticator: CredentialStore
  bodies: IncomingBodies
  visitedHosts: VisitedHosts
  log: Log
  setUpCode: string
  pageCache: GuestPageCache | undefined
  realtime: Realtime
  health: ExtensionHealth
  extensions: Extensions
}

const closeTimeoutMs = 10_000
const silent: Log = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * Opens a forum: database, schema, extensions, HTTP server. It accepts no connections before `listen`. Rejects if the
 * database cannot be opened, or if the core or a first-party extension fails.
 */
export async function createForum(options: ForumOptions): Promise<RunningForum> {
  const installed = options.extensions ?? []
  const health = new ExtensionHealth(options.now ?? (() => new Date()))
  const services = await createServices(options, {
    health,
    extensions: createExtensionControl(
      { installed, health, isForced: options.isSafeMode ?? false },
      () => builds,
    ),
    jobContext: () => systemContext(builds.current.forum, 'job'),
  })
  const builds = new Builds(
    installed,
    {
      ...services,
      isSetUp: () => isSetUp(services),
      isSafeMode: () => isSafeMode(services),
      build: (requested, buildOptions) => createBuild(services, requested, buildOptions),
    },
    await createFirstBuild(services, installed),
  )

  const processes = connectProcesses(services, () => builds.current.forum)
  const recorder = new HealthRecorder(health, services.database, services.log)
  const handle = createHandler(builds, health, options.baseUrl)
  const httpServer = new HttpServer(handle, {
    ...options.listenerLimits,
    hasProxy: options.trustProxy !== undefined,
    upgradePath: `${basePathOf(options.baseUrl)}${realtimePath}`,
  })
  let closed: Promise<void> | undefined

  return {
    get current() {
      return builds.current.forum
    },
    get isSetUp() {
      return isSetUp(services)
    },
    get setUpUrl() {
      return isSetUp(services) ? undefined : `${options.baseUrl}/setup?token=${services.setUpCode}`
    },
    installed,
    get enabled() {
      return builds.current.enabled
    },
    get faults() {
      return builds.current.faults
    },
    get bodyLoad() {
      return services.bodies.load
    },
    setEnabled: (ids) => builds.setEnabled(ids),
    asSystem: () => systemContext(builds.current.forum, 'commandLine'),
    inject: (request) => inject(handle, request),
    handle,
    async listen() {
      const port = await httpServer.listen(options.host ?? '127.0.0.1', options.port ?? 3000)
      services.jobs.start()
      processes.listen()
      builds.watch()
      recorder.start()
      return port
    },
    async settled() {
      do await services.background.settled()
      while ((await services.jobs.runDue()) > 0)
      await services.realtime.settled()
    },
    rebuild: () => builds.rebuild(),
    close: () => {
      closed ??= closeForum(services, { builds, httpServer, recorder })
      return closed
    },
  }
}

async function closeForum(
  { realtime, jobs, background, database }: Services,
  { builds, httpServer, recorder }: { builds: Builds; httpServer: HttpServer; recorder: HealthRecorder },
): Promise<void> {
  // The server waits for all connections.
  await realtime.close()
  await Promise.all([httpServer.close(closeTimeoutMs), jobs.close(closeTimeoutMs)])
  await builds.close()
  await recorder.close()
  await background.settled()
  await database.close()
}

async function createServices(
  options: ForumOptions,
  { health, extensions, jobContext }: Pick<Services, 'health' | 'extensions'> & { jobContext: () => Context },
): Promise<Services> {
  const log = options.log ?? silent
  const opened = await openWithKeys(options)
  const { line } = opened.database
  const files = createDiskStore(join(options.dataDir, 'uploads'), `${options.baseUrl}/assets`)
  await files.discardOldDrafts()
  const hasCache = options.client && options.pageCache !== 'off'
  return {
    options,
    ...opened,
    realtime: createRealtime({ log, context: jobContext }, options.realtimeLimits),
    pageCache: hasCache ? new GuestPageCache({ hearsOfChanges: () => line?.isDeaf !== true }) : undefined,
    files,
    settings: new StoredSettings(),
    configuration: new ConfigurationVersion(),
    grants: new GrantRegistry(),
    rateCounters: new RateCounters(),
    budgets: options.budgets ?? createBudgets(),
    background: new BackgroundTasks(log),
    jobs: new JobQueue(jobContext, log),
    authenticator: createCredentialStore(),
    bodies: new IncomingBodies(options.bodyLimits),
    visitedHosts: new VisitedHosts(options.baseUrl),
    log,
    setUpCode: randomText(40),
    health,
    extensions,
  }
}

async function createFirstBuild(
  services: Services,
  installed: readonly InstalledExtension[],
): Promise<Build> {
  try {
    // Migrates the core's schema first: it stores which extensions are enabled.
    await chooseExtensions({
      ...services,
      features,
      requested: [],
      onMigration: services.options.onMigration,
    })
    await storeKeyFingerprint(services.database, services.secrets, services.options)
    await services.settings.load(services.database.read)
    if (isSetUp(services) && services.settings.text('version') !== version) {
      await services.database.transaction((db) => storeSettings(db, { version }))
    }
    return await createBuild(services, enabledOf(services.settings, installed), { mustWork: [] })
  } catch (error) {
    await services.database.close()
    throw error
  }
}

async function createBuild(
  services: Services,
  requested: readonly InstalledExtension[],
  { mustWork }: { mustWork: readonly string[] },
): Promise<Build> {
  const { database, options } = services
  const { client } = options
  const { enabled, points, faults } = await chooseExtensions({
    ...services,
    features,
    requested: isSafeMode(services) ? inSafeMode(requested) : requested,
    onMigration: options.onMigration,
  })
  const fault = faults.find(({ id }) => mustWork.includes(id))
  if (fault) throw new ExtensionError(fault.id, 'enabling', fault.reason)
  await loadColumnNames(database, points.resources)
  await grantDefaults(database, points.permissions)
  const tables = new MemoryTables(points.memoryTables)
  await loadConfiguration(services, tables)
  await scheduleRecurring(database, points.jobs)
  await repairDueTimes(database)
  const ids = enabled.map(({ id }) => id)
  const pages = client && new Pages(client, ids, points.scripts)
  const isForAdministratorsOnly = isSafeMode(services) || faults.some(({ mayHide }) => mayHide)
  const forum = await buildForum(services, { points, tables, enabled, pages, isForAdministratorsOnly })
  const app = await buildServer({
    forum,
    credentials: services.authenticator,
    findViewed,
    bodies: services.bodies,
    ...(options.drainLimits && { drainLimits: options.drainLimits }),
    isReady: () => canReadSettings(database),
    ...(options.isOffline && { isOffline: true }),
    ...(options.trustProxy !== undefined && { trustProxy: options.trustProxy }),
    ...mountsOf(forum, { ...services, client, pages }),
    ...(!isSetUp(services) && { setUp: setUpRoutes(services.setUpCode, services.extensions.rebuild) }),
  })
  return {
    forum,
    app,
    isSetUp: isSetUp(services),
    requested: requested.map(({ id }) => id),
    enabled: ids,
    faults,
    isSafeMode: isSafeMode(services),
  }
}

async function buildForum(
  services: Services,
  {
    points,
    tables,
    enabled,
    pages,
    isForAdministratorsOnly,
  }: {
    points: Points
    tables: MemoryTables
    enabled: readonly InstalledExtension[]
    pages: Pages | undefined
    isForAdministratorsOnly: boolean
  },
): Promise<Forum> {
  const { options, database, grants, log, background } = services
  const folders = enabled.flatMap(({ folder }) => (folder === undefined ? [] : [`${folder}/locale`]))
  const translations = await loadTranslations(folders)
  const settings = new TypedSettings(services.settings, points.settings)
  const now = options.now ?? (() => new Date())
  const load = async () => {
    await loadConfiguration(services, tables)
    services.pageCache?.clear()
    services.realtime.adoptSettings()
  }
  // Reloads are serialized, so that older values never replace newer ones.
  let lastReload = Promise.resolve()
  const forum: Forum = {
    baseUrl: options.baseUrl,
    basePath: basePathOf(options.baseUrl),
    rootPath: basePathOf(options.baseUrl),
    redirectDomains: options.redirectDomains ?? [],
    version,
    debug: options.debug ?? false,
    dataDir: options.dataDir,
    ...(options.smtpUrl !== undefined && { smtpUrl: options.smtpUrl }),
    database,
    points,
    markup: createMarkup({ baseUrl: options.baseUrl, syntaxes: points.markup.syntaxes }),
    markupKinds: createMarkupKinds(points, options.baseUrl),
    settings,
    grants,
    tables,
    secrets: services.secrets,
    files: services.files,
    get locale() {
      const configured = settings.get('default_locale')
      return translations.locales.has(configured) ? configured : 'en'
    },
    locales: translations.locales,
    rateLimits: createRateLimits(points.rateLimits, options.rateLimits, services.rateCounters),
    budgets: services.budgets,
    network: options.network ?? internet,
    cachesPages: options.pageCache !== 'off',
    visitedHosts: services.visitedHosts,
    compresses: options.compression !== 'off',
    isForAdministratorsOnly,
    extensions: services.extensions,
    ...(pages && { pages }),
    log,
    now,
    translate: (key, params, locale) => translations.translate(key, params, locale ?? forum.locale),
    write: createWrite({ database, points, log }, (event) => publishEvent(services, event)),
    reload() {
      lastReload = lastReload.then(load, load)
      return lastReload
    },
    inBackground: (name, work) => background.run(name, work),
    wakeJobs: () => services.jobs.wake(),
  }
  return forum
}

function isSetUp({ settings }: Services): boolean {
  return settings.text('version') !== undefined
}

function isSafeMode({ options, settings }: Services): boolean {
  return options.isSafeMode === true || settings.text('safe_mode') === '1'
}
