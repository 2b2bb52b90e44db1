import { createTranslator, type Messages, type Translator } from '@parley/shared/i18n'

const refreshInterval = 10_000

export interface Moment {
  readonly now: Date
  readonly translator: Translator
}

/**
 * The time base of relative times. The server and hydration use the time of rendering in UTC, so that both render the
 * same; afterwards it is the reader's local time, refreshed every 10 seconds while the page is visible.
 */
export class Clock {
  readonly boot: Moment
  #makeLocal: () => Translator
  #local: Translator | undefined
  #current: Moment
  #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(options: { locale: string; messages: Messages; now: string }) {
    const { locale, messages, now } = options
    this.boot = { now: new Date(now), translator: translatorInUtc(locale, messages) }
    this.#makeLocal = () => createTranslator({ locale, messages })
    this.#current = this.boot
  }

  /** The current time, with a translator for the reader's time zone after `start`. */
  get current(): Moment {
    return this.#current
  }

  /** Switches from the server's time to the reader's. */
  start(): void {
    this.#tick()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    this.#timer ??= setInterval(() => {
      if (!document.hidden) this.#tick()
    }, refreshInterval)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  #tick(): void {
    this.#local ??= this.#makeLocal()
    this.#current = { now: new Date(), translator: this.#local }
    for (const listener of [...this.#listeners]) listener()
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
