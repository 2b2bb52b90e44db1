import type { App } from '../../../points/app.ts'
import type { SentContext, SentNote } from '../../../points/composer/composer-extension.ts'
import { composerPartsOf } from '../../../points/composer/composer-parts.ts'

/** Asks extensions what the writer should know of a text that was sent. A faulty one is reported, and has nothing to say. */
export function sentNote(app: App, sent: Omit<SentContext, 'app'>): SentNote | undefined {
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
