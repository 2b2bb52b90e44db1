import { isLongEnough } from '@parley/shared/search-text'
import { Observable } from '../../../store/observable.ts'

/** Debounce delay after the last key; ms. */
const debounceDelay = 250

/** Lifetime of cached results in ms, and their maximum number. */
const cacheLifetime = 5 * 60_000
const maximumCached = 50

export interface QuickState<Results> {
  /** The text that `results` belong to, in lower case; empty without a search. */
  text: string
  /** Results of an earlier text while the next search is loading. */
  results: Results | undefined
  isLoading: boolean
  hasFailed: boolean
}

/** Searches while the reader types: debounced, cached, and ignoring responses for an older text. */
export class QuickSearch<Results> extends Observable<QuickState<Results>> {
  #load: (text: string, signal: AbortSignal) => Promise<Results>
  #isSearched: (text: string) => boolean
  #text = ''
  #cache = new Map<string, { results: Results; at: number }>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #controller: AbortController | undefined

  /** @param isSearched whether a text is long enough for a search. */
  constructor(
    load: (text: string, signal: AbortSignal) => Promise<Results>,
    isSearched: (text: string) => boolean = isLongEnough,
  ) {
    super(idleState)
    this.#load = load
    this.#isSearched = isSearched
  }

  /** Sets the text of the field. */
  setText(text: string): void {
    const query = text.trim().toLowerCase()
    if (query === this.#text) return
    this.#text = query
    clearTimeout(this.#timer)
    this.#controller?.abort()
    const cached = this.#cache.get(query)
    if (!this.#isSearched(query)) this.set(idleState)
    else if (cached !== undefined && Date.now() - cached.at < cacheLifetime) this.#show(query, cached.results)
    else {
      this.update({ isLoading: true, hasFailed: false })
      this.#timer = setTimeout(() => void this.retry(), debounceDelay)
    }
  }

  /** Searches for the text again after a failure. */
  async retry(): Promise<void> {
    const text = this.#text
    const controller = new AbortController()
    this.#controller = controller
    this.update({ isLoading: true, hasFailed: false })
    try {
      const results = await this.#load(text, controller.signal)
      if (controller.signal.aborted) return
      this.#addToCache(text, results)
      this.#show(text, results)
    } catch {
      if (!controller.signal.aborted)
        this.set({ text, results: undefined, isLoading: false, hasFailed: true })
    }
  }

  #addToCache(text: string, results: Results): void {
    this.#cache.delete(text)
    this.#cache.set(text, { results, at: Date.now() })
    const [oldest] = this.#cache.keys()
    if (this.#cache.size > maximumCached && oldest !== undefined) this.#cache.delete(oldest)
  }

  #show(text: string, results: Results): void {
    this.set({ text, results, isLoading: false, hasFailed: false })
  }
}

const idleState = { text: '', results: undefined, isLoading: false, hasFailed: false }
