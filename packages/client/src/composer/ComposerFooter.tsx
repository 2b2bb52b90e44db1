import type { ReactNode } from 'react'
import { useT } from '../app-context.ts'
import { useHasItems } from '../slots.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import type { ComposerTarget } from './composer.ts'
import { composerTexts, missingField } from './composer-texts.ts'
import { ComposerToolbar } from './slots.ts'
import { useComposer } from './use-composer.ts'
import type { ComposerSubmission } from './use-submit.ts'

/** The button that sends, formatting, and how things stand. */
export function ComposerFooter({
  target,
  submission,
}: {
  target: ComposerTarget
  submission: ComposerSubmission
}): ReactNode {
  const t = useT()
  const { state } = useComposer()
  const hasToolbar = useHasItems(ComposerToolbar)
  return (
    <div>
      <div role="alert">
        {submission.error !== undefined && (
          <Alert tone="danger" className="Composer-error" onDismiss={submission.dismissError}>
            {submission.error}
          </Alert>
        )}
      </div>
      <footer className="Composer-footer">
        <Button
          variant="primary"
          className="u-wide"
          isLoading={state.isSending}
          isDisabled={missingField(target, state.fields) !== undefined}
          onClick={submission.submit}
        >
          {composerTexts(t, target).submit}
        </Button>
        {hasToolbar ? (
          <div
            className="Composer-toolbar"
            role="toolbar"
            aria-label={t('core.forum.composer.toolbar_label')}
          >
            <ComposerToolbar target={target} />
          </div>
        ) : (
          <div className="Composer-toolbar" />
        )}
        <Status target={target} />
      </footer>
    </div>
  )
}

function Status({ target }: { target: ComposerTarget }): ReactNode {
  const t = useT()
  const { composer, state } = useComposer()
  const { fields, isSending } = state
  let text = ''
  if (isSending) text = t('core.forum.composer.posting_text')
  else if (missingField(target, fields) === 'title' && fields.content !== '') {
    text = t('core.forum.composer_discussion.title_needed_text')
  } else if (composer.hasUnsavedChanges) text = t('core.forum.composer.draft_saved_text')
  return (
    <span className="Composer-status" role="status">
      {text}
    </span>
  )
}
