import { type RefObject, useLayoutEffect } from 'react'
import type { ComposerPosition } from '../../../base/composer/composer-model.ts'

/** Screens on which every open position is full screen, as in Composer.css. */
const phoneQuery = '(width < 768px)'

/** Whether the composer covers the whole page. */
export function coversPage(position: ComposerPosition): boolean {
  if (position === 'hidden' || position === 'minimized') return false
  return position === 'fullScreen' || window.matchMedia(phoneQuery).matches
}

/**
 * Handles the full screen: keeps the footer above the on-screen keyboard, and makes the page behind inert and
 * unscrollable.
 */
export function useComposerViewport(
  section: RefObject<HTMLElement | null>,
  position: ComposerPosition,
): void {
  useLayoutEffect(() => {
    const element = section.current
    if (element === null) return
    const phone = window.matchMedia(phoneQuery)
    const update = () => {
      const isCovering = coversPage(position)
      setPageInert(element, isCovering)
      fitVisualViewport(element, isCovering)
      reserveAlertSpace(element, isCovering)
    }
    update()
    const { visualViewport } = window
    const alerts = document.querySelector('.Toasts')
    const observer = new ResizeObserver(update)
    if (alerts !== null) observer.observe(alerts)
    phone.addEventListener('change', update)
    visualViewport?.addEventListener('resize', update)
    visualViewport?.addEventListener('scroll', update)
    return () => {
      phone.removeEventListener('change', update)
      visualViewport?.removeEventListener('resize', update)
      visualViewport?.removeEventListener('scroll', update)
      observer.disconnect()
      setPageInert(element, false)
    }
  }, [section, position])
}

/** Makes the parts of the page that the composer covers inert. Elements that float above it stay usable. */
function setPageInert(composer: HTMLElement, isInert: boolean): void {
  document.documentElement.classList.toggle('is-covered', isInert)
  for (const sibling of composer.parentElement?.children ?? []) {
    if (sibling.matches('a.SkipLink, header, main, footer')) sibling.toggleAttribute('inert', isInert)
  }
}

// Over a full screen, alerts are at the top, above the text field.
function reserveAlertSpace(element: HTMLElement, isCovering: boolean): void {
  const height = isCovering ? (document.querySelector('.Toasts')?.clientHeight ?? 0) : 0
  element.style.setProperty('--alerts-cover', height > 0 ? `${height + 16}px` : '')
}

// An on-screen keyboard shrinks the visual viewport only, not the page. Ignores a viewport that the reader has zoomed.
function fitVisualViewport(element: HTMLElement, isCovering: boolean): void {
  const { visualViewport, innerHeight } = window
  const isCut =
    isCovering &&
    visualViewport !== null &&
    visualViewport.scale < 1.05 &&
    visualViewport.height < innerHeight - 1
  element.style.setProperty('--viewport-height', isCut ? `${visualViewport.height}px` : '')
  element.style.setProperty('--viewport-start', isCut ? `${visualViewport.offsetTop}px` : '')
}
