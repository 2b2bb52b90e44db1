import type { App } from '../../points/app.ts'
import { copyCleanly } from './clean-copy.ts'
import { enhanceCode } from './code-blocks.ts'
import { enhanceImages } from './images.ts'
import { enhanceSpoilers } from './spoilers.ts'

/**
 * Enhances a text in the page: code gets colours and a copy button, images open large, spoilers open on demand. Does
 * not shift the layout, and may run twice on a text.
 * @returns removes the listeners, before the text changes or is removed.
 */
export function enhanceText(root: HTMLElement, app: App): () => void {
  const controller = new AbortController()
  enhanceCode(root, app, controller.signal)
  enhanceImages(root, app, controller.signal)
  enhanceSpoilers(root, app, controller.signal)
  copyCleanly(root, controller.signal)
  return () => controller.abort()
}
