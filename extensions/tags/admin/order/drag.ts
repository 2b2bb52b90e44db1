import { Observable } from '@parley/client'
import { type PointerEvent as ReactPointerEvent, useEffect, useState } from 'react'
import { type Drop, dropAt } from './drop-place.ts'
import type { TagsModel } from './tags-model.ts'

/** Pixels that the pointer moves before a press becomes a drag. */
const threshold = 6
/** Pixels from the edge of the window within which the page scrolls. */
const edge = 64
const scrollStep = 12

interface DragState {
  /** The dragged tag; undefined while none is dragged. */
  readonly id: string | undefined
  readonly x: number
  readonly y: number
  readonly drop: Drop | undefined
}

const still: DragState = { id: undefined, x: 0, y: 0, drop: undefined }

/** A tag that is dragged by its handle, with a pointer of any kind. Esc ends it without a move. */
export class TagDrag extends Observable<DragState> {
  readonly #model: TagsModel
  /** Ends the listeners of the current press. */
  #press: AbortController | undefined
  #scrolling: number | undefined

  constructor(model: TagsModel) {
    super(still)
    this.#model = model
  }

  /** Begins with a press on the handle of a tag. */
  press(id: string, { nativeEvent: start, currentTarget: handle }: ReactPointerEvent): void {
    if (!start.isPrimary || start.button !== 0) return
    this.end()
    this.#press = new AbortController()
    const { signal } = this.#press
    const handleMove = (event: PointerEvent) => {
      const { clientX: x, clientY: y } = event
      const distance = Math.hypot(x - start.clientX, y - start.clientY)
      if (this.state.id === undefined && distance < threshold) return
      // From here on the release is no click on the handle.
      if (this.state.id === undefined) handle.setPointerCapture(start.pointerId)
      this.#follow(id, x, y)
    }
    const handleUp = () => {
      const { drop } = this.state
      this.end()
      if (drop) void this.#model.move(id, drop.place)
    }
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') this.end()
    }
    window.addEventListener('pointermove', handleMove, { signal })
    window.addEventListener('pointerup', handleUp, { signal })
    window.addEventListener('pointercancel', () => this.end(), { signal })
    window.addEventListener('keydown', handleKey, { signal })
  }

  /** Ends without a move. */
  end(): void {
    this.#press?.abort()
    this.#press = undefined
    if (this.#scrolling !== undefined) cancelAnimationFrame(this.#scrolling)
    this.#scrolling = undefined
    this.update(still)
  }

  #follow(id: string, x: number, y: number): void {
    const drop = this.#dropUnder(id, x, y)
    const isSame = JSON.stringify(drop) === JSON.stringify(this.state.drop)
    this.update({ id, x, y, drop: isSame ? this.state.drop : drop })
    this.#scrolling ??= requestAnimationFrame(() => this.#scroll())
  }

  #dropUnder(id: string, x: number, y: number): Drop | undefined {
    const element = document.elementFromPoint(x, y)
    const list = element?.closest<HTMLElement>('[data-tag-list]')?.dataset.tagList
    if (list !== 'primary' && list !== 'secondary') return undefined
    const row = element?.closest<HTMLElement>('.TagRow')
    const { tag } = row?.dataset ?? {}
    const box = row?.getBoundingClientRect()
    const height = box ? (y - box.top) / box.height : 0
    const { arrangement } = this.#model.state
    return dropAt(arrangement, id, { list, height, ...(tag !== undefined && { tag }) })
  }

  /** Scrolls while the pointer is near an edge of the window. */
  #scroll(): void {
    this.#scrolling = undefined
    const { id, x, y } = this.state
    if (id === undefined) return
    const direction = y < edge ? -1 : y > window.innerHeight - edge ? 1 : 0
    if (direction === 0) return
    const before = window.scrollY
    window.scrollBy({ top: direction * scrollStep, behavior: 'instant' })
    if (window.scrollY !== before) this.#follow(id, x, y)
  }
}

/** The drag of a page. */
export function useTagDrag(model: TagsModel): TagDrag {
  const [drag] = useState(() => new TagDrag(model))
  useEffect(() => () => drag.end(), [drag])
  return drag
}
