/** What one tab of the browser holds and no other at the same time. A tab that is closed or crashes holds nothing. */
export interface TabLocks {
  /**
   * @param wait milliseconds that another tab has to let go of it.
   * @returns lets go of it; `undefined` when another tab holds it.
   */
  hold(name: string, wait?: number): Promise<(() => void) | undefined>
  /** The names that are held, by whichever tab. */
  held(): Promise<ReadonlySet<string>>
}

/** The locks of a browser. Where it has none, as without HTTPS, nobody is in anybody's way. */
export function browserLocks(locks: LockManager | undefined): TabLocks {
  return {
    hold: (name, wait = 0) =>
      new Promise((resolve) => {
        if (locks === undefined) return resolve(() => {})
        const options = wait > 0 ? { signal: AbortSignal.timeout(wait) } : { ifAvailable: true }
        locks
          .request(name, options, (lock) => {
            if (lock === null) return resolve(undefined)
            return new Promise<void>((release) => resolve(release))
          })
          .catch((error: unknown) => resolve(isTimeout(error) ? undefined : () => {}))
      }),
    async held() {
      const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {}
      return new Set(held.map(({ name = '' }) => name))
    },
  }
}

/** Any other error is a browser that keeps its locks from this page. */
function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}
