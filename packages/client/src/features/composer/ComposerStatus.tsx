import type { ReactNode } from 'react'
import type { ComposerState } from '../../base/composer/composer-model.ts'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'
import { classNames } from '../../ui/class-names.ts'
import { useComposer } from './use-composer.ts'

/** Says whether the text is being sent, or whether its draft is saved. An alert of the open composer says that it waits. */
export function ComposerStatus(): ReactNode {
  const { connection, t } = useApp()
  const { state } = useComposer()
  const isSlow = useObservable(connection, ({ reach }) => reach === 'slow')
  const key: string | undefined = state.isSending ? sendingKey(state, isSlow) : draftKeys[state.draft]
  const isUsual = !state.isSending && state.draft !== 'unsaved'
  return (
    <span className={classNames('Composer-status', isUsual && 'is-usual')} role="status">
      {key !== undefined && t(key)}
    </span>
  )
}

function sendingKey({ isWaiting, position }: ComposerState, isSlow: boolean): string | undefined {
  if (isWaiting) return position === 'minimized' ? 'core.forum.composer.waiting_text' : undefined
  return isSlow ? 'core.forum.composer.posting_slowly_text' : 'core.forum.composer.posting_text'
}

const draftKeys = {
  none: undefined,
  saved: 'core.forum.composer.draft_saved_text',
  restored: 'core.forum.composer.draft_restored_text',
  unsaved: 'core.forum.composer.draft_refused_text',
} as const
