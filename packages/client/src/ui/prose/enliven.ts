import type { App } from '../../base/app-context.ts'
import { copyCleanly } from './clean-copy.ts'
import { enlivenCode } from './code-blocks.ts'
import { enlivenImages } from './images.ts'
import { enlivenSpoilers } from './spoilers.ts'

/**
 * Makes a text that stands in the page handy: code gets colours and a button that copies it, images open large,
 * spoilers open when asked. Nothing moves by it, and a text may be enlivened twice.
 * @returns ends it, when the text changes or goes.
 */
export function enliven(root: HTMLElement, app: App): () => void {
  const end = new AbortController()
  enlivenCode(root, app, end.signal)
  enlivenImages(root, app, end.signal)
  enlivenSpoilers(root, app, end.signal)
  copyCleanly(root, end.signal)
  return () => end.abort()
}
