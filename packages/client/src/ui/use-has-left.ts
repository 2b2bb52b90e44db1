import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether an element of the page is out of sight: above the window or behind the header. */
export function useHasLeft(element: RefObject<HTMLElement | null>): boolean {
  const [hasLeft, setHasLeft] = useState(false)
  useLayoutEffect(() => {
    if (element.current === null) return
    const header = document.querySelector('.Header')?.getBoundingClientRect().height ?? 0
    const observer = new IntersectionObserver(
      (changes) => {
        const last = changes.at(-1)
        if (last) setHasLeft(!last.isIntersecting && last.boundingClientRect.top < header)
      },
      { rootMargin: `${-Math.ceil(header)}px 0px 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return hasLeft
}
