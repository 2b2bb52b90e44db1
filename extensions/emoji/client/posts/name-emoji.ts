import type { App } from '@parley/client'
import { pictureName } from '../../shared/picture.ts'
import { loadNames } from '../load-data.ts'

let loading: Promise<ReadonlyMap<string, string>> | undefined

/** Gives emoji their names as tooltips once the page has nothing else to do, where there is a pointer. @returns ends that. */
export function nameEmoji(frames: readonly HTMLElement[], app: App): (() => void) | undefined {
  if (frames.length === 0 || !window.matchMedia('(hover: hover)').matches) return undefined
  let hasEnded = false
  const name = async () => {
    loading ??= loadNames(app)
    try {
      const names = await loading
      if (!hasEnded) for (const frame of frames) frame.title = nameOf(frame.textContent, names)
    } catch {
      // The next text tries again.
      loading = undefined
    }
  }
  whenIdle(() => void name())
  return () => {
    hasEnded = true
  }
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run)
  else setTimeout(run, 1)
}

/** The name of an emoji without its tone of skin. */
function nameOf(character: string, names: ReadonlyMap<string, string>): string {
  return names.get(pictureName(character.replace(/\p{EMod}/gu, ''))) ?? ''
}
