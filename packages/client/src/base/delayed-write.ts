import type { App } from '../points/app.ts'

interface DelayedWrite {
  /** What was done, for the alert that offers to undo it. */
  done: string
  /**
   * Sends the request with `keepalive`, and reports a failure. `isLeaving` is true if the page may be gone before the
   * answer.
   */
  send: (isLeaving: boolean) => Promise<unknown>
  /** Takes back what the page shows; nothing was sent. */
  undo: () => void
  /** Sends it when the reader goes to another page of the forum, which would load what the server has. */
  isSentOnNavigation?: true
}

/**
 * Offers to undo a change that the page shows already, and sends it when that offer ends: when its alert goes away, or
 * when the reader leaves the forum, hides it or opens another tab.
 */
export function delayWrite(
  { alerts, router }: Pick<App, 'alerts' | 'router'>,
  { done, send, undo, isSentOnNavigation }: DelayedWrite,
): void {
  let isPending = true
  const path = router.state.entry.location?.path
  const end = () => {
    if (!isPending) return false
    isPending = false
    for (const unsubscribe of subscriptions) unsubscribe()
    window.removeEventListener('pagehide', leave)
    document.removeEventListener('visibilitychange', leaveWhenHidden)
    return true
  }
  const id = alerts.show(done, {
    undo: () => {
      if (end()) undo()
    },
  })
  const sendNow = (isLeaving: boolean) => {
    if (!end()) return
    alerts.dismiss(id)
    void send(isLeaving)
  }
  const leave = () => sendNow(true)
  const leaveWhenHidden = () => {
    if (document.hidden) leave()
  }
  const subscriptions = [
    alerts.subscribe(() => {
      // Undoing dismisses the alert first.
      if (!alerts.state.some((alert) => alert.id === id)) queueMicrotask(() => sendNow(false))
    }),
    router.subscribe(() => {
      if (isSentOnNavigation && router.state.entry.location?.path !== path) sendNow(false)
    }),
  ]
  window.addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', leaveWhenHidden)
}
