import { createTranslator, type Messages, type Translator } from '@parley/shared/i18n'
import { Observable } from '../../store/observable.ts'

const refreshInterval = 10_000

/** Milliseconds by which the clocks may differ: a page may be kept for a minute, and takes a while to arrive. */
const tolerance = 120_000

/** What browsers say of the size of an answer whose body is in their cache, in bytes; 0 where none was sent. */
const headersOnly = 300

export interface Moment {
  readonly now: Date
  readonly translator: Translator
  /** Whether `translator` uses the reader's time zone. */
  readonly isLocal: boolean
}

/**
 * The time base of relative times. The server and hydration use the time of rendering in UTC, so that both render the
 * same; afterwards it is the time in the reader's zone, refreshed every 10 seconds while the page is visible. Where the reader's
 * clock is wrong, the difference to the server's is added.
 */
export class Clock extends Observable<Moment> {
  #makeLocal: () => Translator
  #local: Translator | undefined
  /** By how many milliseconds the reader's clock is behind the server's. */
  #offset = 0

  constructor(options: { locale: string; messages: Messages; now: string }) {
    const { locale, messages, now } = options
    super({ now: new Date(now), translator: translatorInUtc(locale, messages), isLocal: false })
    this.#makeLocal = () => createTranslator({ locale, messages })
  }

  /** Switches from the server's time to the reader's. */
  start(): void {
    const { now, isLocal } = this.state
    const offset = +now - Date.now()
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    // A page of the browser's cache may be old: it only tells that a clock is behind.
    const isSure = offset > 0 || (load && load.transferSize > headersOnly)
    if (!isLocal && isSure && Math.abs(offset) > tolerance) this.#offset = offset
    this.#tick()
  }

  /** The server's time at a time of the reader's clock, in milliseconds. */
  read(local = Date.now()): Date {
    return new Date(local + this.#offset)
  }

  protected override onObserved(): () => void {
    const timer = setInterval(() => {
      if (!document.hidden) this.#tick()
    }, refreshInterval)
    return () => clearInterval(timer)
  }

  #tick(): void {
    this.#local ??= this.#makeLocal()
    this.set({ now: this.read(), translator: this.#local, isLocal: true })
  }
}

const translatorsInUtc = new WeakMap<Messages, Translator>()

/** Cached, because the server needs the same translator for every page. */
function translatorInUtc(locale: string, messages: Messages): Translator {
  const cached = translatorsInUtc.get(messages)
  if (cached?.locale === locale) return cached
  const translator = createTranslator({ locale, messages, timeZone: 'UTC' })
  translatorsInUtc.set(messages, translator)
  return translator
}

declare module '../../points/app.ts' {
  interface App {
    readonly clock: Clock
  }
}
