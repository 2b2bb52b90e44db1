import type { App } from '../../../points/app.ts'
import type { SentContext, SentNote } from '../../../points/composer/composer-extension.ts'
import { composerPartsOf, loadComposerParts } from '../../../points/composer/composer-parts.ts'
import { coreParts } from '../fields/core-parts.ts'

/** Asks extensions what the writer should know of a text that was sent. A faulty one is reported, and has nothing to say. */
export async function sentNote(app: App, sent: Omit<SentContext, 'app'>): Promise<SentNote | undefined> {
  // A text that a closed page had queued is sent without the composer.
  await loadComposerParts(app, coreParts)
  for (const { extension, part: noteOf } of composerPartsOf(app).sent) {
    try {
      const note = noteOf({ app, ...sent })
      if (note !== undefined) return note
    } catch (error) {
      if (extension !== undefined) app.reportFailure(extension, error)
    }
  }
  return undefined
}
