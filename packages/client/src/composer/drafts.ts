import type { ComposerFields, ComposerTarget } from './composer.ts'

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
}

/** Keeps what is being written over reloads and crashes of the browser, per person and target. */
export class Drafts {
  #storage: DraftStorage
  #userId: string

  /** @param storage of this browser; where there is none (or it refuses) nothing is kept. */
  constructor(storage: DraftStorage, userId: string | undefined) {
    this.#storage = storage
    this.#userId = userId ?? 'guest'
  }

  /** `undefined` when there is none, or it cannot be read. */
  read(key: string): Draft | undefined {
    return attempt(() => parseDraft(this.#storage.local?.getItem(this.#draftKey(key))))
  }

  /** @returns whether it is kept: storage may be full or forbidden. */
  keep(key: string, { fields, submissionKey }: Draft): boolean {
    const json = JSON.stringify({ ...fields, submissionKey })
    return (
      attempt(() => {
        this.#storage.local?.setItem(this.#draftKey(key), json)
        return this.#storage.local !== undefined
      }) === true
    )
  }

  remove(key: string): void {
    attempt(() => this.#storage.local?.removeItem(this.#draftKey(key)))
  }

  /** Notes what this tab is writing; nothing for nothing. */
  noteOpen(target: ComposerTarget | undefined): void {
    attempt(() => {
      if (target === undefined) this.#storage.tab?.removeItem(this.#openKey)
      else this.#storage.tab?.setItem(this.#openKey, JSON.stringify(target))
    })
  }

  /** What this tab was writing before it was loaded again. */
  readOpen(): ComposerTarget | undefined {
    return attempt(() => parseTarget(this.#storage.tab?.getItem(this.#openKey)))
  }

  get #openKey(): string {
    return `parley.composer.${this.#userId}`
  }

  #draftKey(key: string): string {
    return `parley.draft.${this.#userId}.${key}`
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

function parseTarget(json: string | null | undefined): ComposerTarget | undefined {
  const { kind, discussionId, postId } = parseObject(json)
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
