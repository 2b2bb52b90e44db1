import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Jumps } from './jumps.ts'
import { closestMark, numberAt, numberForKey } from './scrubber-keys.ts'

/** Debounce of keys in milliseconds: then the stream moves. */
const keyDebounce = 300

/** Pixels around a mark within which the handle snaps to it. */
const snapDistance = 3

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

interface ScrubberOptions {
  jumps: Jumps
  /** The reader's position. */
  number: number
  last: number
  /** Numbers at which the handle snaps in. */
  marks: readonly number[]
  /** Called before the stream moves. */
  onGo?: (() => void) | undefined
}

/** Moves the scrubber's handle by pointer and keys. The stream follows on release, or `keyDebounce` after the last key. */
export function useScrubber({ jumps, number, last, marks, onGo }: ScrubberOptions): ScrubberMotion {
  const [moved, setMoved] = useState<number>()
  const keyTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(keyTimer.current), [])

  const go = async (to: number) => {
    clearTimeout(keyTimer.current)
    setMoved(to)
    // While a sheet is open, the page's header does not count when the browser scrolls to a post.
    onGo?.()
    // The last number scrolls to the end of the page.
    await jumps.goTo(to, to >= last)
    setMoved(undefined)
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
    const track = event.currentTarget
    const numberUnder = (pointer: { clientY: number }) => {
      const { fraction, perPixel } = fractionUnder(pointer, track)
      return closestMark(marks, numberAt(fraction, last), perPixel * snapDistance * last)
    }
    let to = numberUnder(event)
    setMoved(to)
    const move = (moving: globalThis.PointerEvent) => {
      to = numberUnder(moving)
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

/** Where a pointer is on the track: from 0 to 1, and how much of it a pixel is. */
function fractionUnder(pointer: { clientY: number }, track: Element): { fraction: number; perPixel: number } {
  const { top, height } = track.getBoundingClientRect()
  const handle = track.querySelector('.Scrubber-handle')?.getBoundingClientRect().height ?? 0
  const length = Math.max(1, height - handle)
  return { fraction: (pointer.clientY - top - handle / 2) / length, perPixel: 1 / length }
}
