import type {} from './early-clicks.ts'

/** Does what was clicked before the page came to life. */
export function replayClick(): void {
  const early = window.earlyClick
  if (early === undefined) return
  window.earlyClick = undefined
  early.end()
  if (early.button?.isConnected) early.button.click()
}
