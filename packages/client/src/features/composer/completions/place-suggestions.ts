import { caretPlace } from './caret-place.ts'

/** Screens on which the suggestions stand above the footer, and so above the keyboard. */
const phoneQuery = '(width < 768px)'
/** Pixels between text and suggestions, and between suggestions and window. */
const gap = 4
const margin = 8

/**
 * Places open suggestions below the trigger's line, or above it where there is no room; on phones at the end of the
 * field, as far as it is in view. Follows scrolling and the keyboard. @returns stops following.
 */
export function placeSuggestions(field: HTMLTextAreaElement, popup: HTMLElement, start: number): () => void {
  // The rows are words for the text, not for the page.
  const place = () => {
    popup.dir = getComputedStyle(field).direction
    if (window.matchMedia(phoneQuery).matches) placeAtEnd(field, popup)
    else placeAtCaret(field, popup, start)
  }
  place()
  const observer = new ResizeObserver(place)
  observer.observe(field)
  observer.observe(popup)
  field.addEventListener('scroll', place, { passive: true })
  window.addEventListener('scroll', place, { passive: true })
  window.addEventListener('resize', place)
  window.visualViewport?.addEventListener('resize', place)
  return () => {
    observer.disconnect()
    field.removeEventListener('scroll', place)
    window.removeEventListener('scroll', place)
    window.removeEventListener('resize', place)
    window.visualViewport?.removeEventListener('resize', place)
  }
}

function placeAtEnd(field: HTMLElement, popup: HTMLElement): void {
  const { left, width, bottom } = field.getBoundingClientRect()
  const { offsetTop = 0, height = window.innerHeight } = window.visualViewport ?? {}
  const end = Math.min(bottom, offsetTop + height)
  move(popup, { left, top: end - popup.offsetHeight, width: `${width}px` })
}

function placeAtCaret(field: HTMLTextAreaElement, popup: HTMLElement, start: number): void {
  const caret = caretPlace(field, start)
  const width = popup.offsetWidth
  const height = popup.offsetHeight
  const hasRoom = caret.bottom + gap + height + margin <= window.innerHeight
  const left = caret.isRtl ? caret.left - width : caret.left
  move(popup, {
    left: Math.min(Math.max(margin, left), window.innerWidth - width - margin),
    top: hasRoom ? caret.bottom + gap : Math.max(margin, caret.top - gap - height),
    width: '',
  })
}

function move({ style }: HTMLElement, at: { left: number; top: number; width: string }): void {
  style.left = `${at.left}px`
  style.top = `${at.top}px`
  style.inlineSize = at.width
}
