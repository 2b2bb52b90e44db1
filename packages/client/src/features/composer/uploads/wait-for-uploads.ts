import type { ComposerStep } from '../../../points/composer/composer-extension.ts'
import { uploadsOf } from './uploads.ts'

/** The step that waits for uploads. Those that failed need a decision first. */
export const waitForUploads: ComposerStep = async ({ app, signal, change }) => {
  const uploads = uploadsOf(app)
  await uploads.whenDone(signal)
  if (signal.aborted) return 'cancel'
  await uploads.describe()
  if (uploads.state.some(({ error }) => error !== undefined)) {
    app.alerts.show(app.t('core.forum.composer.upload_failed_message'), { tone: 'warning' })
    return 'cancel'
  }
  // Undo may have brought one back.
  const { composer } = app
  const before = composer.state.fields.content
  const content = composer.withoutPlaceholders(before)
  if (content !== before) change({ content })
  return undefined
}
