import type {} from './early-clicks.ts'

/** Replays the last click that was made before hydration. */
export function replayClick(): void {
  const early = window.earlyClick
  if (early === undefined) return
  window.earlyClick = undefined
  early.end()
  if (early.button?.isConnected) early.button.click()
}
