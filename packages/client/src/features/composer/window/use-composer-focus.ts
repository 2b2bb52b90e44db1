import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { ComposerPosition } from '../../../base/composer/composer-model.ts'

/**
 * Focuses the first empty field when the composer opens or shows another text, and restores the focus when it minimizes or closes, unless the
 * focus has moved outside meanwhile.
 */
export function useComposerFocus(
  section: RefObject<HTMLElement | null>,
  position: ComposerPosition,
  textId: number,
): void {
  const previousFocus = useRef<Element | null>(null)
  const isOpen = position === 'normal' || position === 'fullScreen'
  // A layout effect: reads the focus before the covered page becomes inert.
  useLayoutEffect(() => {
    const { activeElement } = document
    const isInside = activeElement === document.body || section.current?.contains(activeElement)
    if (isOpen && !isInside) previousFocus.current = activeElement
  }, [section, isOpen])
  useEffect(() => {
    if (!isOpen || textId === 0) return
    const element = section.current
    if (element) focusFirst(element)
    return () => {
      const { activeElement } = document
      const isElsewhere =
        activeElement !== null && activeElement !== document.body && !element?.contains(activeElement)
      if (isElsewhere) return
      // The page that opened the composer may be gone.
      const isConnected = previousFocus.current instanceof HTMLElement && previousFocus.current.isConnected
      const destination = isConnected ? previousFocus.current : document.getElementById('content')
      if (destination instanceof HTMLElement) destination.focus({ preventScroll: true })
    }
  }, [section, isOpen, textId])
  usePagePadding(section)
}

function focusFirst(section: HTMLElement): void {
  const title = section.querySelector<HTMLTextAreaElement>('[name="title"]')
  const content = section.querySelector<HTMLTextAreaElement>('[name="content"]')
  if (title !== null && title.value === '') title.focus()
  else if (content !== null) {
    content.focus()
    content.setSelectionRange(content.value.length, content.value.length)
    content.scrollTop = content.scrollHeight
  }
}

// Pads the page by the composer's height, so that the end of the page can be scrolled above it.
function usePagePadding(section: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = section.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      document.body.style.setProperty('--composer-covers', `${element.offsetHeight}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      document.body.style.removeProperty('--composer-covers')
    }
  }, [section])
}
