import type { MarkupReference } from '@parley/shared/markup'
import type { App } from '../../../points/app.ts'
import { ApiError } from '../../../store/api-error.ts'
import { Observable } from '../../../store/observable.ts'
import type { ReferenceSyntax } from './post-markup.ts'

/** Milliseconds without another missing reference before they are fetched: a name is typed letter by letter. */
const fetchDelay = 300
/** References of one request, and all that one preview may fetch. */
const batchSize = 50
const maxReferences = 500

/** Fetches facts that the preview of a text lacks. The state counts what has arrived: the preview renders again. */
export class MissingFacts extends Observable<number> {
  readonly #app: App
  readonly #controller = new AbortController()
  readonly #asked = new Set<string>()
  #waiting = new Map<string, [MarkupReference, ReferenceSyntax]>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(app: App) {
    super(0)
    this.#app = app
  }

  /** Takes the references that the current text lacks facts of; forgets those that are waiting. */
  request(missing: Iterable<[MarkupReference, ReferenceSyntax]>): void {
    clearTimeout(this.#timer)
    this.#waiting = new Map()
    for (const [reference, syntax] of missing) {
      const key = JSON.stringify([reference.reference, reference.id, reference.details])
      const isOpen = syntax.fetchFacts !== undefined && !this.#asked.has(key)
      if (isOpen && this.#asked.size + this.#waiting.size < maxReferences)
        this.#waiting.set(key, [reference, syntax])
    }
    if (this.#waiting.size > 0) this.#timer = setTimeout(() => this.#fetch(), fetchDelay)
  }

  /** Renders again when something else has arrived on which the preview depends. */
  async wait(arriving: Promise<boolean>): Promise<void> {
    if ((await arriving) && !this.#controller.signal.aborted) this.set(this.state + 1)
  }

  /** Ends all requests. */
  dispose(): void {
    clearTimeout(this.#timer)
    this.#controller.abort()
  }

  #fetch(): void {
    const bySyntax = new Map<ReferenceSyntax, MarkupReference[]>()
    for (const [key, [reference, syntax]] of this.#waiting) {
      this.#asked.add(key)
      bySyntax.set(syntax, [...(bySyntax.get(syntax) ?? []), reference])
    }
    this.#waiting.clear()
    for (const [syntax, references] of bySyntax) {
      for (let start = 0; start < references.length; start += batchSize)
        void this.#fetchBatch(syntax, references.slice(start, start + batchSize))
    }
  }

  async #fetchBatch(syntax: ReferenceSyntax, references: readonly MarkupReference[]): Promise<void> {
    const { signal } = this.#controller
    try {
      await syntax.fetchFacts?.(references, this.#app, signal)
      if (!signal.aborted) this.set(this.state + 1)
    } catch (error) {
      if (!signal.aborted && !(error instanceof ApiError)) this.#app.reportFailure(syntax.extension, error)
    }
  }
}
