/** Distance of a completed swipe, and distance at which a touch becomes a swipe; px. */
export const swipeThreshold = 50
const startDistance = 10

/** Movement of a row that cannot be swiped to a side: a fraction of the finger's movement, and at most this; px. */
const resistance = 0.15
const maximumResisted = 16

/** The side of a row that a swipe uncovers, in reading direction. */
export type SwipeSide = 'start' | 'end'

export interface SwipeHandlers {
  /** Whether a row has an action on a side. */
  canSwipe(row: HTMLElement, side: SwipeSide): boolean
  /** Called when a row with an action, at `box`, was moved by `offset` px; with 0 when the finger lifts. */
  onMove(box: DOMRect, side: SwipeSide, offset: number): void
  /** Called when the finger lifts beyond the threshold. */
  onSwipe(row: HTMLElement, side: SwipeSide): void
}

interface Gesture {
  row: HTMLElement
  x: number
  y: number
  /** Position of the row before the swipe. */
  box: DOMRect
  side: SwipeSide | undefined
  /** Distance that the row was moved; px. */
  offset: number
}

/** Moves rows sideways with a finger. The browser still scrolls: see `touch-action`. @returns a function that stops. */
export function watchSwipes(list: HTMLElement, rowSelector: string, handlers: SwipeHandlers): () => void {
  let gesture: Gesture | undefined
  const handleDown = (event: PointerEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>(rowSelector) : null
    if (event.pointerType !== 'touch' || !event.isPrimary || row === null) return
    const box = row.getBoundingClientRect()
    gesture = { row, box, x: event.clientX, y: event.clientY, side: undefined, offset: 0 }
  }
  const handleMove = (event: PointerEvent) => {
    if (gesture === undefined || !event.isPrimary) return
    const distance = event.clientX - gesture.x
    const isSideways =
      Math.abs(distance) > startDistance && Math.abs(distance) > Math.abs(event.clientY - gesture.y)
    if (gesture.side === undefined && !isSideways) return
    const isRtl = getComputedStyle(list).direction === 'rtl'
    gesture.side = distance > 0 === isRtl ? 'end' : 'start'
    const { row, box, side } = gesture
    const canSwipe = handlers.canSwipe(row, side)
    gesture.offset = canSwipe ? distance : resisted(distance)
    row.style.transition = 'none'
    row.style.translate = `${gesture.offset}px 0`
    handlers.onMove(box, side, canSwipe ? gesture.offset : 0)
  }
  const end = (isCompleted: boolean) => {
    const { row, box, side, offset = 0 } = gesture ?? {}
    gesture = undefined
    if (row === undefined || box === undefined || side === undefined) return
    row.style.transition = ''
    row.style.translate = ''
    handlers.onMove(box, side, 0)
    if (isCompleted && Math.abs(offset) >= swipeThreshold) handlers.onSwipe(row, side)
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

function resisted(distance: number): number {
  return Math.sign(distance) * Math.min(Math.abs(distance) * resistance, maximumResisted)
}
