import type { App } from '../../../points/app.ts'
import type { Completion } from '../../../points/composer/composer-extension.ts'
import type { Named } from '../../../points/composer/composer-parts.ts'
import type { ComposerTarget } from '../../../points/composer/composer-target.ts'
import { ApiError } from '../../../store/api-error.ts'
import { Observable } from '../../../store/observable.ts'
import { type TypedQuery, typedQueries } from './typed-queries.ts'

/** Milliseconds after which an answer comes too late. */
const sourceTimeout = 10_000
const defaultLimit = 5

/** A suggestion for what was typed. */
export interface Suggestion extends TypedQuery {
  key: string
  item: unknown
}

export interface SuggestionState {
  /** In the order of the completions. None while the list is closed. */
  readonly suggestions: readonly Suggestion[]
  /** Index of the suggestion that Enter inserts. */
  readonly active: number
}

const closed: SuggestionState = { suggestions: [], active: 0 }

/** The suggestions for the text before the caret. After a keystroke the earlier ones stay until a source has answered. */
export class CompletionList extends Observable<SuggestionState> {
  readonly #app: App
  readonly #target: ComposerTarget
  readonly #completions: readonly Named<Completion>[]
  /** The queries that the sources were asked last, as text. */
  #asked = ''
  #found = new Map<Named<Completion>, readonly Suggestion[]>()
  #controller = new AbortController()

  constructor(app: App, target: ComposerTarget, completions: readonly Named<Completion>[]) {
    super(closed)
    this.#app = app
    this.#target = target
    this.#completions = completions
  }

  /** Looks for suggestions after the text or the caret has changed. */
  findSuggestions(text: string, caret: number): void {
    const queries = typedQueries(this.#completions, text, caret)
    const asked = queries
      .map(({ completion, start, query }) => `${completion.name} ${start} ${query}`)
      .join('\n')
    if (asked === this.#asked) return
    this.#controller.abort()
    this.#asked = asked
    for (const completion of this.#found.keys()) {
      if (!queries.some((query) => query.completion === completion)) this.#found.delete(completion)
    }
    if (queries.length === 0) {
      this.close()
      return
    }
    for (const query of queries) this.#findKnown(query)
    this.#show()
    const controller = new AbortController()
    this.#controller = controller
    for (const query of queries) void this.#ask(query, controller.signal)
  }

  close(): void {
    this.#controller.abort()
    this.#asked = ''
    this.#found.clear()
    if (this.state.suggestions.length > 0) this.set(closed)
  }

  /** Moves to the next suggestion or the one before it, round and round. */
  move(step: 1 | -1): void {
    const { suggestions, active } = this.state
    const { length } = suggestions
    if (length > 0) this.update({ active: (active + step + length) % length })
  }

  /** What takes the place of a suggestion's trigger and query. An error of the extension is reported. */
  textOf({ completion, item }: Suggestion): string | undefined {
    try {
      return completion.part.insert(item, { app: this.#app, target: this.#target })
    } catch (error) {
      this.#app.reportFailure(completion.extension ?? 'core', error)
      return undefined
    }
  }

  #findKnown(typed: TypedQuery): void {
    const { completion, query } = typed
    try {
      const items = completion.part.known?.(query, { app: this.#app, target: this.#target })
      if (items) this.#setFound(typed, items)
    } catch (error) {
      this.#app.reportFailure(completion.extension ?? 'core', error)
    }
  }

  #setFound(typed: TypedQuery, items: readonly unknown[]): void {
    const { limit = defaultLimit, keyOf } = typed.completion.part
    const suggestions = items.slice(0, limit).map((item) => ({ ...typed, item, key: keyOf(item) }))
    this.#found.set(typed.completion, suggestions)
  }

  async #ask(typed: TypedQuery, signal: AbortSignal): Promise<void> {
    const { completion, query } = typed
    const { delay = 0, source } = completion.part
    try {
      if (delay > 0) await waitFor(delay, signal)
      if (signal.aborted) return
      const items = await source(query, {
        app: this.#app,
        target: this.#target,
        signal: AbortSignal.any([signal, AbortSignal.timeout(sourceTimeout)]),
      })
      if (signal.aborted) return
      this.#setFound(typed, items)
    } catch (error) {
      if (signal.aborted) return
      // Without an answer there are only those that are known; what is typed stays as it is.
      if (completion.part.known === undefined) this.#found.delete(completion)
      const isUnanswered = error instanceof ApiError || error instanceof DOMException
      if (!isUnanswered) this.#app.reportFailure(completion.extension ?? 'core', error)
    }
    this.#show()
  }

  #show(): void {
    const suggestions = this.#completions.flatMap((completion) => this.#found.get(completion) ?? [])
    const former = this.state.suggestions[this.state.active]
    const active = suggestions.findIndex(
      ({ completion, key }) => completion === former?.completion && key === former.key,
    )
    if (suggestions.length > 0 || this.state.suggestions.length > 0)
      this.set({ suggestions, active: Math.max(0, active) })
  }
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
