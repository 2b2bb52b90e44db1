import { createTranslator, type Messages, type Translator } from '@parley/shared/i18n'
import { Observable } from '../../store/observable.ts'

const refreshInterval = 10_000

export interface Moment {
  readonly now: Date
  readonly translator: Translator
  /** Whether `translator` uses the reader's time zone. */
  readonly isLocal: boolean
}

/**
 * The time base of relative times. The server and hydration use the time of rendering in UTC, so that both render the
 * same; afterwards it is the reader's local time, refreshed every 10 seconds while the page is visible.
 */
export class Clock extends Observable<Moment> {
  #makeLocal: () => Translator
  #local: Translator | undefined

  constructor(options: { locale: string; messages: Messages; now: string }) {
    const { locale, messages, now } = options
    super({ now: new Date(now), translator: translatorInUtc(locale, messages), isLocal: false })
    this.#makeLocal = () => createTranslator({ locale, messages })
  }

  /** Switches from the server's time to the reader's. */
  start(): void {
    this.#tick()
  }

  protected override onObserved(): () => void {
    const timer = setInterval(() => {
      if (!document.hidden) this.#tick()
    }, refreshInterval)
    return () => clearInterval(timer)
  }

  #tick(): void {
    this.#local ??= this.#makeLocal()
    this.set({ now: new Date(), translator: this.#local, isLocal: true })
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
