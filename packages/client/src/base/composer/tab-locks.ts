/** Locks that one tab of the browser holds at a time. A closed or crashed tab releases its locks. */
export interface TabLocks {
  /** Whether the browser has locks: without them two tabs may hold one lock. */
  readonly isExclusive: boolean
  /**
   * @param timeout milliseconds to wait for another tab to release the lock.
   * @returns releases the lock; `undefined` if another tab holds it.
   */
  acquire(name: string, timeout?: number): Promise<(() => void) | undefined>
  /** Names of the locks that any tab holds and has not released. */
  heldNames(): Promise<ReadonlySet<string>>
}

/** The browser's locks. Without any, as on pages without HTTPS, every `acquire` succeeds. */
export function browserLocks(locks: LockManager | undefined): TabLocks {
  /** Released by this page. Browsers report such a lock as held for another moment. */
  const released = new Set<string>()
  return {
    isExclusive: locks !== undefined,
    acquire: (name, timeout = 0) =>
      new Promise((resolve) => {
        if (locks === undefined) return resolve(() => {})
        const options = timeout > 0 ? { signal: AbortSignal.timeout(timeout) } : { ifAvailable: true }
        locks
          .request(name, options, (lock) => {
            if (lock === null) return resolve(undefined)
            return new Promise<void>((release) => {
              resolve(() => {
                released.add(name)
                release()
              })
            })
          })
          .finally(() => released.delete(name))
          .catch((error: unknown) => resolve(isTimeout(error) ? undefined : () => {}))
      }),
    async heldNames() {
      const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {}
      return new Set(held.map(({ name = '' }) => name).filter((name) => !released.has(name)))
    },
  }
}

/** Tells a timeout from the errors of browsers that deny locks to this page. */
function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}
