import { type ComposerFields, type ComposerTarget, targetKey } from './composer.ts'
import type { TabLocks } from './tab-locks.ts'

/** What was being written. */
export interface Draft {
  fields: ComposerFields
  /** Set when it was sent and no answer is known: sent again with this key, it counts once. */
  submissionKey?: string
}

export interface DraftStorage {
  /** Outlives the browser. */
  local: Storage | undefined
  /** Belongs to one tab, and outlives its reloads. */
  tab: Storage | undefined
  locks: TabLocks
}

/** Where this tab keeps what it is writing. */
interface Place {
  target: ComposerTarget
  key: string
  /** What this tab read or wrote there last. */
  known: string | null
  release: () => void
}

/** Milliseconds that a page has to let go of its draft when it is loaded again. */
const RELOAD_WAIT = 1000

/**
 * Keeps what is being written over reloads and crashes of the browser, per person and target. Each tab has a draft of its
 * own: it takes over one that was left behind, never one that another tab is writing.
 */
export class Drafts {
  #storage: DraftStorage
  #userId: string
  #place: Place | undefined

  /** @param storage of this browser; where there is none (or it refuses) nothing is kept. */
  constructor(storage: DraftStorage, userId: string | undefined) {
    this.#storage = storage
    this.#userId = userId ?? 'guest'
  }

  /** Whether something was begun for a target and left behind, by the target's key. */
  async has(targetKey: string): Promise<boolean> {
    const keys = this.#keysOf(targetKey)
    if (keys.length === 0) return false
    const held = await this.#storage.locks.held()
    return keys.some((key) => !held.has(key))
  }

  /** Begins to write. @returns the latest draft of the target that was left behind. */
  async begin(target: ComposerTarget): Promise<Draft | undefined> {
    const { locks } = this.#storage
    for (const key of this.#keysOf(targetKey(target))) {
      const release = await locks.hold(key)
      if (release !== undefined) return this.#take({ target, key, release })
    }
    const key = this.#newKey(target)
    return this.#take({ target, key, release: (await locks.hold(key)) ?? (() => {}) })
  }

  /** What this tab was writing before it was loaded again. */
  get unfinished(): ComposerTarget | undefined {
    const { target, key } = this.#readNote()
    return this.#read(key) === undefined ? undefined : target
  }

  /** Goes on with what is unfinished. @returns nothing when another tab does, of which this one is a copy. */
  async resume(): Promise<Draft | undefined> {
    const { target, key } = this.#readNote()
    if (target === undefined) return undefined
    const release = await this.#storage.locks.hold(key, RELOAD_WAIT)
    return release && this.#take({ target, key, release })
  }

  /** @returns whether it is kept: storage may be full or forbidden. */
  keep({ fields, submissionKey }: Draft): boolean {
    const place = this.#place
    const { local } = this.#storage
    if (place === undefined || local === undefined) return false
    const json = JSON.stringify({ ...fields, submissionKey })
    return (
      attempt(() => {
        // A browser without locks may have given the draft to another tab too: what was written there stays.
        if (local.getItem(place.key) !== place.known) place.key = this.#newKey(place.target)
        local.setItem(place.key, json)
        place.known = json
        this.#note(place)
        return true
      }) === true
    )
  }

  /** Nothing is left to be kept, but it may go on. */
  remove(): void {
    const { local } = this.#storage
    const place = this.#place
    if (place === undefined) return
    attempt(() => {
      if (local?.getItem(place.key) === place.known) local.removeItem(place.key)
      place.known = null
    })
  }

  /** Writes no more; a draft that was not removed is left behind. */
  end(): void {
    attempt(() => this.#storage.tab?.removeItem(this.#noteKey))
    this.#place?.release()
    this.#place = undefined
  }

  #take(place: Omit<Place, 'known'>): Draft | undefined {
    this.#place?.release()
    const known = attempt(() => this.#storage.local?.getItem(place.key)) ?? null
    this.#place = { ...place, known }
    attempt(() => this.#note(place))
    return this.#read(place.key)
  }

  #note({ target, key }: Omit<Place, 'known'>): void {
    this.#storage.tab?.setItem(this.#noteKey, JSON.stringify({ ...target, key }))
  }

  #readNote(): { target: ComposerTarget | undefined; key: string } {
    const note = attempt(() => parseObject(this.#storage.tab?.getItem(this.#noteKey))) ?? {}
    return { target: targetOf(note), key: textOf(note.key) }
  }

  /** Where drafts of a target are kept, the latest first. */
  #keysOf(targetKey: string): string[] {
    const { local } = this.#storage
    const keys = attempt(() =>
      Array.from({ length: local?.length ?? 0 }, (_, index) => local?.key(index) ?? ''),
    )
    const start = this.#keyStart(targetKey)
    return (keys ?? [])
      .filter((key) => key.startsWith(start) && this.#read(key) !== undefined)
      .sort()
      .reverse()
  }

  #read(key: string): Draft | undefined {
    return attempt(() => parseDraft(this.#storage.local?.getItem(key)))
  }

  get #noteKey(): string {
    return `parley.composer.${this.#userId}`
  }

  #keyStart(targetKey: string): string {
    return `parley.draft.${this.#userId}.${targetKey}.`
  }

  #newKey(target: ComposerTarget): string {
    const random = Math.random().toString(36).slice(2)
    return `${this.#keyStart(targetKey(target))}${Date.now().toString(36)}-${random}`
  }
}

/** Storage throws where it is full or forbidden, and JSON where it was cut off. */
function attempt<T>(access: () => T): T | undefined {
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
