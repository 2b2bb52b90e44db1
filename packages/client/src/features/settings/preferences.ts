import type { Preferences } from '@parley/shared'
import { useSyncExternalStore } from 'react'
import { type App, useApp } from '../../base/app-context.ts'
import { useSessionUser } from '../../base/records/use-forum.ts'
import { saveResource } from '../../store/resources.ts'

export type PreferenceChanges = Partial<Preferences>

export type SaveState = 'idle' | 'saving' | 'saved'

/** What saving preferences needs of an `App`. */
export type PreferenceAccess = Pick<App, 'api' | 'store' | 'alerts' | 'userId'>

/**
 * Saves what people choose: shown at once, sent one request at a time, and what the server refuses is taken back with
 * a message. Choices made meanwhile go together into the next request.
 */
export class PreferenceSaver {
  #app: PreferenceAccess
  #pending: PreferenceChanges = {}
  #confirmed: Preferences | undefined
  #run: Promise<boolean> | undefined
  #state: SaveState = 'idle'
  #listeners = new Set<() => void>()

  constructor(app: PreferenceAccess) {
    this.#app = app
  }

  get state(): SaveState {
    return this.#state
  }

  /** @returns whether everything that was to be saved is. */
  save(changes: PreferenceChanges): Promise<boolean> {
    if (this.#run === undefined) this.#confirmed = this.#shown()
    this.#pending = { ...this.#pending, ...changes }
    this.#show(changes)
    this.#run ??= this.#send().finally(() => {
      this.#run = undefined
    })
    return this.#run
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #send(): Promise<boolean> {
    this.#set('saving')
    let isSaved = true
    while (Object.keys(this.#pending).length > 0) isSaved = (await this.#sendPending()) && isSaved
    this.#set(isSaved ? 'saved' : 'idle')
    return isSaved
  }

  async #sendPending(): Promise<boolean> {
    const { userId = '' } = this.#app
    const preferences = this.#pending
    this.#pending = {}
    try {
      // It is shown already; `optimistic` has it sent to its end when the page is left.
      const options = { optimistic: {} }
      await saveResource(this.#app, { type: 'users', id: userId }, { attributes: { preferences } }, options)
      this.#confirmed = this.#shown()
      // The answer knows nothing of what was chosen since.
      this.#show(this.#pending)
      return true
    } catch (error) {
      const before = Object.keys(preferences).map((key) => [key, Reflect.get(this.#confirmed ?? {}, key)])
      this.#show({ ...Object.fromEntries(before), ...this.#pending })
      this.#app.alerts.showError(error)
      return false
    }
  }

  #shown(): Preferences | undefined {
    return this.#app.store.get('users', this.#app.userId ?? '')?.preferences
  }

  #show(changes: PreferenceChanges): void {
    const shown = this.#shown()
    if (shown === undefined) return
    const preferences = Object.assign({}, shown, changes)
    this.#app.store.change('users', this.#app.userId ?? '', { attributes: { preferences } })
  }

  #set(state: SaveState): void {
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}

const savers = new WeakMap<App, PreferenceSaver>()

/** The saver that everything on the page shares. */
export function preferenceSaver(app: App): PreferenceSaver {
  const saver = savers.get(app) ?? new PreferenceSaver(app)
  savers.set(app, saver)
  return saver
}

interface UsedPreferences {
  /** Undefined for guests. */
  preferences: Preferences | undefined
  /** Shows the choice at once; what the server refuses is taken back. @returns whether it was saved. */
  save: (changes: PreferenceChanges) => Promise<boolean>
}

/** What the reader chose, and how to choose otherwise. */
export function usePreferences(): UsedPreferences {
  const app = useApp()
  const { preferences } = useSessionUser() ?? {}
  return { preferences, save: (changes) => preferenceSaver(app).save(changes) }
}

/** Whether choices are being saved, or are. */
export function useSaveState(): SaveState {
  const saver = preferenceSaver(useApp())
  return useSyncExternalStore(
    saver.subscribe,
    () => saver.state,
    () => 'idle',
  )
}
