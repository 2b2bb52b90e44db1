import { ApiError, isUnanswered } from '../api-error.ts'
import type { Connection } from './connection.ts'

/** Back-off before each retry, in milliseconds. The write fails after the last one. */
const delays = [1000, 2000, 4000, 8000, 16_000]
/** Timeout of one attempt in milliseconds. */
const attemptTimeout = 60_000

export interface RetryOptions {
  /** Ends the retries. */
  signal: AbortSignal
  /** Called before each wait for the next attempt. */
  onWaiting?: () => void
  /** Asked after each wait; `false` ends the retries. */
  mayRetry?: () => boolean
}

/**
 * Retries a request until the server answers, through broken connections and restarts of the server. Waits without
 * limit while the forum is unreachable.
 * @param send must be idempotent: a write with the same idempotency key each time.
 * @throws the error of an answer; the last failure after the last retry or when `signal` is aborted.
 */
export async function retryUntilAnswered<T>(
  connection: Connection,
  send: (signal: AbortSignal) => Promise<T>,
  { signal, onWaiting, mayRetry }: RetryOptions,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send(AbortSignal.any([signal, AbortSignal.timeout(attemptTimeout)]))
    } catch (error) {
      const failure = isAborted(error) ? new ApiError({ status: 0, url: '' }) : error
      const delay = delays[attempt]
      if (!isUnanswered(failure) || delay === undefined || signal.aborted) throw failure
      onWaiting?.()
      try {
        await connection.waitForRetry(delay, signal)
      } catch {
        throw failure
      }
      if (mayRetry?.() === false) throw failure
    }
  }
}

function isAborted(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError')
}
