import { useState } from 'react'

interface Trace {
  /** For the element that shows the trace; undefined while there is none. */
  className: string | undefined
  onAnimationEnd: () => void
}

/**
 * Leaves a short trace on an element whose value has changed while it was shown, or that is new itself.
 * @param value what the trace follows; compared by identity.
 */
export function useTrace(value: unknown, isNew = false): Trace {
  const [last, setLast] = useState(value)
  const [isFresh, setIsFresh] = useState(isNew)
  if (last !== value) {
    setLast(value)
    setIsFresh(true)
  }
  return { className: isFresh ? 'has-trace' : undefined, onAnimationEnd: () => setIsFresh(false) }
}
