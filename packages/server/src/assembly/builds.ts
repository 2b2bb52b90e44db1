import type { FastifyInstance } from 'fastify'
import type { ConfigurationVersion } from '../infrastructure/configuration.ts'
import type { Database } from '../infrastructure/db/database.ts'
import type { Forum, Log } from '../points/context/context.ts'
import type { StoredSettings } from '../points/context/setting-values.ts'
import type { InstalledExtension } from '../points/extension.ts'
import type { ExtensionFault } from './choose-extensions.ts'
import { enabledOf, selectByIds, storeEnabled } from './enabled-extensions.ts'
import type { ControlHost } from './extension-control.ts'
import { Poller } from './poller.ts'

/** A forum assembled from the enabled extensions; another set of extensions makes another build. */
export interface Build {
  forum: Forum
  app: FastifyInstance
  isSetUp: boolean
  /** Ids of the extensions that should be enabled; `enabled` lacks those that failed. */
  requested: readonly string[]
  enabled: readonly string[]
  faults: readonly ExtensionFault[]
}

/** Services that outlive the builds, and the function that makes builds. */
export interface BuildServices {
  readonly database: Database
  readonly settings: StoredSettings
  readonly configuration: ConfigurationVersion
  readonly log: Log
  isSetUp(): boolean
  /** With `strict`, throws the fault of an extension instead of omitting the extension. */
  build(requested: readonly InstalledExtension[], options: { strict: boolean }): Promise<Build>
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

  get database(): Database {
    return this.#services.database
  }

  enabled(): readonly string[] {
    return this.#current.enabled
  }

  locale(): string {
    return this.#current.forum.locale
  }

  translate(key: string, params: Record<string, unknown>): string {
    return this.#current.forum.translate(key, params)
  }

  reload(): Promise<void> {
    return this.#current.forum.reload()
  }

  runExclusively(work: () => Promise<void>): Promise<void> {
    return this.#enqueue(async () => {
      await this.#adoptChanges()
      await work()
    })
  }

  /** Enables exactly these extensions, after the changes that were enqueued before. */
  setEnabled(ids: readonly string[]): Promise<void> {
    return this.#enqueue(() => this.replaceBuild(ids))
  }

  rebuild(): Promise<void> {
    return this.#enqueue(() => this.replaceBuild())
  }

  async replaceBuild(ids?: readonly string[]): Promise<void> {
    const { database, settings, build } = this.#services
    await settings.load(database.read)
    const requested = ids ? selectByIds(this.installed, ids) : enabledOf(settings, this.installed)
    const built = await build(requested, { strict: ids !== undefined })
    if (ids) {
      await database.transaction((db) => storeEnabled(db, built.enabled))
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
  #enqueue(work: () => Promise<void>): Promise<void> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }

  async #adoptChanges(): Promise<void> {
    const { configuration, database, settings, isSetUp } = this.#services
    if (!(await configuration.isOld(database.read))) return
    await this.reload()
    const requested = enabledOf(settings, this.installed).map(({ id }) => id)
    const isUnchanged =
      requested.join() === this.#current.requested.join() && isSetUp() === this.#current.isSetUp
    if (!isUnchanged) await this.replaceBuild()
  }
}
