import { busy } from '../../infrastructure/errors.ts'
import { Thread } from '../../infrastructure/thread/thread.ts'
import type { PageRenderer, RendererCalls } from './page-renderer.ts'

export type RendererQuestion = readonly [call: keyof RendererCalls, argument: string]

/** A renderer in a thread of its own: other requests are answered while it draws. `module` is the client's address. */
export function rendererThread(module: string): PageRenderer {
  const thread = new Thread<RendererQuestion, never>({
    module: new URL('renderer-thread-main.ts', import.meta.url),
    data: module,
    limits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 128 },
  })
  thread.begin()
  return {
    has: (path) => thread.ask(['has', path]),
    open: (boot) => thread.ask(['open', boot]),
    draw: (boot) => thread.ask(['draw', boot]).catch(refuseTooLarge),
  }
}

/** A page for which the thread's memory is not enough ends the thread, which begins anew for the next one. */
function refuseTooLarge(error: unknown): never {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  throw isTooLarge ? busy(60) : error
}
