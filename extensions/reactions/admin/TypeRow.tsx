import { Button, useApp } from '@parley/client'
import { type RowDrag, SortableRow } from '@parley/client/admin'
import type { ReactNode } from 'react'
import { Glyph } from '../client/Glyph.tsx'
import { useNameOf } from '../client/types.ts'
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
export function TypeRow({ type, index, count, model, drag, onEdit }: RowProps): ReactNode {
  const { t } = useApp()
  const name = useNameOf()(type)
  return (
    <SortableRow
      className="ReactionType"
      id={type.id}
      index={index}
      count={count}
      drag={drag}
      labels={{
        move: t('reactions.admin.page.reactions.move_button', { reaction: name }),
        up: t('reactions.admin.page.reactions.move_up_button'),
        down: t('reactions.admin.page.reactions.move_down_button'),
      }}
      onMove={(place) => void model.move(type.id, place)}
    >
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
    </SortableRow>
  )
}
