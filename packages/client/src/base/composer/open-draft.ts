import type { ComposerTarget } from '../../points/composer/composer-target.ts'
import { type Draft, writeDraft } from './draft.ts'

export interface OpenDraftOptions {
  target: ComposerTarget
  /** Storage key. */
  key: string
  /** The stored draft; nothing for a new text. */
  stored: Draft | undefined
  /** The stored JSON. */
  json: string | null
  local: Storage | undefined
  /** Makes another key for the same target. */
  newKey: () => string
  /** Called after each change in the storage. `isMoved`: a key was added or removed. */
  onChange: (draft: OpenDraft, isMoved: boolean) => void
  /** Releases the lock. */
  release: () => void
}

/** A draft that this tab writes or sends, and holds against other tabs. */
export class OpenDraft {
  readonly target: ComposerTarget
  /** The draft as it was opened; `undefined` for a new text. */
  readonly stored: Draft | undefined
  #options: OpenDraftOptions
  #key: string
  /** The JSON that this tab read or wrote last. */
  #lastSeen: string | null

  constructor(options: OpenDraftOptions) {
    this.target = options.target
    this.stored = options.stored
    this.#options = options
    this.#key = options.key
    this.#lastSeen = options.json
  }

  get key(): string {
    return this.#key
  }

  /** @returns whether the draft is saved: storage may be full or forbidden. */
  save(draft: Draft): boolean {
    const { local, newKey, onChange } = this.#options
    if (local === undefined) return false
    const json = writeDraft(draft)
    const wasStored = this.#lastSeen !== null
    const isSaved = tryStorage(() => {
      // Without locks another tab may have changed the same draft: its text stays, and this tab moves to a new key.
      const isTaken = local.getItem(this.#key) !== this.#lastSeen
      if (isTaken) this.#key = newKey()
      local.setItem(this.#key, json)
      this.#lastSeen = json
      onChange(this, isTaken || !wasStored)
      return true
    })
    return isSaved === true
  }

  /** Removes the stored draft; writing may continue. */
  remove(): void {
    const { local, onChange } = this.#options
    if (this.#lastSeen === null) return
    tryStorage(() => {
      if (local?.getItem(this.#key) === this.#lastSeen) local.removeItem(this.#key)
      this.#lastSeen = null
      onChange(this, true)
    })
  }

  /** Stops writing. A draft that is still stored is free for this and other tabs to continue. */
  close(): void {
    this.#options.release()
    this.#options.onChange(this, true)
  }
}

/** `undefined` if storage throws (full or forbidden) or its JSON is invalid. */
export function tryStorage<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
