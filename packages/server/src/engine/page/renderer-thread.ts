import { busy } from '../../infrastructure/errors.ts'
import { Thread } from '../../infrastructure/thread/thread.ts'
import type { PageRenderer, RendererCalls } from './page-renderer.ts'

/** The name of a call and its arguments. */
export type RendererRequest = {
  [Call in keyof RendererCalls]: readonly [call: Call, ...Parameters<RendererCalls[Call]>]
}[keyof RendererCalls]

/**
 * A renderer in its own thread: the main thread answers other requests meanwhile. `module` is the client's URL.
 * With `idleMs` the thread starts with the first page, and ends after so many idle milliseconds.
 */
export function rendererThread(module: string, options: { idleMs?: number } = {}): PageRenderer {
  const thread = new Thread<RendererRequest, never>({
    module: new URL('renderer-thread-main.ts', import.meta.url),
    data: module,
    limits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 128 },
    ...options,
  })
  if (options.idleMs === undefined) thread.start()
  return {
    has: (path) => thread.ask(['has', path]),
    open: (boot) => thread.ask(['open', boot]),
    render: (boot, documents) => thread.ask(['render', boot, documents]).catch(refuseTooLarge),
  }
}

/** A page that exceeds the thread's memory limit ends the thread. The next request starts a new one. */
function refuseTooLarge(error: unknown): never {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  throw isTooLarge ? busy(60) : error
}
