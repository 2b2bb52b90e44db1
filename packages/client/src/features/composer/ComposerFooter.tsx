import type { ReactNode } from 'react'
import { isKeyOutdated } from '../../base/composer/submission-key.ts'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'
import type { ComposerTarget } from '../../points/composer/composer-target.ts'
import { isUnanswered } from '../../store/api-error.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { DebugButton } from '../../ui/modals/DebugButton.tsx'
import { ComposerStatus } from './ComposerStatus.tsx'
import { composerTexts } from './composer-texts.ts'
import { ConflictAlert, OtherText } from './conflict/EditConflict.tsx'
import { DraftsMenu } from './DraftsMenu.tsx'
import { EditorToolbar } from './editor/EditorToolbar.tsx'
import { missingField } from './fields/field-states.ts'
import type { ComposerSubmission } from './sending/use-submit.ts'
import { UploadList } from './uploads/UploadList.tsx'
import { useComposer } from './use-composer.ts'

interface ComposerFooterProps {
  target: ComposerTarget
  submission: ComposerSubmission
}

/** The submit button, the toolbar and the status. */
export function ComposerFooter({ target, submission }: ComposerFooterProps): ReactNode {
  const app = useApp()
  const { t } = app
  const { state } = useComposer()
  return (
    <div>
      <SubmissionAlerts submission={submission} />
      <OtherText />
      <UploadList />
      <footer className="Composer-footer">
        <Button
          variant="primary"
          className="u-wide"
          isLoading={state.isSending || submission.isPreparing}
          isDisabled={missingField(app, target, state.fields) !== undefined}
          onClick={submission.submit}
        >
          {composerTexts(t, target).submit}
        </Button>
        <EditorToolbar target={target} />
        <ComposerStatus />
        <DraftsMenu />
      </footer>
    </div>
  )
}

/** Alerts about a failed or waiting submission, with actions. */
function SubmissionAlerts({ submission }: Pick<ComposerFooterProps, 'submission'>): ReactNode {
  const { connection, t } = useApp()
  const { composer, state } = useComposer()
  const { isWaiting, isSending, isUncertain, isQueued, submissionKey } = state
  const reach = useObservable(connection, ({ reach }) => reach)
  return (
    // The live region must exist before its first announcement.
    <div role="alert">
      <ConflictAlert />
      {isWaiting && (
        <Alert
          tone="warning"
          icon="offline"
          className="Composer-error"
          controls={
            <>
              <Button onClick={() => void connection.check()}>{t('core.lib.connection.try_button')}</Button>
              <Button onClick={() => composer.stopSending()}>{t('core.forum.composer.stop_button')}</Button>
            </>
          }
        >
          {t('core.forum.composer.waiting_message', { reach, isQueued: String(isQueued) })}
        </Alert>
      )}
      {submission.isPreparing && (
        <Alert
          className="Composer-error"
          controls={<Button onClick={submission.cancel}>{t('core.forum.composer.stop_button')}</Button>}
        >
          {t('core.forum.composer.preparing_message')}
        </Alert>
      )}
      {submission.error !== undefined && !isSending && (
        <Alert
          tone="danger"
          className="Composer-error"
          controls={
            <>
              {isUnanswered(submission.failure) && (
                <Button onClick={submission.submit}>{t('core.lib.alert.retry_button')}</Button>
              )}
              <DebugButton failure={submission.failure} />
            </>
          }
          onDismiss={submission.dismissError}
        >
          {submission.error}
        </Alert>
      )}
      {isUncertain && submission.error === undefined && !isSending && (
        <Alert className="Composer-error">
          {t(
            submissionKey !== undefined && isKeyOutdated(submissionKey)
              ? 'core.forum.composer.outdated_message'
              : 'core.forum.composer.uncertain_message',
          )}
        </Alert>
      )}
    </div>
  )
}
