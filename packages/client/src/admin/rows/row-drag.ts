import { type PointerEvent as ReactPointerEvent, useEffect, useState } from 'react'
import { Observable } from '../../store/observable.ts'

/** Pixels that the pointer moves before a press becomes a drag. */
const threshold = 6
/** Pixels from the edge of the window within which the page scrolls. */
const edge = 64
const scrollStep = 12

interface DragState {
  /** The dragged row; undefined while none is dragged. */
  readonly id: string | undefined
  /** Pixels from where it was pressed. */
  readonly offset: number
  /** The gap that it would go into: 0 is above the first row. */
  readonly gap: number | undefined
}

const still: DragState = { id: undefined, offset: 0, gap: undefined }

/** The gap between rows at a height. @param middles of the rows, from above. */
export function gapAt(middles: readonly number[], y: number): number {
  return middles.filter((middle) => middle < y).length
}

/** The place in the list without a row, counted from 0, for a gap in the list with it. */
export function placeFor(gap: number, from: number): number {
  return gap > from ? gap - 1 : gap
}

/** A row that is dragged by its handle, with a pointer of any kind. Esc ends it without a move. */
export class RowDrag extends Observable<DragState> {
  readonly #move: (id: string, place: number) => void
  #press: AbortController | undefined
  #scrolling: number | undefined

  /** @param move gets the row and its new place, in the list without it. */
  constructor(move: (id: string, place: number) => void) {
    super(still)
    this.#move = move
  }

  /** Begins with a press on the handle of a row: an `<li data-row="id">`. */
  press(id: string, { nativeEvent: start, currentTarget: handle }: ReactPointerEvent): void {
    if (!start.isPrimary || start.button !== 0) return
    const list = handle.closest('li')?.parentElement
    if (!list) return
    this.end()
    this.#press = new AbortController()
    const { signal } = this.#press
    const startY = start.clientY + window.scrollY
    const handleMove = ({ clientY }: PointerEvent) => {
      if (this.state.id === undefined && Math.abs(clientY + window.scrollY - startY) < threshold) return
      // From here on the release is no click on the handle.
      if (this.state.id === undefined) handle.setPointerCapture(start.pointerId)
      this.#follow(id, list, clientY, startY)
    }
    const handleUp = () => {
      const { gap } = this.state
      const from = rowsIn(list).findIndex((row) => row.dataset.row === id)
      this.end()
      if (gap !== undefined && placeFor(gap, from) !== from) this.#move(id, placeFor(gap, from))
    }
    window.addEventListener('pointermove', handleMove, { signal })
    window.addEventListener('pointerup', handleUp, { signal })
    window.addEventListener('pointercancel', () => this.end(), { signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && this.end(), { signal })
  }

  /** Ends without a move. */
  end(): void {
    this.#press?.abort()
    this.#press = undefined
    if (this.#scrolling !== undefined) cancelAnimationFrame(this.#scrolling)
    this.#scrolling = undefined
    this.update(still)
  }

  #follow(id: string, list: Element, clientY: number, startY: number): void {
    const middles = rowsIn(list).map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2 - (row.dataset.row === id ? this.state.offset : 0)
    })
    this.update({ id, offset: clientY + window.scrollY - startY, gap: gapAt(middles, clientY) })
    const direction = clientY < edge ? -1 : clientY > window.innerHeight - edge ? 1 : 0
    if (direction === 0) return
    this.#scrolling ??= requestAnimationFrame(() => {
      this.#scrolling = undefined
      const before = window.scrollY
      window.scrollBy({ top: direction * scrollStep, behavior: 'instant' })
      if (this.state.id !== undefined && window.scrollY !== before) this.#follow(id, list, clientY, startY)
    })
  }
}

function rowsIn(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(':scope > [data-row]')]
}

/** The drag of a list. */
export function useRowDrag(move: (id: string, place: number) => void): RowDrag {
  const [drag] = useState(() => new RowDrag(move))
  useEffect(() => () => drag.end(), [drag])
  return drag
}
