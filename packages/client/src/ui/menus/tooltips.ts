import { placePopover } from './place-popover.ts'

const SHOW_AFTER = 400

/**
 * Tooltips for every element with `data-tooltip`, on hover and when a key moves the focus there, not when a script
 * does; Escape hides them, and the pointer may rest on them (WCAG 1.4.13). They repeat accessible names, so they are hidden from assistive technology.
 */
export function showTooltips(): void {
  let target: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let unfollow: (() => void) | undefined
  let isMovingFocus = false
  let place = ''
  const tooltip = document.createElement('div')
  tooltip.className = 'Tooltip'
  tooltip.popover = 'manual'
  tooltip.ariaHidden = 'true'

  const hide = () => {
    clearTimeout(timer)
    unfollow?.()
    target = null
    tooltip.remove()
  }
  const show = (element: HTMLElement) => {
    tooltip.textContent = element.getAttribute('data-tooltip')
    // Beside its element, so that it shows above a modal dialog as well.
    element.after(tooltip)
    tooltip.showPopover({ source: element })
    unfollow = placePopover(element, tooltip, 'start')
  }
  const consider = (event: Event, delay: number) => {
    if (!(event.target instanceof Element) || event.target === tooltip) return
    const element = event.target.closest<HTMLElement>('[data-tooltip]')
    if (element === target) return
    hide()
    target = element
    if (element !== null) timer = setTimeout(() => show(element), delay)
  }
  // A dialog that goes away uncovers what lies under a resting pointer: nobody pointed there.
  const hasMoved = ({ screenX, screenY }: PointerEvent) => {
    const before = place
    place = `${screenX} ${screenY}`
    return place !== before
  }
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'mouse' && hasMoved(event)) consider(event, SHOW_AFTER)
  })
  document.addEventListener('focusin', (event) => {
    if (isMovingFocus) consider(event, 0)
  })
  document.addEventListener('focusout', hide)
  document.addEventListener('pointerdown', (event) => {
    hasMoved(event)
    hide()
  })
  document.addEventListener('keydown', (event) => {
    isMovingFocus = event.key === 'Tab' || event.key.startsWith('Arrow')
    if (event.key === 'Escape') hide()
  })
  document.addEventListener('keyup', () => {
    isMovingFocus = false
  })
}
