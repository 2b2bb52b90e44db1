import { setTimeout as sleep } from 'node:timers/promises'

/** Rejects when `work` takes longer than `timeoutMs`. Code that never yields to the event loop cannot be stopped. */
export async function withinTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const timer = new AbortController()
  const end = sleep(timeoutMs, 'late' as const, { signal: timer.signal }).catch(() => 'late' as const)
  try {
    const first = await Promise.race([work.then((value) => ({ value })), end])
    if (first === 'late') throw new Error(`did not end within ${timeoutMs / 1000} seconds`)
    return first.value
  } finally {
    timer.abort()
  }
}
