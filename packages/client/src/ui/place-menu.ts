const GAP = 4
const EDGE = 8

/**
 * Puts an open popover under its trigger, or above it where there is more room, and keeps it there while the page
 * scrolls. @param align which edges meet, in reading direction. @returns stops following.
 */
export function placeMenu(trigger: Element, menu: HTMLElement, align: 'start' | 'end'): () => void {
  const place = () => {
    const anchor = trigger.getBoundingClientRect()
    const below = window.innerHeight - anchor.bottom - GAP - EDGE
    const above = anchor.top - GAP - EDGE
    menu.style.maxBlockSize = ''
    const { width, height } = menu.getBoundingClientRect()
    const isBelow = height <= below || below >= above
    menu.style.maxBlockSize = `${Math.max(120, isBelow ? below : above)}px`
    menu.style.top = isBelow ? `${anchor.bottom + GAP}px` : `${Math.max(EDGE, anchor.top - GAP - height)}px`
    const isRtl = getComputedStyle(trigger).direction === 'rtl'
    const left = (align === 'end') === isRtl ? anchor.left : anchor.right - width
    menu.style.left = `${Math.min(Math.max(EDGE, left), window.innerWidth - width - EDGE)}px`
  }
  place()
  const options = { capture: true, passive: true }
  window.addEventListener('scroll', place, options)
  window.addEventListener('resize', place, options)
  return () => {
    window.removeEventListener('scroll', place, options)
    window.removeEventListener('resize', place, options)
  }
}
