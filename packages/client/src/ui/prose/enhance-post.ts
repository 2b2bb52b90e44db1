import type { App } from '../../points/app.ts'
import type { EnhancePost, RenderedPost } from '../../points/pages/rendered-posts.ts'
import { LateModules } from '../../store/connection/late-modules.ts'
import { ChunkLoadError } from '../../store/connection/load-chunk.ts'

const modules = new LateModules<EnhancePost>()

/**
 * Lets extensions enhance the text of a post, each by itself: what fails is reported, and hurts neither the others nor the
 * text. @returns ends what they began.
 */
export function enhancePost(element: HTMLElement, context: RenderedPost): () => void {
  const { app } = context
  const ends: (() => void)[] = []
  let hasEnded = false
  for (const { extension, value: load } of app.renderedPosts) {
    const run = (enhance: EnhancePost) => {
      if (hasEnded) return
      attempt(app, extension, () => {
        const end = enhance(element, context)
        if (end) ends.push(() => attempt(app, extension, end))
      })
    }
    const loaded = modules.get(load)
    if (loaded !== undefined) run(loaded)
    else {
      modules.load(load, app.connection).then(run, (error) => {
        // Posts are readable without enhancements.
        if (!(error instanceof ChunkLoadError)) app.reportFailure(extension, error)
      })
    }
  }
  return () => {
    hasEnded = true
    for (const end of ends) end()
  }
}

function attempt(app: App, extension: string, action: () => void): void {
  try {
    action()
  } catch (error) {
    app.reportFailure(extension, error)
  }
}
