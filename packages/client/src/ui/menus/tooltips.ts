import { placePopover } from './place-popover.ts'

const hoverDelay = 400

/** Elements without an action of their own: a click shows their tooltip, which is the only way on touch. */
const clickable = '.Tip[data-tooltip], [aria-disabled="true"][data-tooltip]'

/**
 * Shows the tooltips of all elements with `data-tooltip`, on hover and on focus by keyboard, but not by script, and on
 * click where that does nothing else. Escape hides them, and the pointer may rest on them (WCAG 1.4.13). They are hidden
 * from assistive technology where they repeat an accessible name, and describe their element elsewhere.
 */
export function showTooltips(): void {
  let target: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopFollowing: (() => void) | undefined
  let isMovingFocus = false
  let pointerPosition = ''
  const tooltip = document.createElement('div')
  tooltip.className = 'Tooltip'
  tooltip.id = 'tooltip'
  tooltip.popover = 'manual'

  const write = () => {
    tooltip.textContent = target?.getAttribute('data-tooltip') ?? ''
  }
  // What a text says may be loaded while it is shown.
  const texts = new MutationObserver(write)

  const hide = () => {
    clearTimeout(timer)
    texts.disconnect()
    stopFollowing?.()
    target?.removeAttribute('aria-describedby')
    target = null
    tooltip.remove()
  }
  const show = (element: HTMLElement) => {
    write()
    texts.observe(element, { attributeFilter: ['data-tooltip'] })
    const isName = element.getAttribute('aria-label') === tooltip.textContent
    tooltip.ariaHidden = String(isName)
    if (!isName) element.setAttribute('aria-describedby', tooltip.id)
    // Placed beside its element, so that it also shows inside a modal dialog.
    element.after(tooltip)
    tooltip.showPopover({ source: element })
    stopFollowing = placePopover(element, tooltip, 'start')
  }
  const scheduleFor = (event: Event, delay: number) => {
    if (!(event.target instanceof Element) || event.target === tooltip) return
    const element = event.target.closest<HTMLElement>('[data-tooltip]')
    if (element === target) return
    hide()
    target = element
    if (element !== null) timer = setTimeout(() => show(element), delay)
  }
  // A closing dialog uncovers elements under a resting pointer. They get no tooltip.
  const hasMoved = ({ screenX, screenY }: PointerEvent) => {
    const before = pointerPosition
    pointerPosition = `${screenX} ${screenY}`
    return pointerPosition !== before
  }
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'mouse' && hasMoved(event)) scheduleFor(event, hoverDelay)
  })
  document.addEventListener('focusin', (event) => {
    if (isMovingFocus) scheduleFor(event, 0)
  })
  document.addEventListener('focusout', hide)
  document.addEventListener('pointerdown', (event) => {
    hasMoved(event)
    hide()
  })
  document.addEventListener('click', (event) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>(clickable) : null
    if (element === null) return
    hide()
    target = element
    show(element)
  })
  // Before what moves the focus hears of the key.
  const handleKey = (event: KeyboardEvent) => {
    isMovingFocus = event.key === 'Tab' || event.key.startsWith('Arrow')
    if (event.key === 'Escape') hide()
  }
  document.addEventListener('keydown', handleKey, { capture: true })
  document.addEventListener('keyup', () => {
    isMovingFocus = false
  })
}
