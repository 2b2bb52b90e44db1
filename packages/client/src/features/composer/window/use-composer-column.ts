import { type RefObject, useLayoutEffect } from 'react'
import { useApp } from '../../../points/app-context.ts'

/** Places the composer under the page's column of content, whose element has the attribute `data-content-column`. */
export function useComposerColumn(section: RefObject<HTMLElement | null>): void {
  const { router } = useApp()
  useLayoutEffect(() => {
    const element = section.current
    const page = document.getElementById('content')
    if (element === null || page === null) return
    const place = () => {
      const column = contentColumn(page)
      element.style.setProperty('--column-start', column ? `${column.start}px` : '')
      element.style.setProperty('--column-size', column ? `${column.size}px` : '')
    }
    const observer = new ResizeObserver(place)
    const observe = () => {
      observer.disconnect()
      observer.observe(page)
      for (const part of page.querySelectorAll('.Container, [data-content-column]')) observer.observe(part)
      place()
    }
    observe()
    // The next page may have another column.
    const unsubscribe = router.subscribe(() => requestAnimationFrame(observe))
    return () => {
      observer.disconnect()
      unsubscribe()
    }
  }, [section, router])
}

/** Distance of the column from the inline start of the window, and its width; px. */
function contentColumn(page: HTMLElement): { start: number; size: number } | undefined {
  const columns = [...page.querySelectorAll('[data-content-column]'), page.querySelector('.Container > *')]
  for (const column of columns) {
    const box = column?.getBoundingClientRect()
    // Elements with `display: contents` have no box.
    if (box === undefined || box.width === 0) continue
    const isFromRight = document.documentElement.dir === 'rtl'
    const start = isFromRight ? document.documentElement.clientWidth - box.right : box.left
    return { start, size: box.width }
  }
  return undefined
}
