/** Where the browser keeps which suspension its user has read about: the time of its end, in milliseconds. */
const key = 'flarum-suspend.acknowledge-suspension'

/** Whether the user has read about the suspension with this end. */
export function isAcknowledged(end: string): boolean {
  return attempt(() => localStorage.getItem(key) === markOf(end)) ?? false
}

/** Keeps that the user has read about a suspension. */
export function acknowledge(end: string): void {
  attempt(() => localStorage.setItem(key, markOf(end)))
}

/** Forgets a suspension that is over, or was replaced by another. */
export function forget(): void {
  attempt(() => localStorage.removeItem(key))
}

function markOf(end: string): string {
  return String(Date.parse(end))
}

/** Browsers may forbid storage: then users read it with each page. */
function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
