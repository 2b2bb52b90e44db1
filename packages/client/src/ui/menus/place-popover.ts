/** Pixels between trigger and popover, and between popover and window. */
const triggerGap = 4
const windowMargin = 8

/**
 * Positions an open popover below its trigger, or above if there is more room, and follows scrolling. Does nothing in
 * browsers with CSS anchor positioning.
 * @param align edge that both share, in reading direction. @returns stops following.
 */
export function placePopover(trigger: Element, popover: HTMLElement, align: 'start' | 'end'): () => void {
  if (CSS.supports('position-area', 'block-end')) return () => {}
  const place = () => {
    const anchor = trigger.getBoundingClientRect()
    const { width, height } = popover.getBoundingClientRect()
    const roomBelow = window.innerHeight - anchor.bottom - triggerGap - windowMargin
    const isBelow = height <= roomBelow || roomBelow >= anchor.top
    const top = isBelow ? anchor.bottom + triggerGap : anchor.top - triggerGap - height
    const isRtl = getComputedStyle(trigger).direction === 'rtl'
    const left = (align === 'end') === isRtl ? anchor.left : anchor.right - width
    popover.style.margin = '0'
    popover.style.top = `${Math.max(windowMargin, top)}px`
    popover.style.left = `${Math.min(Math.max(windowMargin, left), window.innerWidth - width - windowMargin)}px`
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
