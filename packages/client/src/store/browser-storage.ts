/** A storage of this browser; `undefined` on the server and where it is forbidden. */
export function browserStorage(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  if (import.meta.env.SSR) return undefined
  // Reading the property throws where storage is forbidden.
  try {
    return globalThis[name]
  } catch {
    return undefined
  }
}
