import type { OpenDraft } from '../../../base/composer/open-draft.ts'
import type { App } from '../../../points/app.ts'
import { ApiError } from '../../../store/api-error.ts'
import { retryUntilAnswered } from '../../../store/connection/persist.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { loadTarget } from '../create-composer.ts'
import { describeRefusal } from './refusal.ts'

/** Sends the account's queued texts that no tab is sending, one after the other. Resolves when all have an answer. */
export async function sendQueued(app: App): Promise<void> {
  let sent: Promise<unknown> = Promise.resolve()
  for (const draft of await app.composer.drafts.openQueued()) sent = sendDraft(app, draft, sent)
  await sent
}

async function sendDraft(app: App, draft: OpenDraft, earlier: Promise<unknown>): Promise<void> {
  const { composer, connection } = app
  let isStopped = () => false
  try {
    const showResult = await composer.outbox.sendQueued(draft, async (submission) => {
      const { signal, target } = submission
      isStopped = () => signal.aborted
      if (!connection.isReachable) submission.onWaiting()
      await Promise.race([earlier, whenAborted(signal)])
      const [{ sendText }] = await retryUntilAnswered(
        connection,
        () => Promise.all([loadSender(app), loadTarget(app, target)]),
        submission,
      )
      return sendText(app, submission)
    })
    await showResult?.()
  } catch (error) {
    if (!isStopped()) showFailure(app, draft, error)
  }
}

async function loadSender(app: App): Promise<typeof import('./submit.tsx')> {
  try {
    const [sender, { prepareMarkup }] = await app.connection.load(() =>
      Promise.all([import('./submit.tsx'), import('../preview/post-markup.ts')]),
    )
    await prepareMarkup(app)
    return sender
  } catch {
    // Counts as a request without an answer, which is sent again.
    throw new ApiError({ status: 0, url: '' })
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
}

function showFailure(app: App, { key, target }: OpenDraft, error: unknown): void {
  const { alerts, composer, t } = app
  const { error: reason } = describeRefusal(app, error)
  const open = () => {
    alerts.dismiss(id)
    void composer.openDraftOf(key)
  }
  const id = alerts.show(t('core.forum.drafts.failed_message', { kind: target.kind, reason }), {
    tone: 'danger',
    controls: <Button onClick={open}>{t('core.forum.drafts.open_button')}</Button>,
  })
}
