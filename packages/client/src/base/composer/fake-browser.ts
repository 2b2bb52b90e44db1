import { MemoryStorage } from '../../store/memory-storage.ts'
import type { DraftStorage } from './drafts.ts'

/** For tests: what a browser keeps in memory, and its tabs. */
export class FakeBrowser {
  readonly local = new MemoryStorage()
  readonly #locks = new Map<string, FakeTab>()

  /** @param copied the tab that it is a copy of. */
  openTab(copied?: FakeTab): FakeTab {
    return new FakeTab(this.local, this.#locks, copied)
  }
}

/** A tab. What it holds goes with it, or with what it shows. */
export class FakeTab {
  readonly #local: Storage
  readonly #locks: Map<string, FakeTab>
  readonly #session = new MemoryStorage()

  constructor(local: Storage, locks: Map<string, FakeTab>, copied: FakeTab | undefined) {
    this.#local = local
    this.#locks = locks
    if (copied === undefined) return
    for (const [key, value] of copied.#session.values) this.#session.setItem(key, value)
  }

  /** Loads a page, in place of the one before. */
  load(): DraftStorage {
    this.close()
    const locks = this.#locks
    return {
      local: this.#local,
      tab: this.#session,
      locks: {
        hold: async (name) => {
          if (locks.has(name)) return undefined
          locks.set(name, this)
          return () => locks.delete(name)
        },
        held: async () => new Set(locks.keys()),
      },
    }
  }

  /** Or crashes: the page is not asked. */
  close(): void {
    for (const [name, tab] of this.#locks) if (tab === this) this.#locks.delete(name)
  }
}
