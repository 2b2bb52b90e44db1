import { Button, Modal, type ModalProps, useApp, useRecord } from '@parley/client'
import { formatNumber } from '@parley/shared/i18n'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Glyph } from '../Glyph.tsx'
import { type ReactionType, useNameOf, useTypes } from '../types.ts'
import { ReactorList } from './ReactorList.tsx'
import './reactors.css'

interface ReactorsModalProps extends ModalProps {
  postId: string
  /** The type whose tab is open at first. */
  typeId?: string
}

/** Who has reacted to a post: a tab for each type that was chosen. */
export function ReactorsModal({ postId, typeId, close }: ReactorsModalProps): ReactNode {
  const { t } = useApp()
  const id = useId()
  const [asked, setAsked] = useState(typeId)
  const counts = useRecord('posts', postId)?.reactionCounts ?? {}
  const types = useTypes().filter((type) => (counts[type.id] ?? 0) > 0)
  const chosen = types.find((type) => type.id === asked) ?? types[0]
  return (
    <Modal title={t('reactions.forum.modal.title')} close={close}>
      {chosen ? (
        <>
          <ReactorTabs types={types} counts={counts} chosen={chosen} panelId={id} onChoose={setAsked} />
          <div id={id} role="tabpanel" aria-labelledby={`${id}-${chosen.id}`}>
            <ReactorList key={chosen.id} postId={postId} type={chosen} close={close} />
          </div>
        </>
      ) : (
        <>
          <p className="Muted">{t('reactions.forum.modal.no_reactions')}</p>
          <Button variant="outline" onClick={() => close()}>
            {t('core.lib.modal.close')}
          </Button>
        </>
      )}
    </Modal>
  )
}

interface TabsProps {
  types: readonly ReactionType[]
  counts: Readonly<Record<string, number>>
  chosen: ReactionType
  panelId: string
  onChoose(id: string): void
}

/** The types: one stop of the Tab key, in which arrows choose. */
function ReactorTabs({ types, counts, chosen, panelId, onChoose }: TabsProps): ReactNode {
  const { t, translator } = useApp()
  const nameOf = useNameOf()
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const index = types.indexOf(chosen)
    const step = isRtl ? -1 : 1
    const next = { ArrowRight: index + step, ArrowLeft: index - step, Home: 0, End: -1 }[event.key]
    const type = next === undefined ? undefined : types.at(next % types.length)
    if (type === undefined) return
    event.preventDefault()
    onChoose(type.id)
    event.currentTarget.querySelector<HTMLElement>(`[data-type="${type.id}"]`)?.focus()
  }
  return (
    <div
      className="Tabs ReactorTabs"
      role="tablist"
      aria-label={t('reactions.forum.modal.types_label')}
      onKeyDown={handleKey}
    >
      {types.map((type) => (
        <button
          key={type.id}
          id={`${panelId}-${type.id}`}
          type="button"
          className="Tabs-item"
          role="tab"
          data-type={type.id}
          aria-selected={type === chosen}
          aria-controls={panelId}
          tabIndex={type === chosen ? 0 : -1}
          onClick={() => onChoose(type.id)}
        >
          <Glyph type={type} />
          <span className="ReactorTabs-name">{nameOf(type)}</span>
          <span className="tabular">{formatNumber(counts[type.id] ?? 0, translator)}</span>
        </button>
      ))}
    </div>
  )
}
