import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { ComposerPosition, ComposerTarget } from '../../base/composer/composer.ts'
import { targetKey } from '../../base/composer/composer.ts'

/**
 * Focus goes to the first empty field when the composer opens, and back to where it was when it minimizes or closes,
 * unless somebody has put it elsewhere meanwhile.
 */
export function useComposerFocus(
  section: RefObject<HTMLElement | null>,
  position: ComposerPosition,
  target: ComposerTarget | undefined,
): void {
  const before = useRef<Element | null>(null)
  const isOpen = position === 'normal' || position === 'fullScreen'
  const key = target && targetKey(target)
  // Before what is covered cannot have the focus any more.
  useLayoutEffect(() => {
    const { activeElement } = document
    const isInside = activeElement === document.body || section.current?.contains(activeElement)
    if (isOpen && !isInside) before.current = activeElement
  }, [section, isOpen])
  useEffect(() => {
    if (!isOpen || key === undefined) return
    const element = section.current
    if (element) focusFirst(element)
    return () => {
      const { activeElement } = document
      const isElsewhere =
        activeElement !== null && activeElement !== document.body && !element?.contains(activeElement)
      if (isElsewhere) return
      // The page it was opened from may be gone.
      const isThere = before.current instanceof HTMLElement && before.current.isConnected
      const back = isThere ? before.current : document.getElementById('content')
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    }
  }, [section, isOpen, key])
  usePageRoom(section)
}

function focusFirst(section: HTMLElement): void {
  const title = section.querySelector<HTMLInputElement>('[name="title"]')
  const content = section.querySelector<HTMLTextAreaElement>('[name="content"]')
  if (title !== null && title.value === '') title.focus()
  else if (content !== null) {
    content.focus()
    content.setSelectionRange(content.value.length, content.value.length)
    content.scrollTop = content.scrollHeight
  }
}

// The height of the page grows by that of the composer, so that the end of the page can be read above it.
function usePageRoom(section: RefObject<HTMLElement | null>): void {
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
