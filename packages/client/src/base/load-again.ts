import type { App } from '../points/app.ts'
import { browserStorage } from '../store/browser-storage.ts'
import type { ChunkLoadError } from '../store/connection/load-chunk.ts'
import { choiceKey } from './chosen/choice-key.ts'

/** Milliseconds within which the browser leaves the page, unless the reader stays for a text that is not saved. */
const leaveTimeout = 10_000

/**
 * Loads code again that failed, at the reader's request, then calls `retry`. Where the browser keeps the failure, it
 * loads the document again, and what the reader had chosen opens by itself there.
 */
export async function loadAgain(app: App, error: ChunkLoadError, retry: () => void): Promise<void> {
  const { alerts, connection } = app
  try {
    await connection.load(error.code ?? (() => Promise.reject(error)))
    retry()
  } catch {
    await connection.check()
    if (connection.isReachable) {
      // Without this code, too, the document is loaded all the same.
      await import('./chosen/keep-choice.ts').then(({ keepChoice }) => keepChoice(app, error)).catch(() => {})
      await reloadDocument()
    }
    alerts.showError(error, retry)
  }
}

/**
 * Loads the document of the current address again. @param atStart shows its beginning, or its fragment, in place of the
 * reader's place. Resolves if the browser stays on the page.
 */
export function reloadDocument(atStart = false): Promise<void> {
  if (atStart) {
    // The listener before it has left the place to the browser.
    window.addEventListener('pagehide', () => {
      history.scrollRestoration = 'manual'
    })
  }
  window.location.reload()
  return new Promise((resolve) => setTimeout(resolve, leaveTimeout))
}

/** Opens what the reader had chosen on the page before this document was loaded again. Call it after hydration. */
export function resumeChoice(app: App): void {
  if (!browserStorage('sessionStorage')?.getItem(choiceKey)) return
  app.alerts.isSecondLoad = true
  void app.connection
    .load(() => import('./chosen/resume-choice.ts'))
    .then(
      ({ openChoice }) => openChoice(app),
      () => {},
    )
}
