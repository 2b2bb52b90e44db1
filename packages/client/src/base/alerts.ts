import type { ReactNode } from 'react'
import { type ApiError, describeError } from '../store/api-error.ts'

export type AlertTone = 'info' | 'success' | 'warning' | 'danger'

export interface AlertOptions {
  tone?: AlertTone
  icon?: string
  /** Buttons or links beside the text. */
  controls?: ReactNode
  /** Does again what failed: a button of its own, which takes the alert away. */
  retry?: (() => void) | undefined
  /** Milliseconds until it goes by itself, unless somebody is at it. Without it stays until dismissed. */
  timeout?: number
}

export interface ShownAlert extends AlertOptions {
  id: number
  content: ReactNode
  /** Came from a failed request: goes when the next one starts. */
  isRequestError: boolean
  /** The failed request, for those who look into it. */
  failure?: ApiError
}

type Translate = (key: string) => string

/** The messages that float over the page. Drawn, and announced once, by `AlertHost`. */
export class Alerts {
  #shown: readonly ShownAlert[] = []
  #listeners = new Set<() => void>()
  #nextId = 1
  #timers = new Map<number, ReturnType<typeof setTimeout>>()
  #isHeld = false
  #t: Translate

  constructor(t: Translate) {
    this.#t = t
  }

  get shown(): readonly ShownAlert[] {
    return this.#shown
  }

  /** @returns the id to dismiss it by. */
  show(content: ReactNode, options: AlertOptions = {}): number {
    return this.#add({ ...options, content, isRequestError: false })
  }

  /**
   * Shows what went wrong with a request, in words for people (core.md section 8).
   * @param retry does it again, where that makes sense.
   */
  showError(error: unknown, retry?: () => void): number {
    const { key, lines, failure } = describeError(error, window.location.origin)
    const content = key === undefined ? lines.join('\n') : this.#t(key)
    return this.#add({ tone: 'danger', content, isRequestError: true, failure, retry })
  }

  dismiss(id: number): void {
    this.#set(this.#shown.filter((alert) => alert.id !== id))
  }

  /** Takes away what earlier requests said. */
  dismissRequestErrors(): void {
    if (this.#shown.some((alert) => alert.isRequestError)) {
      this.#set(this.#shown.filter((alert) => !alert.isRequestError))
    }
  }

  clear(): void {
    this.#set([])
  }

  /** None goes by itself: the pointer or the focus is at them. */
  hold(): void {
    this.#isHeld = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
  }

  /** They go by themselves again, each after its whole time. */
  letGo(): void {
    this.#isHeld = false
    for (const alert of this.#shown) this.#startTimer(alert)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #add(alert: Omit<ShownAlert, 'id'>): number {
    const id = this.#nextId
    this.#nextId += 1
    const added = { ...alert, id }
    this.#set([...this.#shown, added])
    if (!this.#isHeld) this.#startTimer(added)
    return id
  }

  #startTimer({ id, timeout }: ShownAlert): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
    if (timeout !== undefined)
      this.#timers.set(
        id,
        setTimeout(() => this.dismiss(id), timeout),
      )
  }

  #set(shown: readonly ShownAlert[]): void {
    this.#shown = shown
    // What was under the pointer or had the focus may have gone without a word of either's leaving.
    if (shown.length === 0) this.#isHeld = false
    for (const listener of [...this.#listeners]) listener()
  }
}
