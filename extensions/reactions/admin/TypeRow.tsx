import { Button, Dropdown, MenuItem, useApp, useObservable } from '@parley/client'
import type { KeyboardEvent, ReactNode } from 'react'
import { Glyph } from '../client/Glyph.tsx'
import { useNameOf } from '../client/types.ts'
import type { RowDrag } from './drag.ts'
import type { ListedType, TypesModel } from './types-model.ts'

interface RowProps {
  type: ListedType
  index: number
  /** How many types there are. */
  count: number
  model: TypesModel
  drag: RowDrag
  onEdit(): void
}

/** A type with what moves, switches and changes it. */
export function TypeRow(props: RowProps): ReactNode {
  const { type, index, count, model, drag, onEdit } = props
  const { t } = useApp()
  const name = useNameOf()(type)
  const { id, gap, offset } = useObservable(drag)
  const isDragged = id === type.id
  const mark = id === undefined || isDragged ? undefined : dropMark(gap, index, count)
  return (
    <li
      className="ReactionType"
      data-row={type.id}
      data-drop={mark}
      data-dragged={isDragged || undefined}
      style={isDragged ? { translate: `0 ${offset}px` } : undefined}
    >
      <MoveHandle {...props} name={name} />
      <Glyph type={type} />
      <span className="ReactionType-texts">
        <bdi>{name}</bdi>
        <code dir="ltr">{type.identifier}</code>
      </span>
      <input
        className="Switch"
        type="checkbox"
        aria-label={t('reactions.admin.page.reactions.enabled_label', { reaction: name })}
        checked={type.enabled}
        onChange={({ currentTarget }) => void model.enable(type.id, currentTarget.checked)}
      />
      <Button icon="edit" variant="quiet" isIconOnly onClick={onEdit}>
        {t('reactions.admin.page.reactions.edit_button', { reaction: name })}
      </Button>
    </li>
  )
}

function dropMark(gap: number | undefined, index: number, count: number): 'before' | 'after' | undefined {
  if (gap === index) return 'before'
  return gap === count && index === count - 1 ? 'after' : undefined
}

/** The handle by which a type is dragged; also a menu of its moves. Alt with an arrow moves it up or down. */
function MoveHandle({ type, index, count, model, drag, name }: RowProps & { name: string }): ReactNode {
  const { t } = useApp()
  const moveTo = (place: number) => {
    if (place >= 0 && place < count) void model.move(type.id, place)
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
      className="ReactionType-handle"
      onPointerDown={(event) => drag.press(type.id, event)}
      onKeyDownCapture={handleKey}
    >
      <Dropdown
        icon="grip"
        variant="quiet"
        isIconOnly
        label={t('reactions.admin.page.reactions.move_button', { reaction: name })}
      >
        {index > 0 && (
          <MenuItem icon="up" onSelect={() => moveTo(index - 1)}>
            {t('reactions.admin.page.reactions.move_up_button')}
          </MenuItem>
        )}
        {index < count - 1 && (
          <MenuItem icon="down" onSelect={() => moveTo(index + 1)}>
            {t('reactions.admin.page.reactions.move_down_button')}
          </MenuItem>
        )}
      </Dropdown>
    </span>
  )
}
