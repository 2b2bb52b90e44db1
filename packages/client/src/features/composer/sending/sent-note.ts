import type { App } from '../../../points/app.ts'
import type { SentContext, SentNote } from '../../../points/composer/composer-extension.ts'
import { composerPartsOf } from '../../../points/composer/composer-parts.ts'

/** Asks extensions what the writer should know of a text that was sent. A faulty one is reported, and has nothing to say. */
export async function sentNote(app: App, sent: Omit<SentContext, 'app'>): Promise<SentNote | undefined> {
  try {
    // A text that a closed page had queued is sent without the composer.
    const { coreParts, loadComposerParts } = await import('../fields/late-code.ts')
    await loadComposerParts(app, coreParts)
  } catch {
    // The text is stored all the same.
    return undefined
  }
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
