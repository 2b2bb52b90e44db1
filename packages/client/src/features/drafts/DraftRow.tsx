import { type ReactNode, useMemo } from 'react'
import { Time } from '../../base/i18n/Time.tsx'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { draftExcerpt } from './draft-excerpt.ts'
import { draftKind, draftTitle } from './draft-texts.ts'
import type { DraftEntry } from './use-draft-list.ts'

interface DraftRowProps {
  entry: DraftEntry
  /** Element of the title. */
  heading: 'h2' | 'h3'
  /** Called before the row is gone. */
  onDeleted: () => void
}

const kindIcons = { discussion: 'post', reply: 'reply', edit: 'edit' } as const

/** A draft: a click continues it. */
export function DraftRow({ entry, heading: Heading, onDeleted }: DraftRowProps): ReactNode {
  const app = useApp()
  const { t, composer, alerts, clock } = app
  const { key, target, fields, changedAt, state, stop } = entry
  const title = draftTitle(t, entry)
  const excerpt = useMemo(() => draftExcerpt(app, fields.content), [app, fields.content])
  const handleDelete = () => {
    onDeleted()
    alerts.show(t('core.forum.drafts.deleted_message'), { undo: composer.deleteDraft(key) })
  }
  const isElsewhere = state === 'elsewhere'
  return (
    <li className="DraftRow">
      <Icon name={kindIcons[target.kind]} isDirectional={target.kind === 'reply'} />
      <Heading className="DraftRow-title">
        {isElsewhere ? (
          <bdi>{title}</bdi>
        ) : (
          <button
            type="button"
            className="DraftRow-open"
            onPointerEnter={composer.preload}
            onFocus={composer.preload}
            onClick={() => void composer.openDraftOf(key)}
          >
            <bdi>{title}</bdi>
          </button>
        )}
      </Heading>
      {excerpt !== '' && (
        <p className="DraftRow-excerpt" dir="auto">
          {excerpt}
        </p>
      )}
      <p className="DraftRow-meta">
        <span>{draftKind(t, entry)}</span>
        <Time value={clock.read(Date.parse(changedAt)).toISOString()} />
        <DraftState entry={entry} />
      </p>
      {(state === 'free' || state === 'shown') && (
        <Button className="DraftRow-action" icon="trash" variant="quiet" isIconOnly onClick={handleDelete}>
          {t('core.forum.drafts.delete_button', { title })}
        </Button>
      )}
      {state === 'waiting' && (
        <Button className="DraftRow-action" variant="outline" onClick={stop}>
          {t('core.forum.composer.stop_button')}
        </Button>
      )}
    </li>
  )
}

function DraftState({ entry }: { entry: DraftEntry }): ReactNode {
  const { t } = useApp()
  const key = stateKey(entry)
  return key && <span className="DraftRow-state">{t(key)}</span>
}

function stateKey({ state, submissionKey, isOutgoing }: DraftEntry): string | undefined {
  if (state === 'waiting') return 'core.forum.composer.waiting_text'
  if (state === 'sending') return 'core.forum.composer.posting_text'
  if (state === 'shown') return 'core.forum.drafts.shown_text'
  if (state === 'elsewhere') {
    return `core.forum.drafts.${isOutgoing ? 'sending_elsewhere' : 'elsewhere'}_text`
  }
  if (isOutgoing) return 'core.forum.composer.waiting_text'
  return submissionKey === undefined ? undefined : 'core.forum.drafts.uncertain_text'
}
