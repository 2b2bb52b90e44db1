const GAP = 4
const EDGE = 8

/**
 * Puts an open popover under its trigger, or above it where there is more room, and keeps it there while the page
 * scrolls; for browsers without CSS anchor positioning, which needs no script.
 * @param align which edges meet, in reading direction. @returns stops following.
 */
export function placePopover(trigger: Element, popover: HTMLElement, align: 'start' | 'end'): () => void {
  if (CSS.supports('position-area', 'block-end')) return () => {}
  const place = () => {
    const anchor = trigger.getBoundingClientRect()
    const { width, height } = popover.getBoundingClientRect()
    const below = window.innerHeight - anchor.bottom - GAP - EDGE
    const isBelow = height <= below || below >= anchor.top
    const top = isBelow ? anchor.bottom + GAP : anchor.top - GAP - height
    const isRtl = getComputedStyle(trigger).direction === 'rtl'
    const left = (align === 'end') === isRtl ? anchor.left : anchor.right - width
    popover.style.margin = '0'
    popover.style.top = `${Math.max(EDGE, top)}px`
    popover.style.left = `${Math.min(Math.max(EDGE, left), window.innerWidth - width - EDGE)}px`
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
