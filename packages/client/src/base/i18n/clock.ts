import { createTranslator, type Messages, type Translator } from '@parley/shared/i18n'

const REFRESH_INTERVAL = 10_000

export interface Moment {
  readonly now: Date
  readonly translator: Translator
}

/**
 * The time that relative times are drawn from. The server and hydration use the moment of rendering in UTC, so that
 * both draw the same; afterwards it is the reader's own time, refreshed every 10 seconds while somebody looks.
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

  /** Times in the reader's time zone. */
  get current(): Moment {
    return this.#current
  }

  /** Goes over from the server's moment to the reader's. */
  start(): void {
    this.#tick()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    this.#timer ??= setInterval(() => {
      if (!document.hidden) this.#tick()
    }, REFRESH_INTERVAL)
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

const inUtc = new WeakMap<Messages, Translator>()

/** Kept, because the server needs the same one for every page. */
function translatorInUtc(locale: string, messages: Messages): Translator {
  const known = inUtc.get(messages)
  if (known?.locale === locale) return known
  const translator = createTranslator({ locale, messages, timeZone: 'UTC' })
  inUtc.set(messages, translator)
  return translator
}
