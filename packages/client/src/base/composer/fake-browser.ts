import { MemoryStorage } from '../../store/memory-storage.ts'
import type { DraftStorage } from './drafts.ts'

/** For tests: a browser with tabs, storage and locks in memory. */
export class FakeBrowser {
  readonly local = new MemoryStorage()
  readonly #locks = new Map<string, FakeTab>()

  /** @param copied tab that the new one duplicates, with its session storage. */
  openTab(copied?: FakeTab): FakeTab {
    return new FakeTab(this.local, this.#locks, copied)
  }
}

/** A tab. Loading another page or closing the tab releases its locks. */
export class FakeTab {
  readonly #local: Storage
  readonly #locks: Map<string, FakeTab>
  readonly #session = new MemoryStorage()
  readonly #listeners = new Set<(key: string | null) => void>()

  constructor(local: Storage, locks: Map<string, FakeTab>, copied: FakeTab | undefined) {
    this.#local = local
    this.#locks = locks
    if (copied === undefined) return
    for (const [key, value] of copied.#session.values) this.#session.setItem(key, value)
  }

  /** Loads a page in place of the current one. */
  load(): DraftStorage {
    this.close()
    const locks = this.#locks
    return {
      local: this.#local,
      tab: this.#session,
      locks: {
        isExclusive: true,
        acquire: async (name) => {
          if (locks.has(name)) return undefined
          locks.set(name, this)
          return () => locks.delete(name)
        },
        heldNames: async () => new Set(locks.keys()),
      },
      watch: (listener) => {
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
    }
  }

  /** Tells the page of a change by another tab, as browsers do. */
  reportChange(key: string): void {
    for (const listener of this.#listeners) listener(key)
  }

  /** Closes the tab without notice, as a crash does. */
  close(): void {
    for (const [name, tab] of this.#locks) if (tab === this) this.#locks.delete(name)
  }
}
