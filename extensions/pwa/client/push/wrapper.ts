import type { App } from '@parley/client'

/**
 * What pages send to the wrapper for Apple's devices, and what it answers by an event of the same name: the state (`authorized`
 * and others), the reader's decision (`granted`, `denied`), the address of the device at Firebase (or `ERROR…`).
 * Source: https://github.com/pwa-builder/pwabuilder-ios
 */
export type WrapperMessage = 'push-permission-state' | 'push-permission-request' | 'push-token'

type Handlers = Partial<Record<WrapperMessage, { postMessage(name: string): void }>>

function handlersOfWrapper(): Handlers {
  return (window as { webkit?: { messageHandlers?: Handlers } }).webkit?.messageHandlers ?? {}
}

/** Whether the page is in the wrapper. */
export function isWrapped(): boolean {
  return handlersOfWrapper()['push-permission-request'] !== undefined
}

/** Sends a message to the wrapper. */
export function askWrapper(message: WrapperMessage): void {
  handlersOfWrapper()[message]?.postMessage(message)
}

/** Calls `listen` with each answer of the wrapper to a message. @returns what ends that. */
export function onAnswer(message: WrapperMessage, listen: (answer: string) => void): () => void {
  const handle = (event: Event) => listen(String((event as CustomEvent).detail))
  addEventListener(message, handle)
  return () => removeEventListener(message, handle)
}

/** Tells the forum of the device, now and whenever its reader allows notifications. */
export function registerDevice(app: App): void {
  let last = ''
  onAnswer('push-token', (token) => {
    if (token === last || token.startsWith('ERROR')) return
    last = token
    const request = { method: 'POST', body: { token }, isBackground: true } as const
    app.api.request('/pwa/firebase-push-subscriptions', request).catch(console.warn)
  })
  onAnswer('push-permission-state', (state) => {
    if (state === 'authorized') askWrapper('push-token')
  })
  onAnswer('push-permission-request', (decision) => {
    if (decision === 'granted') askWrapper('push-token')
  })
  askWrapper('push-permission-state')
}
