import { ChunkLoadError, loadChunk } from '../store/connection/load-chunk.ts'
import { fillSlots, type SlotItem, type SlotRegistry } from './slots.tsx'
import type { OnFault, Source } from './sources.ts'

type Load = () => Promise<{ default: readonly SlotItem[] }>

/** Loaded slot items of screens, by the function that loads them. */
export type LoadedItems = Map<Load, readonly SlotItem[]>

/** Calls a function that loads code; may retry or report failures. */
type Loader = <T>(load: () => Promise<T>) => Promise<T>

/** The items of all slots: those declared for every screen, and those loaded with single screens. */
export class Slots implements Pick<SlotRegistry, 'get' | 'has'> {
  readonly #sources: readonly Source[]
  readonly #loaded: LoadedItems
  readonly #faulty = new Set<string>()
  #registry: SlotRegistry

  /** @param loaded items that screens have loaded before; `loadFor` adds to it. */
  constructor(sources: readonly Source[], onFault: OnFault, loaded: LoadedItems = new Map()) {
    this.#sources = sources
    this.#loaded = loaded
    this.#registry = this.#fill(onFault)
  }

  get(slotName: string): ReturnType<SlotRegistry['get']> {
    return this.#registry.get(slotName)
  }

  has(slotName: string): boolean {
    return this.#registry.has(slotName)
  }

  /**
   * Loads the slot items of a screen. Reports an extension that fails, and continues without it.
   * @returns the failure of an extension's code that did not arrive: the screen works without it.
   * @throws the error of an item of the core.
   */
  async loadFor(
    route: string,
    onFault: OnFault,
    loader: Loader = loadChunk,
  ): Promise<ChunkLoadError | undefined> {
    const missing = this.#missingFor(route)
    if (missing.length === 0) return undefined
    let failure: ChunkLoadError | undefined
    await Promise.all(
      missing.map(async ({ id, load }) => {
        try {
          this.#loaded.set(load, (await loader(load)).default)
        } catch (error) {
          if (id === undefined) throw error
          if (error instanceof ChunkLoadError) failure = error
          else onFault(id, error)
        }
      }),
    )
    this.#registry = this.#fill(onFault)
    return failure
  }

  /** Preloads the code of a screen's items. `loadFor` reports faults. */
  async preloadFor(route: string): Promise<void> {
    await Promise.all(this.#missingFor(route).map(({ load }) => load()))
  }

  /** Loads the items of all screens. */
  async loadAll(onFault: OnFault): Promise<void> {
    const routes = this.#sources.flatMap(({ extension }) => Object.keys(extension.screenSlots ?? {}))
    for (const route of new Set(routes)) await this.loadFor(route, onFault)
  }

  /** The items of a screen that are not loaded yet; `user` covers `user.posts`. */
  #missingFor(route: string): { id: string | undefined; load: Load }[] {
    return this.#sources.flatMap(({ id, extension }) =>
      Object.entries(extension.screenSlots ?? {})
        .filter(([screen, load]) => `${route}.`.startsWith(`${screen}.`) && !this.#loaded.has(load))
        .map(([, load]) => ({ id, load })),
    )
  }

  #fill(onFault: OnFault): SlotRegistry {
    const sources = this.#sources.map(({ id, extension }) => {
      const loads = Object.values(extension.screenSlots ?? {})
      // Several screens may share a module.
      const modules = new Set(loads.map((load) => this.#loaded.get(load)))
      return { id, slots: [...(extension.slots ?? []), ...[...modules].flatMap((items) => items ?? [])] }
    })
    return fillSlots(sources, (extension, error) => {
      if (this.#faulty.has(extension)) return
      this.#faulty.add(extension)
      onFault(extension, error)
    })
  }
}

declare module './extension.ts' {
  interface ClientExtension {
    /**
     * Components in places of the forum's pages, its slots: `DiscussionBadges.add('locked', LockedBadge, { priority: 10 })`. They
     * are loaded with the first view of the forum.
     */
    slots?: readonly SlotItem[]
    /**
     * Components for slots of one page, by the name of its route: `{ settings: () => import('./settings-items.ts') }`.
     * They are loaded with that page, which keeps the first view of other pages small. `user` also covers
     * `user.discussions` and the other routes with that prefix.
     */
    screenSlots?: Readonly<Record<string, Load>>
  }
}

declare module './app.ts' {
  interface App {
    readonly slots: Slots
  }
}
