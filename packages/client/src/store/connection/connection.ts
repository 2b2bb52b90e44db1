import type { Outcome } from '../api.ts'
import { Observable } from '../observable.ts'
import { clickedControl } from './clicked-control.ts'
import { ChunkLoadError, loadChunk } from './load-chunk.ts'

/** Milliseconds after which a request without an answer counts as slow. */
const slowAfter = 10_000
/** Back-off between two probes of an unreachable forum, in milliseconds: the first and the longest. */
const firstProbeDelay = 2000
const longestProbeDelay = 30_000
/** Timeout of a probe in milliseconds. */
const probeTimeout = 10_000

export interface ConnectionState {
  /**
   * `offline`: the browser has no network. `unreachable`: it has one, but the forum does not answer. `slow`: a
   * request has waited for 10 seconds.
   */
  readonly reach: 'online' | 'slow' | 'offline' | 'unreachable'
  /** The server has another build of the client than this page. */
  readonly isOutdated: boolean
  /** The browser's session: still the page's user, a guest by now, or another user. */
  readonly session: 'same' | 'ended' | 'other'
}

export interface ConnectionOptions {
  /** URL that answers whenever the forum runs. */
  apiUrl: string
  /** The client build of this page; answers name theirs in `X-Client-Build`. */
  build?: string
}

/** Tracks from requests, probes and browser events whether the forum is reachable. */
export class Connection extends Observable<ConnectionState> {
  #options: ConnectionOptions
  #slowRequests = 0
  #probeTimer: ReturnType<typeof setTimeout> | undefined
  #checking: Promise<void> | undefined

  constructor(options: ConnectionOptions) {
    super({ reach: 'online', isOutdated: false, session: 'same' })
    this.#options = options
  }

  get isReachable(): boolean {
    return this.state.reach === 'online' || this.state.reach === 'slow'
  }

  /** Tracks a request from its start. @returns the callback for its end. */
  trackRequest(): (outcome: Outcome) => void {
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      this.#countSlow(1)
    }, slowAfter)
    return (outcome) => {
      clearTimeout(timer)
      if (isSlow) this.#countSlow(-1)
      if (outcome === 'aborted') return
      if (outcome !== 'unanswered') this.#compareBuild(outcome)
      const isUnreachable = outcome === 'unanswered' || [502, 503, 504].includes(outcome.status)
      // One failed request proves little: a probe decides before the state changes.
      if (isUnreachable !== !this.isReachable) void this.check()
    }
  }

  /** Records the state of the browser's session. */
  setSession(session: ConnectionState['session']): void {
    this.update({ session })
  }

  /** Listens to the browser's network events. @returns stops listening. */
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
      clearTimeout(this.#probeTimer)
    }
  }

  /**
   * Loads code outside of the first view: `load(() => import('./Modal.tsx'))`. A failure starts a check of the forum
   * and its build. Many browsers keep a failed import for the life of the page: `alerts.showError` and the router load
   * the document again then.
   * @throws ChunkLoadError
   */
  async load<T>(code: () => Promise<T>): Promise<T> {
    const control = clickedControl()
    try {
      return await loadChunk(code)
    } catch (error) {
      if (error instanceof ChunkLoadError) Object.assign(error, { code, control })
      void this.check()
      throw error
    }
  }

  /** Probes the forum now. Concurrent calls share one probe. */
  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  /**
   * Waits before a retry: for `delay` milliseconds while the forum is reachable, otherwise until it is reachable
   * again. Rejects when `signal` is aborted.
   */
  waitForRetry(delay: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      let wasUnreachable = !this.isReachable
      let hasWaited = false
      const check = () => {
        if (!this.isReachable) wasUnreachable = true
        else if (wasUnreachable || hasWaited) end(resolve)
      }
      const timer = setTimeout(() => {
        hasWaited = true
        check()
      }, delay)
      const unsubscribe = this.subscribe(check)
      const handleAbort = () => end(() => reject(signal.reason))
      const end = (settle: () => void) => {
        clearTimeout(timer)
        unsubscribe()
        signal.removeEventListener('abort', handleAbort)
        settle()
      }
      signal.addEventListener('abort', handleAbort)
      if (signal.aborted) handleAbort()
    })
  }

  async #check(): Promise<void> {
    clearTimeout(this.#probeTimer)
    const wasOffline = !navigator.onLine
    let hasAnswered = await this.#probe()
    // The network has returned meanwhile: the failure says nothing about the forum.
    if (!hasAnswered && wasOffline && navigator.onLine) hasAnswered = await this.#probe()
    if (hasAnswered) this.update({ reach: this.#slowRequests > 0 ? 'slow' : 'online' })
    else {
      this.update({ reach: navigator.onLine ? 'unreachable' : 'offline' })
      this.#scheduleProbe(firstProbeDelay)
    }
  }

  #scheduleProbe(delay: number): void {
    clearTimeout(this.#probeTimer)
    this.#probeTimer = setTimeout(async () => {
      const hasAnswered = await this.#probe()
      if (hasAnswered) this.update({ reach: 'online' })
      else this.#scheduleProbe(Math.min(delay * 2, longestProbeDelay))
    }, delay)
  }

  async #probe(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(probeTimeout)
      const init = { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal } as const
      const answer = await fetch(this.#options.apiUrl, init)
      this.#compareBuild(answer)
      return answer.status < 500
    } catch {
      return false
    }
  }

  #countSlow(change: 1 | -1): void {
    this.#slowRequests += change
    if (this.isReachable) this.update({ reach: this.#slowRequests > 0 ? 'slow' : 'online' })
  }

  #compareBuild({ headers }: Response): void {
    const build = headers.get('X-Client-Build')
    if (build && this.#options.build && build !== this.#options.build) this.update({ isOutdated: true })
  }
}
