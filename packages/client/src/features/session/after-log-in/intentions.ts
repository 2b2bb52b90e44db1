import { isForumPath } from '@parley/shared'
import { type ComposerTarget, targetKey, targetOfKey } from '../../../points/composer/composer-target.ts'
import { afterLogInKeys } from './after-log-in.ts'

/** What an account was about to do before it has to confirm its address. */
export interface Intention {
  userId: string
  /** The page that the user asked for, below the base path. */
  path: string
  /** What the user wanted to write. */
  target?: ComposerTarget | undefined
}

const lifetime = 24 * 3600 * 1000

/** Keeps one intention for a day, for all tabs of a browser. */
export class Intentions {
  readonly #storage: Storage | undefined

  /** @param storage of the browser; undefined where it forbids one. */
  constructor(storage: Storage | undefined) {
    this.#storage = storage
  }

  /** Keeps an intention in place of the one before. The front page alone is none. */
  keep({ userId, path, target }: Intention, now = Date.now()): void {
    if (path === '/' && target === undefined) return
    const kept = { userId, path, target: target && targetKey(target), until: now + lifetime }
    try {
      this.#storage?.setItem(afterLogInKeys.intention, JSON.stringify(kept))
    } catch {
      // Without storage the confirmation leads to the front page.
    }
  }

  /** Returns the intention of a user, unless it has expired or leads away from the forum. */
  read(userId: string, now = Date.now()): Intention | undefined {
    try {
      const stored: unknown = JSON.parse(this.#storage?.getItem(afterLogInKeys.intention) ?? 'null')
      if (typeof stored !== 'object' || stored === null) return undefined
      const { until, path, target, ...kept } = stored as Readonly<Record<string, unknown>>
      if (typeof until !== 'number' || until <= now || kept.userId !== userId || !isForumPath(path))
        return undefined
      return { userId, path, target: typeof target === 'string' ? targetOfKey(target) : undefined }
    } catch {
      return undefined
    }
  }

  /** Forgets the intention. */
  drop(): void {
    this.#storage?.removeItem(afterLogInKeys.intention)
  }
}
