import { performance } from 'node:perf_hooks'

const intervalMs = 30_000
const quietShare = 0.05
const busyMs = 10_000

/**
 * Collects garbage in the quiet after work. V8 does so only while a process allocates, and keeps the memory for what may
 * come next; so after a busy time the process would stay as large as it was.
 *
 * @param collect `globalThis.gc`, which Node has with `--expose-gc`; without it nothing happens
 * @param utilization measures how busy the event loop is
 * @returns ends it
 */
export function collectWhenQuiet(
  collect: NodeJS.GCFunction | undefined,
  utilization: typeof performance.eventLoopUtilization = performance.eventLoopUtilization,
): () => void {
  if (!collect) return () => {}
  let last = utilization()
  let busy = 0
  const timer = setInterval(() => {
    const now = utilization()
    const interval = utilization(now, last)
    last = now
    busy += interval.active
    if (busy < busyMs || interval.utilization > quietShare) return
    busy = 0
    // Other collections return hardly any memory to the system.
    collect({ type: 'major', flavor: 'last-resort' })
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
