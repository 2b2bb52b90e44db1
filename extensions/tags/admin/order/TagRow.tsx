import { Button, Dropdown, MenuItem, NamedIcon, useApp, useObservable, useRecord } from '@parley/client'
import type { KeyboardEvent, ReactNode } from 'react'
import { tagColor } from '../../client/labels/TagLabel.tsx'
import { type Move, movesOf } from './arrangement.ts'
import type { TagDrag } from './drag.ts'
import type { TagsModel } from './tags-model.ts'

export interface ListProps {
  model: TagsModel
  drag: TagDrag
}

interface RowProps extends ListProps {
  id: string
  /** The list of its children. */
  children?: ReactNode
}

/** A tag with what moves and changes it, and its children. */
export function TagRow({ id, model, drag, children }: RowProps): ReactNode {
  const { modals, t } = useApp()
  const tag = useRecord('tags', id)
  const mark = useObservable(drag, ({ drop }) => (drop?.tag === id ? drop.mark : undefined))
  const isDragged = useObservable(drag, (state) => state.id === id)
  if (!tag) return null
  const edit = () => modals.load(async () => (await import('../edit/TagModal.tsx')).TagModal, { model, tag })
  return (
    <li data-drop={mark} data-dragged={isDragged || undefined}>
      <div className="TagRow" data-tag={id}>
        <MoveHandle id={id} name={tag.name} model={model} drag={drag} />
        <span className="TagName" style={tagColor(tag)}>
          <NamedIcon name={tag.icon} isSmall />
          <bdi>{tag.name}</bdi>
        </span>
        <span className="TagRow-facts">
          {tag.isRestricted && <span>{t('tags.admin.edit_tag.restrict_label')}</span>}
          {tag.isHidden && <span>{t('tags.admin.tags.hidden_text')}</span>}
          <span>{t('tags.admin.tags.count_text', { count: tag.discussionCount })}</span>
        </span>
        <Button icon="edit" variant="quiet" isSmall isIconOnly onClick={() => void edit()}>
          {t('tags.admin.tags.edit_button', { tag: tag.name })}
        </Button>
      </div>
      {children}
    </li>
  )
}

interface HandleProps extends ListProps {
  id: string
  name: string
}

/** The handle by which a tag is dragged; also a menu of its moves. Alt with an arrow moves it up or down. */
function MoveHandle({ id, name, model, drag }: HandleProps): ReactNode {
  const { t } = useApp()
  const arrangement = useObservable(model, (state) => state.arrangement)
  const moves = movesOf(arrangement, id)
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: 'up', ArrowDown: 'down' }[event.key]
    if (!event.altKey || step === undefined) return
    // The arrows alone open the menu.
    event.preventDefault()
    event.stopPropagation()
    const move = moves.find((each) => each.name === step)
    if (move) void model.move(id, move.place)
  }
  return (
    <span
      className="TagRow-handle"
      onPointerDown={(event) => drag.press(id, event)}
      onKeyDownCapture={handleKey}
    >
      <Dropdown
        icon="grip"
        variant="quiet"
        isSmall
        isIconOnly
        label={t('tags.admin.tags.move_button', { tag: name })}
      >
        {moves.map((move) => (
          <MenuItem key={move.name} onSelect={() => void model.move(id, move.place)}>
            <MoveLabel move={move} />
          </MenuItem>
        ))}
      </Dropdown>
    </span>
  )
}

function MoveLabel({ move: { name, parent } }: { move: Move }): ReactNode {
  const { store, t } = useApp()
  const params = { tag: (parent && store.get('tags', parent)?.name) || '' }
  switch (name) {
    case 'up':
      return t('tags.admin.tags.move_up_button')
    case 'down':
      return t('tags.admin.tags.move_down_button')
    case 'into':
      return t('tags.admin.tags.move_into_button', params)
    case 'out':
      return t('tags.admin.tags.move_out_button', params)
    case 'primary':
      return t('tags.admin.tags.make_primary_button')
    case 'secondary':
      return t('tags.admin.tags.make_secondary_button')
  }
}
