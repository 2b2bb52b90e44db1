import type { App } from '@parley/client'

/** Whether the browser may notify: what its user has decided, or that it cannot. */
export type PushState = NotificationPermission | 'unsupported'

/** Asks the browser whether it may notify. */
export function pushState(): PushState {
  const canPush = 'Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator
  return canPush ? Notification.permission : 'unsupported'
}

let whenDecided: (() => void) | undefined

/** Calls `call` once the reader has decided, wherever that is asked. */
export function onDecision(call: () => void): void {
  whenDecided = call
}

/** Asks the reader for the permission to notify, and subscribes. Call it from a click. */
export async function askToPush(app: App): Promise<PushState> {
  const state = await Notification.requestPermission()
  if (state !== 'default') whenDecided?.()
  if (state === 'granted') await subscribe(app)
  return state
}

/** Milliseconds in which a worker is started. */
const patience = 20_000

/** A worker that cannot be installed is never ready. */
function startedWorker(): Promise<ServiceWorkerRegistration> {
  const tooLate = new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new Error('The service worker did not start')), patience),
  )
  return Promise.race([navigator.serviceWorker.ready, tooLate])
}

/**
 * Subscribes this browser, and tells the forum. A subscription that stands in the way, such as one with an earlier key, goes
 * first.
 * @throws what the browser or the forum refuses.
 */
export async function subscribe(app: App): Promise<void> {
  const { pushManager } = await startedWorker()
  if (pushManager === undefined) return
  const options = { userVisibleOnly: true, applicationServerKey: app.forum.vapidPublicKey ?? '' }
  const subscription = await pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
  await app.api.request('/pwa/push', {
    method: 'POST',
    body: { subscription: subscription.toJSON() },
    isBackground: true,
  })
}
