import { type ComposerFields, type ComposerTarget, targetKey } from './composer-target.ts'
import type { TabLocks } from './tab-locks.ts'

/** Text that is not sent yet. */
export interface Draft {
  fields: ComposerFields
  /** Idempotency key of a submission without an answer. Sent again with it, the server runs it once. */
  submissionKey?: string
}

export interface DraftStorage {
  /** Persists when the browser is closed. */
  local: Storage | undefined
  /** Belongs to one tab, and persists over its reloads. */
  tab: Storage | undefined
  locks: TabLocks
}

/** The stored draft that this tab is writing. */
interface OpenDraft {
  target: ComposerTarget
  key: string
  /** The JSON that this tab read or wrote last. */
  lastSeen: string | null
  release: () => void
}

/** Milliseconds that a reloaded page waits for its predecessor to release the draft. */
const reloadTimeout = 1000

/**
 * Stores drafts per user and target, over reloads and crashes of the browser. Each tab writes a draft of its own: a
 * tab takes over an abandoned draft, never one that another tab holds.
 */
export class Drafts {
  #storage: DraftStorage
  #userId: string
  #openDraft: OpenDraft | undefined

  /** @param storage of this browser; without storage, or when it refuses, no draft is saved. */
  constructor(storage: DraftStorage, userId: string | undefined) {
    this.#storage = storage
    this.#userId = userId ?? 'guest'
  }

  /** Whether a target has a draft that no tab is writing, by the target's key. */
  async has(targetKey: string): Promise<boolean> {
    const keys = this.#keysOf(targetKey)
    if (keys.length === 0) return false
    const held = await this.#storage.locks.heldNames()
    return keys.some((key) => !held.has(key))
  }

  /** Starts writing to a target. @returns its latest abandoned draft. */
  async open(target: ComposerTarget): Promise<Draft | undefined> {
    const { locks } = this.#storage
    for (const key of this.#keysOf(targetKey(target))) {
      const release = await locks.acquire(key)
      if (release !== undefined) return this.#take({ target, key, release })
    }
    const key = this.#newKey(target)
    return this.#take({ target, key, release: (await locks.acquire(key)) ?? (() => {}) })
  }

  /** The target that this tab was writing to before it was reloaded. */
  get unfinishedTarget(): ComposerTarget | undefined {
    const { target, key } = this.#readFromTab()
    return this.#read(key) === undefined ? undefined : target
  }

  /** Resumes the unfinished draft. @returns nothing if this tab is a copy of another tab that is writing it. */
  async resume(): Promise<Draft | undefined> {
    const { target, key } = this.#readFromTab()
    if (target === undefined) return undefined
    const release = await this.#storage.locks.acquire(key, reloadTimeout)
    return release && this.#take({ target, key, release })
  }

  /** @returns whether the draft is saved: storage may be full or forbidden. */
  save({ fields, submissionKey }: Draft): boolean {
    const openDraft = this.#openDraft
    const { local } = this.#storage
    if (openDraft === undefined || local === undefined) return false
    const json = JSON.stringify({ ...fields, submissionKey })
    return (
      tryStorage(() => {
        // Without locks another tab may have changed the same draft: its text stays, and this tab moves to a new key.
        if (local.getItem(openDraft.key) !== openDraft.lastSeen)
          openDraft.key = this.#newKey(openDraft.target)
        local.setItem(openDraft.key, json)
        openDraft.lastSeen = json
        this.#rememberInTab(openDraft)
        return true
      }) === true
    )
  }

  /** Removes the stored draft; writing may continue. */
  remove(): void {
    const { local } = this.#storage
    const openDraft = this.#openDraft
    if (openDraft === undefined) return
    tryStorage(() => {
      if (local?.getItem(openDraft.key) === openDraft.lastSeen) local.removeItem(openDraft.key)
      openDraft.lastSeen = null
    })
  }

  /** Stops writing. A draft that is still stored is abandoned for others to take over. */
  close(): void {
    tryStorage(() => this.#storage.tab?.removeItem(this.#tabKey))
    this.#openDraft?.release()
    this.#openDraft = undefined
  }

  #take(openDraft: Omit<OpenDraft, 'lastSeen'>): Draft | undefined {
    this.#openDraft?.release()
    const lastSeen = tryStorage(() => this.#storage.local?.getItem(openDraft.key)) ?? null
    this.#openDraft = { ...openDraft, lastSeen }
    tryStorage(() => this.#rememberInTab(openDraft))
    return this.#read(openDraft.key)
  }

  #rememberInTab({ target, key }: Omit<OpenDraft, 'lastSeen'>): void {
    this.#storage.tab?.setItem(this.#tabKey, JSON.stringify({ ...target, key }))
  }

  #readFromTab(): { target: ComposerTarget | undefined; key: string } {
    const stored = tryStorage(() => parseObject(this.#storage.tab?.getItem(this.#tabKey))) ?? {}
    return { target: targetOf(stored), key: textOf(stored.key) }
  }

  /** Storage keys of a target's drafts, latest first. */
  #keysOf(targetKey: string): string[] {
    const { local } = this.#storage
    const keys = tryStorage(() =>
      Array.from({ length: local?.length ?? 0 }, (_, index) => local?.key(index) ?? ''),
    )
    const prefix = this.#keyPrefix(targetKey)
    return (keys ?? [])
      .filter((key) => key.startsWith(prefix) && this.#read(key) !== undefined)
      .sort()
      .reverse()
  }

  #read(key: string): Draft | undefined {
    return tryStorage(() => parseDraft(this.#storage.local?.getItem(key)))
  }

  get #tabKey(): string {
    return `parley.composer.${this.#userId}`
  }

  #keyPrefix(targetKey: string): string {
    return `parley.draft.${this.#userId}.${targetKey}.`
  }

  #newKey(target: ComposerTarget): string {
    const random = Math.random().toString(36).slice(2)
    return `${this.#keyPrefix(targetKey(target))}${Date.now().toString(36)}-${random}`
  }
}

/** `undefined` if storage throws (full or forbidden) or its JSON is invalid. */
function tryStorage<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}

function parseDraft(json: string | null | undefined): Draft | undefined {
  const { title, content, submissionKey } = parseObject(json)
  const fields = { title: textOf(title), content: textOf(content) }
  if (fields.title === '' && fields.content === '') return undefined
  return { fields, submissionKey: textOf(submissionKey) || undefined }
}

function targetOf({ kind, discussionId, postId }: Record<string, unknown>): ComposerTarget | undefined {
  if (kind === 'discussion') return { kind }
  if (kind === 'reply' && typeof discussionId === 'string') return { kind, discussionId }
  if (kind === 'edit' && typeof postId === 'string') return { kind, postId }
  return undefined
}

function parseObject(json: string | null | undefined): Record<string, unknown> {
  const value: unknown = json ? JSON.parse(json) : undefined
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
