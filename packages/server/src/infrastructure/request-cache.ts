/** An owner of cached values: a context, which lives as long as its request, or an actor. */
export interface CacheOwner {
  readonly cache: Map<object, unknown>
}

/**
 * One cached value per context or actor. The owner stores it: with weak maps, V8 would promote all cached values to its
 * old generation, which costs a busy server several garbage collections a second.
 */
export class RequestCache<T> {
  get({ cache }: CacheOwner): T | undefined {
    return cache.get(this) as T | undefined
  }

  set({ cache }: CacheOwner, value: T): void {
    cache.set(this, value)
  }
}

/** Values by id, of which each is loaded once per owner: concurrent calls wait for what another one loads. */
export class RequestValues<T> {
  readonly #loads = new RequestCache<Map<number, Promise<ReadonlyMap<number, T>>>>()

  /** Returns the values of ids; `load` gets the ids that no call has asked for. Ids without a value are missing. */
  async get(
    owner: CacheOwner,
    ids: readonly number[],
    load: (ids: readonly number[]) => Promise<ReadonlyMap<number, T>>,
  ): Promise<Map<number, T>> {
    const loads = this.#loads.get(owner) ?? new Map<number, Promise<ReadonlyMap<number, T>>>()
    this.#loads.set(owner, loads)
    const missing = [...new Set(ids)].filter((id) => !loads.has(id))
    if (missing.length > 0) {
      const loading = load(missing)
      for (const id of missing) loads.set(id, loading)
    }
    const values = new Map<number, T>()
    for (const id of ids) {
      const value = (await loads.get(id))?.get(id)
      if (value !== undefined) values.set(id, value)
    }
    return values
  }
}
