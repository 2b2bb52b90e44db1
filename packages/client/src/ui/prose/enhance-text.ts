import type { App } from '../../base/app-context.ts'
import { copyCleanly } from './clean-copy.ts'
import { enhanceCode } from './code-blocks.ts'
import { enhanceImages } from './images.ts'
import { enhanceSpoilers } from './spoilers.ts'

/**
 * Makes a text that stands in the page handy: code gets colours and a button that copies it, images open large,
 * spoilers open when asked. Nothing moves by it, and a text may be enlivened twice.
 * @returns ends it, when the text changes or goes.
 */
export function enhanceText(root: HTMLElement, app: App): () => void {
  const end = new AbortController()
  enhanceCode(root, app, end.signal)
  enhanceImages(root, app, end.signal)
  enhanceSpoilers(root, app, end.signal)
  copyCleanly(root, end.signal)
  return () => end.abort()
}
