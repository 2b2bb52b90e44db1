import { isLongEnough } from '@parley/shared/search-text'

/** How long nothing is typed before a text is looked for; ms. */
const PAUSE = 250

/** How long an answer counts, and how many are kept. */
const KEPT_FOR = 5 * 60_000
const KEPT_MOST = 50

export interface QuickState<Results> {
  /** What `results` were found for, in lower case; empty while nothing is looked for. */
  text: string
  /** Of an earlier text while the next one is loading. */
  results: Results | undefined
  isLoading: boolean
  hasFailed: boolean
}

/** Looks for a text while it is typed: after a pause, each text once, and never shows the answer to an older one. */
export class QuickSearch<Results> {
  #load: (text: string, signal: AbortSignal) => Promise<Results>
  #state: QuickState<Results> = nothing
  #wanted = ''
  #listeners = new Set<() => void>()
  #kept = new Map<string, { results: Results; at: number }>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #loading: AbortController | undefined

  constructor(load: (text: string, signal: AbortSignal) => Promise<Results>) {
    this.#load = load
  }

  get state(): QuickState<Results> {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What stands in the field. */
  setText(text: string): void {
    const wanted = text.trim().toLowerCase()
    if (wanted === this.#wanted) return
    this.#wanted = wanted
    clearTimeout(this.#timer)
    this.#loading?.abort()
    const kept = this.#kept.get(wanted)
    if (!isLongEnough(wanted)) this.#set(nothing)
    else if (kept !== undefined && Date.now() - kept.at < KEPT_FOR) this.#show(wanted, kept.results)
    else {
      this.#set({ ...this.#state, isLoading: true, hasFailed: false })
      this.#timer = setTimeout(() => void this.retry(), PAUSE)
    }
  }

  /** Looks for the text again after a failure. */
  async retry(): Promise<void> {
    const text = this.#wanted
    const loading = new AbortController()
    this.#loading = loading
    this.#set({ ...this.#state, isLoading: true, hasFailed: false })
    try {
      const results = await this.#load(text, loading.signal)
      if (loading.signal.aborted) return
      this.#keep(text, results)
      this.#show(text, results)
    } catch {
      if (!loading.signal.aborted) this.#set({ text, results: undefined, isLoading: false, hasFailed: true })
    }
  }

  #keep(text: string, results: Results): void {
    this.#kept.delete(text)
    this.#kept.set(text, { results, at: Date.now() })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT_MOST && oldest !== undefined) this.#kept.delete(oldest)
  }

  #show(text: string, results: Results): void {
    this.#set({ text, results, isLoading: false, hasFailed: false })
  }

  #set(state: QuickState<Results>): void {
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}

const nothing = { text: '', results: undefined, isLoading: false, hasFailed: false }
