import type { ReactNode } from 'react'
import type { ComposerState } from '../../base/composer/composer-model.ts'
import type { ComposerTarget } from '../../base/composer/composer-target.ts'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'
import { missingField } from './composer-texts.ts'
import { useComposer } from './use-composer.ts'

/** Says whether the text is being sent, whether its draft is saved, or which field is missing. */
export function ComposerStatus({ target }: { target: ComposerTarget }): ReactNode {
  const { connection, t } = useApp()
  const { state } = useComposer()
  const isSlow = useObservable(connection, ({ reach }) => reach === 'slow')
  const key = state.isSending ? sendingKey(state, isSlow) : draftKey(target, state)
  return (
    <span className="Composer-status" role="status">
      {key !== undefined && t(key)}
    </span>
  )
}

function sendingKey({ isWaiting }: ComposerState, isSlow: boolean): string {
  if (isWaiting) return 'core.forum.composer.waiting_text'
  return isSlow ? 'core.forum.composer.posting_slowly_text' : 'core.forum.composer.posting_text'
}

const draftKeys = {
  none: undefined,
  saved: 'core.forum.composer.draft_saved_text',
  restored: 'core.forum.composer.draft_restored_text',
  unsaved: 'core.forum.composer.draft_refused_text',
} as const

function draftKey(target: ComposerTarget, { fields, draft }: ComposerState): string | undefined {
  if (missingField(target, fields) === 'title' && fields.content !== '')
    return 'core.forum.composer_discussion.title_needed_text'
  return draftKeys[draft]
}
