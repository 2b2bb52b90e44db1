import type { App } from '@parley/client'
import type { KeepMessage } from '../shared.ts'

interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/** Starts the service worker, lets it keep what pages load later where bytes cost little, and offers pushes. */
export async function start(app: App): Promise<void> {
  // An address without https has none, nor has a private window of some browsers.
  const { serviceWorker } = navigator
  if (serviceWorker === undefined) return
  try {
    // What the page shows comes first.
    if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve))
    await serviceWorker.register(app.href('/sw'))
    const { active } = await serviceWorker.ready
    if (!savesBytes()) active?.postMessage({ type: 'keep', locale: app.boot.locale } satisfies KeepMessage)
    if (app.userId === undefined || !app.forum.vapidPublicKey) return
    const { startPush } = await app.connection.load(() => import('./push/start-push.tsx'))
    await startPush(app)
  } catch (error) {
    console.warn('The forum works without its service worker, or without pushes:', error)
  }
}

function savesBytes(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '')
}
