import type { ReactNode } from 'react'
import { describeError } from '../store/api-error.ts'

export type AlertTone = 'info' | 'success' | 'warning' | 'danger'

export interface AlertOptions {
  tone?: AlertTone
  /** Buttons or links beside the text. */
  controls?: ReactNode
  /** Milliseconds until it goes by itself. Without it stays until dismissed. */
  timeout?: number
}

export interface ShownAlert extends AlertOptions {
  id: number
  content: ReactNode
  /** Came from a failed request: goes when the next one starts. */
  isRequestError: boolean
}

type Translate = (key: string) => string

/** The messages that float over the page. Drawn, and announced once, by `AlertHost`. */
export class Alerts {
  #shown: readonly ShownAlert[] = []
  #listeners = new Set<() => void>()
  #nextId = 1
  #t: Translate

  constructor(t: Translate) {
    this.#t = t
  }

  get shown(): readonly ShownAlert[] {
    return this.#shown
  }

  /** @returns the id to dismiss it by. */
  show(content: ReactNode, options: AlertOptions = {}): number {
    return this.#add(content, options, false)
  }

  /** Shows what went wrong with a request, in words for people (core.md section 8). */
  showError(error: unknown): number {
    const { key, lines } = describeError(error, window.location.origin)
    const text = key === undefined ? lines.join('\n') : this.#t(key)
    return this.#add(text, { tone: 'danger' }, true)
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

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #add(content: ReactNode, options: AlertOptions, isRequestError: boolean): number {
    const id = this.#nextId
    this.#nextId += 1
    this.#set([...this.#shown, { ...options, id, content, isRequestError }])
    if (options.timeout !== undefined) setTimeout(() => this.dismiss(id), options.timeout)
    return id
  }

  #set(shown: readonly ShownAlert[]): void {
    this.#shown = shown
    for (const listener of [...this.#listeners]) listener()
  }
}
