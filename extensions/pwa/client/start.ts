import type { App } from '@parley/client'
import type { KeepMessage } from '../shared.ts'

interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/** Starts the service worker, lets it keep what pages load later where bytes cost little, and offers pushes. */
export async function start(app: App): Promise<void> {
  const isMember = app.userId !== undefined
  if (isMember && 'webkit' in window) {
    const { isWrapped, registerDevice } = await app.connection.load(() => import('./push/wrapper.ts'))
    if (isWrapped()) registerDevice(app)
  }
  // An address without https has none, nor has a private window of some browsers.
  const { serviceWorker } = navigator
  if (serviceWorker === undefined) return
  try {
    // What the page shows comes first.
    if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve))
    await serviceWorker.register(app.href('/sw'))
    const registration = await serviceWorker.ready
    const { locale, build } = app.boot
    const message: KeepMessage = { type: 'keep', locale, build }
    if (!savesBytes()) registration.active?.postMessage(message)
    if (!isMember) return await endPushes(registration)
    if (!app.forum.vapidPublicKey) return
    const { startPush } = await app.connection.load(() => import('./push/start-push.tsx'))
    await startPush(app)
  } catch (error) {
    console.warn('The forum works without its service worker, or without pushes:', error)
  }
}

/** Without a member, the browser is told nothing more, and shows nothing that one was told. */
async function endPushes(registration: ServiceWorkerRegistration): Promise<void> {
  await (await registration.pushManager?.getSubscription())?.unsubscribe()
  for (const notification of await registration.getNotifications()) notification.close()
}

function savesBytes(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '')
}
