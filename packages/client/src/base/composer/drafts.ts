import { type ComposerFields, type ComposerTarget, targetKey } from '../../points/composer/composer-target.ts'
import { Observable } from '../../store/observable.ts'
import { hasValues, parseObject, readDraft, type StoredDraft, textOf } from './draft.ts'
import { OpenDraft, tryStorage } from './open-draft.ts'
import type { TabLocks } from './tab-locks.ts'

export interface DraftStorage {
  /** Persists when the browser is closed. */
  local: Storage | undefined
  /** Belongs to one tab, and persists over its reloads. */
  tab: Storage | undefined
  locks: TabLocks
  /** Reports changes by other tabs: the changed key, or `null` for all. @returns stops. */
  watch: (listener: (key: string | null) => void) => () => void
}

export interface ListedDraft extends StoredDraft {
  /** Whether a tab, this one or another, is writing or sending it. */
  isHeld: boolean
}

export interface DraftsState {
  /** Number of this account's drafts in the browser. */
  readonly count: number
}

/** Drafts that one account keeps in a browser; the oldest are dropped. */
export const draftLimit = 100

/** Milliseconds that a reloaded page waits for its predecessor to release the draft. */
const reloadTimeout = 1000
/** Milliseconds after which a changed text is reported: not every key needs a new list. */
const reportDelay = 500

/**
 * Stores drafts per user and target, over reloads and crashes of the browser. Each tab writes drafts of its own: a tab
 * takes over an abandoned draft, never one that another tab holds. The state is replaced after each change, also after
 * those of other tabs.
 */
export class Drafts extends Observable<DraftsState> {
  #storage: DraftStorage
  #userId: string
  /** The draft in the composer, which the tab remembers over a reload. */
  #shown: OpenDraft | undefined
  #isObserved = false
  #reportTimer: ReturnType<typeof setTimeout> | undefined

  /** @param storage of this browser; without storage, or when it refuses, no draft is saved. */
  constructor(storage: DraftStorage, userId: string | undefined) {
    super({ count: 0 })
    this.#storage = storage
    this.#userId = userId ?? 'guest'
  }

  /** Whether this account has no draft in the browser. */
  get isEmpty(): boolean {
    return this.#keys().length === 0
  }

  /** Whether a stored text can be sent by another page than the one it was written on: one tab at a time takes it. */
  get canQueue(): boolean {
    return this.#storage.locks.isExclusive
  }

  /** Whether a target has a draft that no tab is writing, by the target's key. */
  async has(targetKey: string): Promise<boolean> {
    const drafts = this.#stored(`${targetKey}.`)
    if (drafts.length === 0) return false
    const held = await this.#storage.locks.heldNames()
    return drafts.some(({ key }) => !held.has(key))
  }

  /** The account's drafts, latest first. */
  async list(): Promise<ListedDraft[]> {
    const drafts = this.#stored()
    const held = drafts.length > 0 ? await this.#storage.locks.heldNames() : new Set()
    return drafts.map((draft) => ({ ...draft, isHeld: held.has(draft.key) }))
  }

  /**
   * Opens a target's latest abandoned draft that has these values, or a new one. @param isNew opens a new one in any case.
   */
  async open(
    target: ComposerTarget,
    { isNew = false, fields }: { isNew?: boolean; fields?: Partial<ComposerFields> | undefined } = {},
  ): Promise<OpenDraft> {
    const drafts = isNew ? [] : this.#stored(`${targetKey(target)}.`)
    for (const { key, fields: stored } of drafts) {
      if (!hasValues(stored, fields)) continue
      const draft = await this.openStored(key)
      if (draft !== undefined) return draft
    }
    const key = this.#newKey(target)
    return this.#take(target, key, (await this.#storage.locks.acquire(key)) ?? (() => {}))
  }

  /** Opens one draft. @returns nothing if it is gone or another tab holds it. */
  async openStored(key: string, timeout?: number): Promise<OpenDraft | undefined> {
    const target = this.#read(key)?.target
    if (target === undefined) return undefined
    const release = await this.#storage.locks.acquire(key, timeout)
    return release && this.#take(target, key, release)
  }

  /** Whether a text waits that a page was sending, perhaps a tab that is still open. */
  get hasQueued(): boolean {
    return this.#stored().some(({ isQueued }) => isQueued)
  }

  /** Opens the texts that closed pages were sending, the oldest first. Another tab may be sending one of them. */
  async openQueued(): Promise<OpenDraft[]> {
    const queued = this.#stored().filter(({ isQueued }) => isQueued)
    const opened: OpenDraft[] = []
    for (const { key } of queued.reverse()) {
      const draft = await this.openStored(key, reloadTimeout)
      // Another tab may have sent it or given it up before it let go.
      if (draft?.stored?.isQueued) opened.push(draft)
      else draft?.close()
    }
    return opened
  }

  /** The target that this tab was writing to before it was reloaded, unless the text was being sent. */
  get unfinishedTarget(): ComposerTarget | undefined {
    const draft = this.#read(this.#keyOfTab())
    return draft?.isQueued ? undefined : draft?.target
  }

  /** Opens the unfinished draft. @returns nothing if this tab is a copy of another tab that is writing it. */
  resume(): Promise<OpenDraft | undefined> {
    return this.openStored(this.#keyOfTab(), reloadTimeout)
  }

  /** Makes a draft the one that this tab opens again after a reload. */
  setShown(draft: OpenDraft | undefined): void {
    this.#shown = draft
    tryStorage(() => {
      if (draft === undefined) this.#storage.tab?.removeItem(this.#tabKey)
      else this.#rememberInTab(draft)
    })
    this.#report()
  }

  /** Deletes a draft that no tab holds. @returns brings it back. */
  delete(key: string): () => void {
    const { local } = this.#storage
    const json = tryStorage(() => local?.getItem(key)) ?? null
    tryStorage(() => local?.removeItem(key))
    this.#report()
    return () => {
      if (json !== null) tryStorage(() => local?.setItem(key, json))
      this.#report()
    }
  }

  protected override onObserved(): () => void {
    this.#isObserved = true
    this.#report()
    const stopWatching = this.#storage.watch((key) => {
      if (key === null || key.startsWith(this.#prefix)) this.#reportLater()
    })
    return () => {
      this.#isObserved = false
      clearTimeout(this.#reportTimer)
      this.#reportTimer = undefined
      stopWatching()
    }
  }

  #take(target: ComposerTarget, key: string, release: () => void): OpenDraft {
    const { local } = this.#storage
    return new OpenDraft({
      target,
      key,
      local,
      release,
      stored: this.#read(key),
      json: tryStorage(() => local?.getItem(key)) ?? null,
      newKey: () => this.#newKey(target),
      onChange: (draft, isMoved) => this.#handleChange(draft, isMoved),
    })
  }

  #handleChange(draft: OpenDraft, isMoved: boolean): void {
    if (!isMoved) {
      this.#reportLater()
      return
    }
    if (draft === this.#shown) tryStorage(() => this.#rememberInTab(draft))
    void this.#dropOldest()
    this.#report()
  }

  async #dropOldest(): Promise<void> {
    if (this.#keys().length <= draftLimit) return
    const { local, locks } = this.#storage
    const held = await locks.heldNames()
    for (const { key } of this.#stored().slice(draftLimit)) if (!held.has(key)) local?.removeItem(key)
    this.#report()
  }

  #report(): void {
    clearTimeout(this.#reportTimer)
    this.#reportTimer = undefined
    if (this.#isObserved) this.set({ count: this.#keys().length })
  }

  #reportLater(): void {
    if (this.#isObserved) this.#reportTimer ??= setTimeout(() => this.#report(), reportDelay)
  }

  #rememberInTab({ target, key }: OpenDraft): void {
    this.#storage.tab?.setItem(this.#tabKey, JSON.stringify({ ...target, key }))
  }

  #keyOfTab(): string {
    return tryStorage(() => textOf(parseObject(this.#storage.tab?.getItem(this.#tabKey)).key)) ?? ''
  }

  #keys(start = ''): string[] {
    const { local } = this.#storage
    const keys = tryStorage(() =>
      Array.from({ length: local?.length ?? 0 }, (_, index) => local?.key(index) ?? ''),
    )
    return (keys ?? []).filter((key) => key.startsWith(this.#prefix + start))
  }

  /** The readable drafts whose name begins with a text, latest first. */
  #stored(start?: string): StoredDraft[] {
    return this.#keys(start)
      .map((key) => this.#read(key))
      .filter((draft) => draft !== undefined)
      .sort((one, other) => order(other).localeCompare(order(one)))
  }

  #read(key: string): StoredDraft | undefined {
    const { length } = this.#prefix
    if (!key.startsWith(this.#prefix)) return undefined
    return tryStorage(() => readDraft(key, key.slice(length), this.#storage.local?.getItem(key)))
  }

  get #tabKey(): string {
    return `parley.composer.${this.#userId}`
  }

  get #prefix(): string {
    return `parley.draft.${this.#userId}.`
  }

  #newKey(target: ComposerTarget): string {
    const random = Math.random().toString(36).slice(2)
    return `${this.#prefix}${targetKey(target)}.${Date.now().toString(36)}-${random}`
  }
}

// Texts of one millisecond are in the order of their keys.
function order({ changedAt, key }: StoredDraft): string {
  return `${changedAt} ${key}`
}
