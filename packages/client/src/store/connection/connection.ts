import type { Outcome } from '../api.ts'
import { loadChunk } from './load-chunk.ts'

/** Milliseconds after which a request without an answer counts as slow. */
const SLOW_AFTER = 10_000
/** Milliseconds between two looks whether the forum is back: the first, and the longest. */
const FIRST_LOOK = 2000
const LONGEST_LOOK = 30_000
/** Milliseconds that a look may take. */
const LOOK_PATIENCE = 10_000

export interface ConnectionState {
  /**
   * `offline`: the browser has no network. `unreachable`: it has one, but the forum does not answer. `slow`: an
   * answer is long in coming.
   */
  readonly reach: 'online' | 'slow' | 'offline' | 'unreachable'
  /** Another version of the client has been installed since this page was loaded. */
  readonly isOutdated: boolean
  /** Whose session this browser has: that of the page's reader, nobody's any more, or somebody else's. */
  readonly session: 'same' | 'ended' | 'other'
}

export interface ConnectionOptions {
  /** Address that answers whenever the forum runs. */
  apiUrl: string
  /** The version of the client on this page; answers name the one they belong to. */
  build?: string
}

/** How the forum can be reached from this page, as requests and the browser tell. */
export class Connection {
  #options: ConnectionOptions
  #state: ConnectionState = { reach: 'online', isOutdated: false, session: 'same' }
  #listeners = new Set<() => void>()
  #slow = 0
  #look: ReturnType<typeof setTimeout> | undefined
  #looking: Promise<void> | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  get state(): ConnectionState {
    return this.#state
  }

  get isReachable(): boolean {
    return this.#state.reach === 'online' || this.#state.reach === 'slow'
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A request begins. @returns to be called as it ends. */
  begin(): (outcome: Outcome) => void {
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      this.#countSlow(1)
    }, SLOW_AFTER)
    return (outcome) => {
      clearTimeout(timer)
      if (isSlow) this.#countSlow(-1)
      if (outcome === 'stopped') return
      if (outcome !== 'unanswered') this.#noteBuild(outcome)
      const isAway = outcome === 'unanswered' || [502, 503, 504].includes(outcome.status)
      // One broken request is no news; a second opinion is asked before anybody is told.
      if (isAway !== !this.isReachable) void this.check()
    }
  }

  /** Notes whose session this browser has now. */
  noteSession(session: ConnectionState['session']): void {
    this.#set({ session })
  }

  /** Follows what the browser knows of its network. @returns stops that. */
  watch(): () => void {
    const handleChange = () => void this.check()
    const handleVisible = () => {
      if (document.visibilityState === 'visible' && !this.isReachable) void this.check()
    }
    window.addEventListener('online', handleChange)
    window.addEventListener('offline', handleChange)
    document.addEventListener('visibilitychange', handleVisible)
    if (!navigator.onLine) handleChange()
    return () => {
      window.removeEventListener('online', handleChange)
      window.removeEventListener('offline', handleChange)
      document.removeEventListener('visibilitychange', handleVisible)
      clearTimeout(this.#look)
    }
  }

  /**
   * Loads code that is not part of the first view: `load(() => import('./Modal.tsx'))`.
   * @throws ChunkLoadError; it is found out meanwhile whether the forum is away, or has another version by now.
   */
  async load<T>(code: () => Promise<T>): Promise<T> {
    try {
      return await loadChunk(code)
    } catch (error) {
      void this.check()
      throw error
    }
  }

  /** Looks now whether the forum can be reached. */
  check(): Promise<void> {
    this.#looking ??= this.#check().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  /**
   * Resolves when it is worth trying again: after `delay` milliseconds while the forum can be reached, as soon as it
   * is back otherwise. Rejects when `signal` is aborted.
   */
  whenWorthTrying(delay: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      let wasAway = !this.isReachable
      let isLate = false
      const look = () => {
        if (!this.isReachable) wasAway = true
        else if (wasAway || isLate) end(resolve)
      }
      const timer = setTimeout(() => {
        isLate = true
        look()
      }, delay)
      const stop = this.subscribe(look)
      const handleAbort = () => end(() => reject(signal.reason))
      const end = (settle: () => void) => {
        clearTimeout(timer)
        stop()
        signal.removeEventListener('abort', handleAbort)
        settle()
      }
      signal.addEventListener('abort', handleAbort)
      if (signal.aborted) handleAbort()
    })
  }

  async #check(): Promise<void> {
    clearTimeout(this.#look)
    const isBack = await this.#answers()
    if (isBack) this.#set({ reach: this.#slow > 0 ? 'slow' : 'online' })
    else {
      this.#set({ reach: navigator.onLine ? 'unreachable' : 'offline' })
      this.#lookAgain(FIRST_LOOK)
    }
  }

  #lookAgain(delay: number): void {
    clearTimeout(this.#look)
    this.#look = setTimeout(async () => {
      const isBack = await this.#answers()
      if (isBack) this.#set({ reach: 'online' })
      else this.#lookAgain(Math.min(delay * 2, LONGEST_LOOK))
    }, delay)
  }

  async #answers(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(LOOK_PATIENCE)
      const init = { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal } as const
      const answer = await fetch(this.#options.apiUrl, init)
      this.#noteBuild(answer)
      return answer.status < 500
    } catch {
      return false
    }
  }

  #countSlow(change: 1 | -1): void {
    this.#slow += change
    if (this.isReachable) this.#set({ reach: this.#slow > 0 ? 'slow' : 'online' })
  }

  #noteBuild({ headers }: Response): void {
    const build = headers.get('X-Client-Build')
    if (build && this.#options.build && build !== this.#options.build) this.#set({ isOutdated: true })
  }

  #set(changes: Partial<ConnectionState>): void {
    const next = { ...this.#state, ...changes }
    const { reach, isOutdated, session } = this.#state
    if (next.reach === reach && next.isOutdated === isOutdated && next.session === session) return
    this.#state = next
    for (const listener of [...this.#listeners]) listener()
  }
}
