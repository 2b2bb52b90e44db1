/** An error of an extension, with the number of its occurrences. */
export interface CaughtError {
  /** Where it was thrown. */
  side: 'server' | 'browser'
  /** The handler that threw it: `routes › GET /api/x`. */
  place: string
  message: string
  count: number
  /** ISO 8601. */
  lastAt: string
}

/** What was measured of one extension in some time. */
export interface Measured {
  /** Requests that the forum answered while the extension was enabled. */
  requests: number
  /** Calls of its handlers. */
  calls: number
  /** Time that its handlers took, waiting included. */
  milliseconds: number
  errors: readonly CaughtError[]
}

const maximumErrors = 20
const maximumMessageLength = 300
const maximumPlaceLength = 150

class Measurement {
  requests = 0
  calls = 0
  milliseconds = 0
  readonly errors = new Map<string, CaughtError>()
}

/**
 * Measures the extensions of a process: the time of their handlers and their errors. Its size is bounded. `take` empties
 * it, for a record that all processes share.
 */
export class ExtensionHealth {
  /** The clock of the forum. */
  readonly now: () => Date
  #byId = new Map<string, Measurement>()
  /** Errors that were counted where they were thrown: those that call the handler see them again. */
  #counted = new WeakSet<object>()

  constructor(now: () => Date) {
    this.now = now
  }

  /** Counts a request for all extensions that are enabled now. */
  countRequest(enabled: readonly string[]): void {
    for (const id of enabled) this.#of(id).requests += 1
  }

  /** Counts a call of a handler. */
  countCall(id: string, milliseconds: number): void {
    const measurement = this.#of(id)
    measurement.calls += 1
    measurement.milliseconds += milliseconds
  }

  /** Counts an error of an extension once, however many handlers it passes through. */
  countError(id: string, place: string, error: unknown): void {
    if (typeof error === 'object' && error !== null) {
      if (this.#counted.has(error)) return
      this.#counted.add(error)
    }
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    this.report(id, { side: 'server', place, message })
  }

  /** Counts an error of the given description. */
  report(id: string, { side, ...described }: Pick<CaughtError, 'side' | 'place' | 'message'>): void {
    const { errors } = this.#of(id)
    const place = described.place.slice(0, maximumPlaceLength)
    const message = described.message.slice(0, maximumMessageLength).replaceAll('\0', '')
    const key = JSON.stringify([side, place, message])
    const known = errors.get(key)
    if (!known && errors.size >= maximumErrors) {
      const [oldest] = errors.keys()
      if (oldest !== undefined) errors.delete(oldest)
    }
    const lastAt = this.now().toISOString()
    errors.set(key, { side, place, message, count: (known?.count ?? 0) + 1, lastAt })
  }

  /** Returns what was measured of one extension since `take`. */
  measured(id: string): Measured {
    return toMeasured(this.#byId.get(id) ?? new Measurement())
  }

  /** Returns what was measured since the last call, by id, and begins anew. */
  take(): ReadonlyMap<string, Measured> {
    const taken = new Map([...this.#byId].map(([id, measurement]) => [id, toMeasured(measurement)]))
    this.#byId = new Map()
    return taken
  }

  #of(id: string): Measurement {
    const found = this.#byId.get(id)
    if (found) return found
    const added = new Measurement()
    this.#byId.set(id, added)
    return added
  }
}

function toMeasured({ errors, ...counts }: Measurement): Measured {
  return { ...counts, errors: [...errors.values()] }
}
