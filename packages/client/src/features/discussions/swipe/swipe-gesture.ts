/** How far a finger has to go before a swipe counts, and before it is one at all; px. */
export const swipeThreshold = 50
const BEGIN = 10

/** How much a row gives way to the side where there is nothing; of the finger's way. */
const RESISTANCE = 0.15

/** The side of a row that a swipe uncovers, in reading direction. */
export type SwipeSide = 'start' | 'end'

export interface SwipeHandlers {
  /** Whether there is something on that side of a row. */
  offers(row: HTMLElement, side: SwipeSide): boolean
  /** A row that lies in `box` follows the finger by so many pixels; 0 when it is let go. */
  onMove(box: DOMRect, side: SwipeSide, offset: number): void
  /** It was let go beyond the threshold. */
  onSwipe(row: HTMLElement, side: SwipeSide): void
}

interface Gesture {
  row: HTMLElement
  x: number
  y: number
  /** Where the row lies. */
  box: DOMRect
  side: SwipeSide | undefined
  /** How far the row was moved. */
  offset: number
}

/** Lets fingers move rows sideways. Scrolling stays the browser's: see `touch-action`. @returns stops that. */
export function followSwipes(list: HTMLElement, rowSelector: string, handlers: SwipeHandlers): () => void {
  let gesture: Gesture | undefined
  const handleDown = (event: PointerEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>(rowSelector) : null
    if (event.pointerType !== 'touch' || !event.isPrimary || row === null) return
    const box = row.getBoundingClientRect()
    gesture = { row, box, x: event.clientX, y: event.clientY, side: undefined, offset: 0 }
  }
  const handleMove = (event: PointerEvent) => {
    if (gesture === undefined || !event.isPrimary) return
    const way = event.clientX - gesture.x
    const isSideways = Math.abs(way) > BEGIN && Math.abs(way) > Math.abs(event.clientY - gesture.y)
    if (gesture.side === undefined && !isSideways) return
    const isRtl = getComputedStyle(list).direction === 'rtl'
    gesture.side = way > 0 === isRtl ? 'end' : 'start'
    const { row, box, side } = gesture
    gesture.offset = handlers.offers(row, side) ? way : way * RESISTANCE
    row.style.transition = 'none'
    row.style.translate = `${gesture.offset}px 0`
    handlers.onMove(box, side, gesture.offset)
  }
  const end = (isDone: boolean) => {
    const { row, box, side, offset = 0 } = gesture ?? {}
    gesture = undefined
    if (row === undefined || box === undefined || side === undefined) return
    row.style.transition = ''
    row.style.translate = ''
    handlers.onMove(box, side, 0)
    if (isDone && Math.abs(offset) >= swipeThreshold) handlers.onSwipe(row, side)
  }
  const handleUp = () => end(true)
  const handleCancel = () => end(false)
  list.addEventListener('pointerdown', handleDown)
  list.addEventListener('pointermove', handleMove)
  list.addEventListener('pointerup', handleUp)
  list.addEventListener('pointercancel', handleCancel)
  return () => {
    list.removeEventListener('pointerdown', handleDown)
    list.removeEventListener('pointermove', handleMove)
    list.removeEventListener('pointerup', handleUp)
    list.removeEventListener('pointercancel', handleCancel)
  }
}
