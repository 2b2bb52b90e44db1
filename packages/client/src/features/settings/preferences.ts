import type { Preferences } from '@parley/shared'
import { useSessionUser } from '../../base/records/use-forum.ts'
import { useObservable } from '../../base/use-observable.ts'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { Observable } from '../../store/observable.ts'
import { saveResource } from '../../store/resources.ts'

export type PreferenceChanges = Partial<Preferences>

export type SaveState = 'idle' | 'saving' | 'saved'

/** The part of an `App` that saving preferences needs. */
export type PreferenceAccess = Pick<App, 'api' | 'store' | 'alerts' | 'userId'>

/**
 * Saves preferences optimistically, one request at a time. A refused change is undone with an alert. Changes made
 * during a request are sent together in the next one.
 */
export class PreferenceSaver extends Observable<SaveState> {
  #app: PreferenceAccess
  #pending: PreferenceChanges = {}
  #confirmed: Preferences | undefined
  #running: Promise<boolean> | undefined
  #latest: readonly string[] = []

  constructor(app: PreferenceAccess) {
    super('idle')
    this.#app = app
  }

  /** @returns whether all pending changes were saved. */
  save(changes: PreferenceChanges): Promise<boolean> {
    if (this.#running === undefined) this.#confirmed = this.#current()
    this.#pending = { ...this.#pending, ...changes }
    this.#show(changes)
    this.#latest = Object.keys(changes)
    this.set(this.state)
    this.#running ??= this.#send().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Whether the latest change is of several of these preferences, or of one where `minimum` is 1. */
  isLatest(keys: readonly string[], minimum = 1): boolean {
    return this.#latest.length >= minimum && this.#latest.every((key) => keys.includes(key))
  }

  /** Forgets which change was the latest, when its setting leaves the screen. */
  forgetLatest(): void {
    this.#latest = []
  }

  async #send(): Promise<boolean> {
    this.set('saving')
    let isSaved = true
    while (Object.keys(this.#pending).length > 0) isSaved = (await this.#sendPending()) && isSaved
    this.set(isSaved ? 'saved' : 'idle')
    return isSaved
  }

  async #sendPending(): Promise<boolean> {
    const { userId = '' } = this.#app
    const preferences = this.#pending
    this.#pending = {}
    try {
      // The change is shown already; `optimistic` lets the request finish when the page is left.
      const options = { optimistic: {} }
      await saveResource(this.#app, { type: 'users', id: userId }, { attributes: { preferences } }, options)
      this.#confirmed = this.#current()
      // The response lacks the changes made since the request.
      this.#show(this.#pending)
      return true
    } catch (error) {
      const confirmed = Object.keys(preferences).map((key) => [key, Reflect.get(this.#confirmed ?? {}, key)])
      this.#show({ ...Object.fromEntries(confirmed), ...this.#pending })
      this.#app.alerts.showError(error)
      return false
    }
  }

  #current(): Preferences | undefined {
    return this.#app.store.get('users', this.#app.userId ?? '')?.preferences
  }

  #show(changes: PreferenceChanges): void {
    const current = this.#current()
    if (current === undefined) return
    const preferences = Object.assign({}, current, changes)
    this.#app.store.change('users', this.#app.userId ?? '', { attributes: { preferences } })
  }
}

const savers = new WeakMap<App, PreferenceSaver>()

/** Returns the app's saver, which the whole page shares. */
export function preferenceSaver(app: App): PreferenceSaver {
  const saver = savers.get(app) ?? new PreferenceSaver(app)
  savers.set(app, saver)
  return saver
}

interface UsedPreferences {
  /** Undefined for guests. */
  preferences: Preferences | undefined
  /** Saves changes optimistically. @returns whether they were saved. */
  save: (changes: PreferenceChanges) => Promise<boolean>
}

/** The session user's preferences, with a function that changes them. */
export function usePreferences(): UsedPreferences {
  const app = useApp()
  const { preferences } = useSessionUser() ?? {}
  return { preferences, save: (changes) => preferenceSaver(app).save(changes) }
}

/** The state of the app's saver. Renders again when it changes. */
export function useSaveState(): SaveState {
  return useObservable(preferenceSaver(useApp()))
}
