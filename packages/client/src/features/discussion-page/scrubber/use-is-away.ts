import { useEffect, useState } from 'react'
import type { PostStream } from '../post-stream/post-stream.ts'

/** Pixels of scrolling in one direction that count. */
const leastScroll = 12

/** Whether the reader scrolls on: down by hand. Going up, and jumps, end it. */
export function useIsAway(stream: PostStream): boolean {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    let from = window.scrollY
    // The page scrolls by itself to a target, and when posts above the reader are added.
    const reset = () => {
      from = window.scrollY
    }
    const unsubscribe = stream.subscribe(() => {
      const { target } = stream.state
      // A reply that was posted comes into view at the lower edge.
      if (target !== undefined) setIsAway(target.isNearest === true)
      requestAnimationFrame(reset)
    })
    const handleScroll = () => {
      const moved = window.scrollY - from
      if (Math.abs(moved) < leastScroll) return
      from = window.scrollY
      setIsAway(moved > 0)
    }
    window.addEventListener('scroll', handleScroll, { passive: true })
    return () => {
      unsubscribe()
      window.removeEventListener('scroll', handleScroll)
    }
  }, [stream])
  return isAway
}
