import type { MarkupReference, MarkupSyntax } from '@parley/shared/markup'
import type { App } from '../app-context.ts'

/** A syntax of the markup, loaded with the composer. */
export interface ClientSyntax {
  load: () => Promise<{ default: MarkupSyntax }>
  /** Data of a reference's target from the store, in the shape of the server's lookup; undefined if not loaded. */
  facts?: (reference: MarkupReference, app: App) => unknown
}
