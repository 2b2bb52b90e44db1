import { type RefObject, useLayoutEffect } from 'react'
import type { ComposerPosition } from '../../base/composer/composer.ts'

/** Where the composer is a full screen whatever its position, as Composer.css has it. */
const PHONE = '(width < 768px)'

/** Whether the composer stands in front of the whole page. */
export function coversPage(position: ComposerPosition): boolean {
  if (position === 'hidden' || position === 'minimized') return false
  return position === 'fullScreen' || window.matchMedia(PHONE).matches
}

/**
 * Makes a full screen of what covers the page: its footer stays above the keyboard of phones, and what lies behind
 * can be neither reached nor scrolled.
 */
export function useComposerViewport(
  section: RefObject<HTMLElement | null>,
  position: ComposerPosition,
): void {
  useLayoutEffect(() => {
    const element = section.current
    if (element === null) return
    const phone = window.matchMedia(PHONE)
    const update = () => {
      const isCovering = coversPage(position)
      setBehind(element, isCovering)
      fitKeyboard(element, isCovering)
      makeRoom(element, isCovering)
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
      setBehind(element, false)
    }
  }, [section, position])
}

/** The parts of the page that the composer covers. What floats above it stays. */
function setBehind(composer: HTMLElement, isBehind: boolean): void {
  document.documentElement.classList.toggle('is-covered', isBehind)
  for (const sibling of composer.parentElement?.children ?? []) {
    if (sibling.matches('a.SkipLink, header, main, footer')) sibling.toggleAttribute('inert', isBehind)
  }
}

// Alerts stand at the top then, where one writes.
function makeRoom(element: HTMLElement, isCovering: boolean): void {
  const height = isCovering ? (document.querySelector('.Toasts')?.clientHeight ?? 0) : 0
  element.style.setProperty('--alerts-cover', height > 0 ? `${height + 16}px` : '')
}

// A keyboard covers the page without making it smaller; only the visual viewport tells. One that was zoomed is the
// reader's business.
function fitKeyboard(element: HTMLElement, isCovering: boolean): void {
  const { visualViewport, innerHeight } = window
  const isCut =
    isCovering &&
    visualViewport !== null &&
    visualViewport.scale < 1.05 &&
    visualViewport.height < innerHeight - 1
  element.style.setProperty('--viewport-height', isCut ? `${visualViewport.height}px` : '')
  element.style.setProperty('--viewport-start', isCut ? `${visualViewport.offsetTop}px` : '')
}
