import type { ComposerFields } from './composer.ts'

/** Keeps what is being written over reloads and crashes of the browser, per person and target. */
export class Drafts {
  #storage: Storage | undefined
  #prefix: string

  /** @param storage of this browser; without one (or where it refuses) nothing is kept. */
  constructor(storage: Storage | undefined, userId: string | undefined) {
    this.#storage = storage
    this.#prefix = `parley.draft.${userId ?? 'guest'}.`
  }

  /** `undefined` when there is none, or it cannot be read. */
  read(key: string): ComposerFields | undefined {
    try {
      return parseFields(this.#storage?.getItem(this.#prefix + key))
    } catch {
      return undefined
    }
  }

  keep(key: string, fields: ComposerFields): void {
    try {
      this.#storage?.setItem(this.#prefix + key, JSON.stringify(fields))
    } catch {
      // Full or forbidden: the text is still in the composer.
    }
  }

  remove(key: string): void {
    try {
      this.#storage?.removeItem(this.#prefix + key)
    } catch {
      // As above.
    }
  }
}

function parseFields(json: string | null | undefined): ComposerFields | undefined {
  if (!json) return undefined
  const value: unknown = JSON.parse(json)
  if (typeof value !== 'object' || value === null) return undefined
  const title = 'title' in value && typeof value.title === 'string' ? value.title : ''
  const content = 'content' in value && typeof value.content === 'string' ? value.content : ''
  return title === '' && content === '' ? undefined : { title, content }
}
