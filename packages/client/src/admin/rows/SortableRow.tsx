import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useObservable } from '../../base/use-observable.ts'
import { classNames } from '../../ui/class-names.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import { MenuItem } from '../../ui/menus/Menu.tsx'
import type { RowDrag } from './row-drag.ts'

interface HandleProps {
  id: string
  /** Its place, from 0. */
  index: number
  /** How many rows there are. */
  count: number
  drag: RowDrag
  labels: { move: string; up: string; down: string }
  /** Gets the new place, from 0 in the list without the row. */
  onMove(place: number): void
}

interface SortableRowProps extends HandleProps {
  className?: string
  children: ReactNode
}

/** A row of an `<ol className="SortableRows">`, which is moved by dragging its handle, by its menu, or by Alt with an arrow. */
export function SortableRow({ className, children, ...props }: SortableRowProps): ReactNode {
  const { id, index, count } = props
  const { id: dragged, gap, offset } = useObservable(props.drag)
  const isDragged = dragged === id
  const mark = dragged === undefined || isDragged ? undefined : dropMark(gap, index, count)
  return (
    <li
      className={classNames('SortableRow', className)}
      data-row={id}
      data-drop={mark}
      data-dragged={isDragged || undefined}
      style={isDragged ? { translate: `0 ${offset}px` } : undefined}
    >
      <MoveHandle {...props} />
      {children}
    </li>
  )
}

function dropMark(gap: number | undefined, index: number, count: number): 'before' | 'after' | undefined {
  if (gap === index) return 'before'
  return gap === count && index === count - 1 ? 'after' : undefined
}

function MoveHandle({ id, index, count, drag, labels, onMove }: HandleProps): ReactNode {
  const moveTo = (place: number) => {
    if (place >= 0 && place < count) onMove(place)
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || step === undefined) return
    // The arrows alone open the menu.
    event.preventDefault()
    event.stopPropagation()
    moveTo(index + step)
  }
  return (
    <span
      className="SortableRow-handle"
      onPointerDown={(event) => drag.press(id, event)}
      onKeyDownCapture={handleKey}
    >
      <Dropdown icon="grip" variant="quiet" isIconOnly label={labels.move}>
        {index > 0 && (
          <MenuItem icon="up" onSelect={() => moveTo(index - 1)}>
            {labels.up}
          </MenuItem>
        )}
        {index < count - 1 && (
          <MenuItem icon="down" onSelect={() => moveTo(index + 1)}>
            {labels.down}
          </MenuItem>
        )}
      </Dropdown>
    </span>
  )
}

/** The ref of a list: the handle of a row that was moved has the focus in its new place. `moved` is a new object each time. */
export function useMovedFocus(moved: { readonly id: string } | undefined) {
  const list = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    if (moved)
      list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(moved.id)}"] button`)?.focus()
  }, [moved])
  return list
}
