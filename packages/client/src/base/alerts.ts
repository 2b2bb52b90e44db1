import type { Identifier } from '@parley/shared'
import type { ReactNode } from 'react'
import { type ApiError, describeError } from '../store/api-error.ts'
import { ChunkLoadError } from '../store/connection/load-chunk.ts'
import { Observable } from '../store/observable.ts'

export type AlertTone = 'info' | 'success' | 'warning' | 'danger'

export interface AlertOptions {
  tone?: AlertTone
  icon?: string
  /** Buttons or links beside the text. */
  controls?: ReactNode
  /** Retries the failed action: adds a button, which also dismisses the alert. */
  retry?: (() => void) | undefined
  /** Text of that button; 'Try again' by default. */
  retryText?: string | undefined
  /** Takes back what the alert reports: adds the button 'Undo'. Such an alert goes away after 10 seconds. */
  undo?: (() => void) | undefined
  /** What the undo restores: a resource. */
  subject?: Identifier | undefined
  /** Milliseconds until auto-dismiss, which hover and focus pause. Without it the alert stays until dismissed. */
  timeout?: number
}

export interface ShownAlert extends AlertOptions {
  id: number
  content: ReactNode
  /** Reports a failed request: dismissed when the next request starts. */
  isRequestError: boolean
  /** The failed request, for debugging. */
  failure?: ApiError
}

type Translate = (key: string) => string

/** Loads code again that failed, then calls `retry`. */
type LoadAgain = (error: ChunkLoadError, retry: () => void) => void

/** Milliseconds for which alerts with an undo stay. */
const undoTime = 10_000
/** Alerts that a phone has room for at a time. */
const maxAlerts = 3

/** The messages that float over the page. `AlertHost` renders them in a live region. */
export class Alerts extends Observable<readonly ShownAlert[]> {
  #nextId = 1
  #timers = new Map<number, ReturnType<typeof setTimeout>>()
  #isPaused = false
  #t: Translate
  #loadAgain: LoadAgain
  /** The document was loaded again for code that had failed before: what fails now is gone, rather than out of reach. */
  isSecondLoad = false

  constructor(t: Translate, loadAgain: LoadAgain = (_, retry) => retry()) {
    super([])
    this.#t = t
    this.#loadAgain = loadAgain
  }

  /** @returns the alert's id, for `dismiss`. */
  show(content: ReactNode, options: AlertOptions = {}): number {
    const passing = { tone: 'success', timeout: undoTime } as const
    const defaults = options.undo === undefined ? undefined : passing
    return this.#add({ ...defaults, ...options, content, isRequestError: false })
  }

  /** Whether an alert offers to undo something. */
  get canUndo(): boolean {
    return this.#undoable().length > 0
  }

  /** Undoes what an alert reports, by default the newest one that offers it, and dismisses that alert. */
  undo(alert: ShownAlert | undefined = this.#undoable().at(-1)): void {
    if (alert === undefined) return
    this.dismiss(alert.id)
    alert.undo?.()
  }

  /**
   * Shows the message for an error (screens 8).
   * @param retry retries the failed action, where that makes sense.
   */
  showError(error: unknown, retry?: () => void): number {
    const { key, lines, failure } = describeError(error, window.location.origin)
    const isMissing = error instanceof ChunkLoadError
    const isGone = isMissing && this.isSecondLoad
    const text = isGone ? 'core.lib.error.chunk_gone_message' : key
    return this.#add({
      tone: 'danger',
      content: text === undefined ? lines.join('\n') : this.#t(text),
      isRequestError: true,
      failure,
      retry: isMissing && retry ? () => this.#loadAgain(error, retry) : retry,
      retryText: isGone ? this.#t('core.lib.connection.reload_button') : undefined,
    })
  }

  /** Dismisses what offers to undo changes of a resource that was deleted. */
  dismissUndoOf({ type, id }: Identifier): void {
    this.set(this.state.filter(({ subject }) => subject?.type !== type || subject.id !== id))
  }

  dismiss(id: number): void {
    this.set(this.state.filter((alert) => alert.id !== id))
  }

  /** Dismisses the alerts about failed requests. */
  dismissRequestErrors(): void {
    if (this.state.some((alert) => alert.isRequestError)) {
      this.set(this.state.filter((alert) => !alert.isRequestError))
    }
  }

  clear(): void {
    this.set([])
  }

  /** Pauses auto-dismiss, while the alerts are hovered or focused. */
  pause(): void {
    this.#isPaused = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
  }

  /** Resumes auto-dismiss, and restarts each full timeout. */
  resume(): void {
    this.#isPaused = false
    for (const alert of this.state) this.#startTimer(alert)
  }

  #undoable(): ShownAlert[] {
    return this.state.filter(({ undo }) => undo !== undefined)
  }

  #add(alert: Omit<ShownAlert, 'id'>): number {
    const id = this.#nextId
    this.#nextId += 1
    const added = { ...alert, id }
    if (this.state.length >= maxAlerts) this.#dismissOldest()
    this.set([...this.state, added])
    if (!this.#isPaused) this.#startTimer(added)
    return id
  }

  /** Dismisses the oldest alert that would go away by itself, rather one without an undo. */
  #dismissOldest(): void {
    const passing = this.state.filter(({ timeout }) => timeout !== undefined)
    const oldest = passing.find(({ undo }) => undo === undefined) ?? passing[0]
    if (oldest !== undefined) this.dismiss(oldest.id)
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

  protected override set(shown: readonly ShownAlert[]): void {
    // Removing the hovered or focused alert sends no leave or blur event.
    if (shown.length === 0) this.#isPaused = false
    super.set(shown)
  }
}

declare module '../points/app.ts' {
  interface App {
    readonly alerts: Alerts
  }
}

/** Runs a write and shows an alert on an error. @returns whether the write succeeded. */
export async function alertOnError(app: { alerts: Alerts }, write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    app.alerts.showError(error)
    return false
  }
}

/**
 * Reports a change that can be taken back. `undo` sends the reverse request; an error of it shows an alert.
 * @param subject the resource that `undo` restores.
 */
export function offerUndo(
  app: { alerts: Alerts },
  done: string,
  undo: () => Promise<unknown>,
  subject?: Identifier,
): void {
  app.alerts.show(done, { undo: () => void alertOnError(app, undo), subject })
}
