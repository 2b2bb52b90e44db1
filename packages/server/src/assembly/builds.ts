import type { FastifyInstance } from 'fastify'
import type { ConfigurationVersion } from '../infrastructure/configuration.ts'
import type { Database } from '../infrastructure/db/database.ts'
import type { Context, ExtensionFault, Forum, Log } from '../points/context/context.ts'
import type { StoredSettings } from '../points/context/setting-values.ts'
import type { InstalledExtension } from '../points/extension.ts'
import { enabledOf, selectByIds, storeEnabled } from './extensions/enabled-extensions.ts'
import type { BuildChange, ControlHost } from './extensions/extension-control.ts'
import { Poller } from './poller.ts'
import { systemContext } from './system-context.ts'

/** A forum assembled from the enabled extensions; another set of extensions makes another build. */
export interface Build {
  forum: Forum
  app: FastifyInstance
  isSetUp: boolean
  /** Ids of the extensions that should be enabled; `enabled` lacks those that failed. */
  requested: readonly string[]
  enabled: readonly string[]
  faults: readonly ExtensionFault[]
  isSafeMode: boolean
}

/** Services that outlive the builds, and the function that makes builds. */
export interface BuildServices {
  readonly database: Database
  readonly settings: StoredSettings
  readonly configuration: ConfigurationVersion
  readonly log: Log
  isSetUp(): boolean
  isSafeMode(): boolean
  /** Omits extensions that fail, but throws the fault of one in `mustWork`. */
  build(requested: readonly InstalledExtension[], options: { mustWork: readonly string[] }): Promise<Build>
}

/** Holds the current build and replaces it. */
export class Builds implements ControlHost {
  readonly installed: readonly InstalledExtension[]
  /** Resolves when the last enqueued change has ended, successfully or not. */
  #last: Promise<unknown> = Promise.resolve()
  readonly #services: BuildServices
  readonly #poller: Poller
  #current: Build

  constructor(installed: readonly InstalledExtension[], services: BuildServices, first: Build) {
    this.installed = installed
    this.#services = services
    this.#current = first
    this.#poller = new Poller(() => this.#enqueue(() => this.#adoptChanges()), services.log)
  }

  get current(): Build {
    return this.#current
  }

  enabled(): readonly string[] {
    return this.#current.enabled
  }

  requested(): readonly string[] {
    return this.#current.requested
  }

  selected(): readonly string[] {
    const failed = new Set(this.#current.faults.map(({ id }) => id))
    return this.#current.requested.filter((id) => !failed.has(id))
  }

  faults(): readonly ExtensionFault[] {
    return this.#current.faults
  }

  isSafeMode(): boolean {
    return this.#current.isSafeMode
  }

  context(): Context {
    return systemContext(this.#current.forum, 'job')
  }

  locale(): string {
    return this.#current.forum.locale
  }

  translate(key: string, params?: Record<string, unknown>): string {
    return this.#current.forum.translate(key, params)
  }

  runExclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#enqueue(async () => {
      await this.#adoptChanges()
      return work()
    })
  }

  /** Enables exactly these extensions, after the changes that were enqueued before. */
  setEnabled(ids: readonly string[]): Promise<void> {
    return this.#enqueue(() => this.replaceBuild({ ids, mustWork: ids }))
  }

  rebuild(): Promise<void> {
    return this.#enqueue(() => this.replaceBuild())
  }

  async replaceBuild({ ids, mustWork = [], record }: BuildChange = {}): Promise<void> {
    const { database, settings, build } = this.#services
    await settings.load(database.read)
    const requested = ids ? selectByIds(this.installed, ids) : enabledOf(settings, this.installed)
    const built = await build(requested, { mustWork })
    if (ids) {
      // Those that are not loaded stay selected, behind those whose order is known.
      const selected = [...new Set([...built.enabled, ...built.requested])]
      await database.transaction(async (db) => {
        await storeEnabled(db, selected)
        await record?.(db)
      })
      await built.forum.reload()
    }
    const previous = this.#current
    this.#current = built
    // Requests in flight finish on the build on which they began.
    await previous.app.close()
  }

  /** Starts polling for changes by other processes. */
  watch(): void {
    this.#poller.start()
  }

  async close(): Promise<void> {
    this.#poller.stop()
    // Waits for the changes that were enqueued before.
    await this.#last
    await this.#current.app.close()
  }

  /** Runs `work` after all changes that were enqueued before. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }

  async #adoptChanges(): Promise<void> {
    const { configuration, database, settings, isSetUp, isSafeMode } = this.#services
    if (!(await configuration.isOld(database.read))) return
    await this.#current.forum.reload()
    const requested = enabledOf(settings, this.installed).map(({ id }) => id)
    const isUnchanged =
      isSameSet(requested, this.#current.requested) &&
      isSetUp() === this.#current.isSetUp &&
      isSafeMode() === this.#current.isSafeMode
    if (!isUnchanged) await this.replaceBuild()
  }
}

function isSameSet(ids: readonly string[], others: readonly string[]): boolean {
  return ids.length === others.length && ids.every((id) => others.includes(id))
}
