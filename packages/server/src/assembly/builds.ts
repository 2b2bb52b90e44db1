import type { FastifyInstance } from 'fastify'
import type { ConfigurationVersion } from '../infrastructure/configuration.ts'
import type { Database } from '../infrastructure/db/database.ts'
import type { Extensions, Forum, Log } from '../points/context/context.ts'
import type { StoredSettings } from '../points/context/setting-values.ts'
import type { InstalledExtension } from '../points/extension.ts'
import type { ExtensionFault } from './choose-extensions.ts'
import { enabledOf, pick, storeEnabled } from './enabled-extensions.ts'
import { type ControlHost, createExtensionControl } from './extension-control.ts'
import { Poller } from './poller.ts'

/** A forum as it is put together from the enabled extensions: another set makes another build. */
export interface Build {
  forum: Forum
  app: FastifyInstance
  isSetUp: boolean
  /** Ids of the extensions that should be in effect; those at fault are not. */
  wanted: readonly string[]
  enabled: readonly string[]
  faults: readonly ExtensionFault[]
}

/** What outlives the builds, and how they are made. */
export interface SharedServices {
  readonly database: Database
  readonly settings: StoredSettings
  readonly configuration: ConfigurationVersion
  readonly log: Log
  isSetUp(): boolean
  /** `strict`: an extension at fault is thrown instead of left out. */
  build(wanted: readonly InstalledExtension[], options: { strict: boolean }): Promise<Build>
}

/** The build in effect, and what puts another one in its place. */
export class Builds implements ControlHost {
  readonly installed: readonly InstalledExtension[]
  readonly extensions: Extensions
  /** Resolves when the change that was asked for last has ended, in whatever way. */
  #last: Promise<unknown> = Promise.resolve()
  #ground!: SharedServices
  #watch!: Poller
  #current!: Build

  constructor(installed: readonly InstalledExtension[]) {
    this.installed = installed
    this.extensions = createExtensionControl(this)
  }

  /** Call it before anything else. */
  begin(ground: SharedServices, first: Build): void {
    this.#ground = ground
    this.#current = first
    this.#watch = new Poller(() => this.#oneByOne(() => this.#catchUp()), ground.log)
  }

  get current(): Build {
    return this.#current
  }

  get database(): Database {
    return this.#ground.database
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

  inTurn(work: () => Promise<void>): Promise<void> {
    return this.#oneByOne(async () => {
      await this.#catchUp()
      await work()
    })
  }

  /** Enables exactly these, when it is their turn. */
  setEnabled(ids: readonly string[]): Promise<void> {
    return this.#oneByOne(() => this.swap(ids))
  }

  rebuild(): Promise<void> {
    return this.#oneByOne(() => this.swap())
  }

  async swap(ids?: readonly string[]): Promise<void> {
    const { database, settings, build } = this.#ground
    await settings.load(database.read)
    const wanted = ids ? pick(this.installed, ids) : enabledOf(settings, this.installed)
    const built = await build(wanted, { strict: ids !== undefined })
    if (ids) {
      await database.transaction((db) => storeEnabled(db, built.enabled))
      await built.forum.reload()
    }
    const previous = this.#current
    this.#current = built
    // Requests under way finish on the build they began on.
    await previous.app.close()
  }

  /** Takes over what another process changes, from now on. */
  watch(): void {
    this.#watch.start()
  }

  async close(): Promise<void> {
    this.#watch.stop()
    // Whoever came before has had a turn then.
    await this.#last
    await this.#current.app.close()
  }

  /** Does the work after all that was begun before. */
  #oneByOne(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }

  async #catchUp(): Promise<void> {
    const { configuration, database, settings, isSetUp } = this.#ground
    if (!(await configuration.isOld(database.read))) return
    await this.reload()
    const wanted = enabledOf(settings, this.installed).map(({ id }) => id)
    const isSame = wanted.join() === this.#current.wanted.join() && isSetUp() === this.#current.isSetUp
    if (!isSame) await this.swap()
  }
}
