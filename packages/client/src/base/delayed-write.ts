import type { Alerts } from './alerts.ts'

interface DelayedWrite {
  /** What was done, for the alert that offers to undo it. */
  done: string
  /** Sends the request with `keepalive`, and reports a failure. */
  send: () => Promise<unknown>
  /** Takes back what the page shows; nothing was sent. */
  undo: () => void
}

/**
 * Offers to undo a change that the page shows already, and sends it when that offer ends: when its alert goes away, or
 * when the reader leaves the page, hides it or opens another tab.
 */
export function delayWrite({ alerts }: { alerts: Alerts }, { done, send, undo }: DelayedWrite): void {
  let isPending = true
  const end = () => {
    const wasPending = isPending
    isPending = false
    unsubscribe()
    window.removeEventListener('pagehide', sendNow)
    document.removeEventListener('visibilitychange', sendWhenHidden)
    return wasPending
  }
  const id = alerts.show(done, {
    undo: () => {
      if (end()) undo()
    },
  })
  const sendNow = () => {
    if (!end()) return
    alerts.dismiss(id)
    void send()
  }
  const sendWhenHidden = () => {
    if (document.hidden) sendNow()
  }
  const unsubscribe = alerts.subscribe(() => {
    // Undoing dismisses the alert first.
    if (!alerts.state.some((alert) => alert.id === id)) queueMicrotask(sendNow)
  })
  window.addEventListener('pagehide', sendNow)
  document.addEventListener('visibilitychange', sendWhenHidden)
}
