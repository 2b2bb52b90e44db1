import type { Connection } from './connection.ts'

type Load<T> = () => Promise<{ default: T }>

/** The default exports of modules that are loaded once for a whole page. */
export class LateModules<T> {
  readonly #loading = new Map<Load<T>, Promise<T>>()
  readonly #loaded = new Map<Load<T>, T>()

  /** The export, once its module is there. */
  get(load: Load<T>): T | undefined {
    return this.#loaded.get(load)
  }

  /** Loads a module, again after a failure. @throws ChunkLoadError, or what the module throws */
  load(load: Load<T>, connection: Pick<Connection, 'load'>): Promise<T> {
    const known = this.#loading.get(load)
    if (known !== undefined) return known
    const loading = connection.load(load).then(({ default: value }) => {
      this.#loaded.set(load, value)
      return value
    })
    this.#loading.set(load, loading)
    loading.catch(() => this.#loading.delete(load))
    return loading
  }
}
