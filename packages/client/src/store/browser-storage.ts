/**
 * The browser's storage of that name; `undefined` on the server, where the browser forbids it, and in views of the forum as
 * another, which keep nothing.
 */
export function browserStorage(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  if (import.meta.env.SSR || document.querySelector('.ViewBar')) return undefined
  // Browsers that forbid storage throw when a script reads the property.
  try {
    return globalThis[name]
  } catch {
    return undefined
  }
}

/** Reports changes of the local storage by other tabs: the changed key, or `null` for all. @returns stops. */
export function watchStorage(listener: (key: string | null) => void): () => void {
  const handleStorage = ({ key }: StorageEvent) => listener(key)
  window.addEventListener('storage', handleStorage)
  return () => window.removeEventListener('storage', handleStorage)
}
