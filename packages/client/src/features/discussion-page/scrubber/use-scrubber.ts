import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { endOfDiscussion, type PostStream } from '../post-stream/post-stream.ts'
import { numberAt, numberForKey } from './scrubber-keys.ts'

/** Debounce of keys in milliseconds: then the stream moves. */
const keyDebounce = 300

interface ScrubberMotion {
  /** Number that the handle was moved to, until the stream is there. */
  moved: number | undefined
  /** Moves the reader to a number. */
  go: (number: number) => Promise<void>
  handlers: {
    onKeyDown: (event: KeyboardEvent) => void
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
  }
}

/**
 * Moves the scrubber's handle by pointer and keys. The stream follows on release, or `keyDebounce` after the last key.
 * @param number the reader's position. @param onGo called after the stream has moved.
 */
export function useScrubber(
  stream: PostStream,
  number: number,
  last: number,
  onGo?: () => void,
): ScrubberMotion {
  const [moved, setMoved] = useState<number>()
  const keyTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(keyTimer.current), [])

  const go = async (to: number) => {
    clearTimeout(keyTimer.current)
    setMoved(to)
    // The last number scrolls to the end of the page.
    await stream.goTo({ number: to >= last ? endOfDiscussion : to })
    setMoved(undefined)
    onGo?.()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const to = numberForKey(event.key, moved ?? number, last)
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setMoved(to)
    clearTimeout(keyTimer.current)
    keyTimer.current = setTimeout(() => void go(to), keyDebounce)
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
