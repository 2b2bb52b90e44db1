import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { endOfDiscussion, type PostStream } from '../post-stream/post-stream.ts'
import { numberAt, numberForKey } from './scrubber-keys.ts'

/** Milliseconds without a key after which the stream follows. */
const SETTLE = 300

interface ScrubberMotion {
  /** Where the handle was moved to, until the stream has followed. */
  moved: number | undefined
  /** Takes the reader to a number. */
  go: (number: number) => Promise<void>
  handlers: {
    onKeyDown: (event: KeyboardEvent) => void
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
  }
}

/**
 * Moving the handle of the scrubber. The stream follows when the pointer is released or the keys have settled.
 * @param number where the reader is. @param onGo called when the stream is sent somewhere.
 */
export function useScrubber(
  stream: PostStream,
  number: number,
  last: number,
  onGo?: () => void,
): ScrubberMotion {
  const [moved, setMoved] = useState<number>()
  const settling = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(settling.current), [])

  const go = async (to: number) => {
    clearTimeout(settling.current)
    setMoved(to)
    // The last one shows the end of the page.
    await stream.goTo({ number: to >= last ? endOfDiscussion : to })
    setMoved(undefined)
    onGo?.()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const to = numberForKey(event.key, moved ?? number, last)
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setMoved(to)
    clearTimeout(settling.current)
    settling.current = setTimeout(() => void go(to), SETTLE)
  }
  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    const track = event.currentTarget
    track.focus({ preventScroll: true })
    let to = numberUnder(event, track, last)
    setMoved(to)
    const move = (moving: globalThis.PointerEvent) => {
      to = numberUnder(moving, track, last)
      setMoved(to)
    }
    track.setPointerCapture(event.pointerId)
    track.addEventListener('pointermove', move)
    const release = (ended: Event) => {
      track.removeEventListener('pointermove', move)
      track.removeEventListener('pointerup', release)
      track.removeEventListener('pointercancel', release)
      if (ended.type === 'pointerup') void go(to)
      else setMoved(undefined)
    }
    track.addEventListener('pointerup', release)
    track.addEventListener('pointercancel', release)
  }
  return { moved, go, handlers: { onKeyDown: handleKeyDown, onPointerDown: handlePointerDown } }
}

function numberUnder(event: { clientY: number }, track: Element, last: number): number {
  const { top, height } = track.getBoundingClientRect()
  const handle = track.querySelector('.Scrubber-handle')?.getBoundingClientRect().height ?? 0
  return numberAt((event.clientY - top - handle / 2) / Math.max(1, height - handle), last)
}
