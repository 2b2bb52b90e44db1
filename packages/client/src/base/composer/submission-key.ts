import { newIdempotencyKey } from '../../store/api.ts'

/** Milliseconds for which the server surely knows a key. It keeps keys for 24 hours; clocks may differ. */
const keyLifetime = 23 * 3_600_000

/** Makes an idempotency key for a submission. It begins with the time at which it was made. */
export function newSubmissionKey(): string {
  return `${Date.now().toString(36)}-${newIdempotencyKey()}`
}

/** Whether the server may have forgotten a key: a text that is sent again with it may appear twice. */
export function isKeyOutdated(key: string): boolean {
  return Date.now() - Number.parseInt(key, 36) > keyLifetime
}
