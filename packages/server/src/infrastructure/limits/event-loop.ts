const waiting: (() => void)[] = []

/**
 * Resolves in a later iteration of the event loop: for one caller per iteration, in the order of the calls. Work that is
 * divided by it blocks other requests for one part at a time, however many callers work concurrently.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(admitNext)
  })
}

function admitNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(admitNext)
}
