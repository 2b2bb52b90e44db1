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
