import { ApiError, isUnanswered } from '../api-error.ts'
import type { Connection } from './connection.ts'

/** Milliseconds before each new attempt; after the last one it is given up. */
const DELAYS = [1000, 2000, 4000, 8000, 16_000]
/** Milliseconds that one attempt may wait for its answer. */
const PATIENCE = 60_000

export interface Persistence {
  /** Aborted by whoever does not want to wait any longer. */
  signal: AbortSignal
  /** Told each time that there was no answer and the next attempt is waited for. */
  onWaiting?: () => void
}

/**
 * Sends until there is an answer: over broken connections and while the server is started again. While the forum
 * cannot be reached at all it waits, however long that takes.
 * @param send has to be safe to repeat: a write with the same idempotency key each time.
 * @throws what `send` throws for an answer; the last failure when it is given up or `signal` is aborted.
 */
export async function persist<T>(
  connection: Connection,
  send: (signal: AbortSignal) => Promise<T>,
  { signal, onWaiting }: Persistence,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]))
    } catch (error) {
      const failure = isCutOff(error) ? new ApiError({ status: 0, url: '' }) : error
      const delay = DELAYS[attempt]
      if (!isUnanswered(failure) || delay === undefined || signal.aborted) throw failure
      onWaiting?.()
      try {
        await connection.whenWorthTrying(delay, signal)
      } catch {
        throw failure
      }
    }
  }
}

function isCutOff(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError')
}
