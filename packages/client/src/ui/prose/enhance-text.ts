import type { App } from '../../points/app.ts'
import type { RenderedPost } from '../../points/pages/rendered-posts.ts'
import { copyCleanly } from './clean-copy.ts'
import { enhanceCode } from './code-blocks.ts'
import { enhancePost } from './enhance-post.ts'
import { enhanceImages } from './images.ts'
import { enhanceSpoilers } from './spoilers.ts'

/**
 * Enhances a text in the page: code gets colours and a copy button, images open large, spoilers open on demand. Does
 * not shift the layout, and may run twice on a text. Extensions enhance texts of posts.
 * @returns removes the listeners, before the text changes or is removed.
 */
export function enhanceText(root: HTMLElement, app: App, context: RenderedPost | undefined): () => void {
  const controller = new AbortController()
  enhanceCode(root, app, controller.signal)
  enhanceImages(root, app, controller.signal)
  enhanceSpoilers(root, app, controller.signal)
  copyCleanly(root, controller.signal)
  const end = context && enhancePost(root, context)
  return () => {
    end?.()
    controller.abort()
  }
}
