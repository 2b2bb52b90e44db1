import type { MarkupReference, MarkupSyntax, WordReplacements } from '@parley/shared/markup'
import type { App } from '../app.ts'
import type { Source } from '../sources.ts'

/** A syntax of the markup, loaded with the composer. */
export interface ClientSyntax {
  load: () => Promise<SyntaxModule>
}

/** What the preview knows of a syntax. */
export interface SyntaxModule {
  default: MarkupSyntax
  /** Data of a reference's target from the store, in the shape of the server's lookup; undefined if not loaded. */
  facts?: (reference: MarkupReference, app: App) => unknown
  /**
   * Loads what `facts` lacks for the preview: it is asked again afterwards. Gets at most 50 references, each of them once
   * in a preview. `signal` is aborted when the preview closes. Without an answer they stay as typed.
   */
  fetchFacts?: (references: readonly MarkupReference[], app: App, signal: AbortSignal) => Promise<unknown>
  /**
   * Loads the replacements of words that follow a table of the server, for the preview: when the first one is shown. Until
   * then, and if that fails, their words stay as typed.
   */
  loadReplacements?: (app: App) => Promise<WordReplacements>
}

/** Lists the syntaxes in the order of the extensions. */
export function combineSyntaxes(sources: readonly Source[]): App['syntaxes'] {
  return sources.flatMap(({ id, extension }) =>
    (extension.markup ?? []).map((syntax) => ({ ...syntax, extension: id ?? 'core' })),
  )
}

declare module '../extension.ts' {
  interface ClientExtension {
    /** Markup syntaxes for the preview, the same as on the server. */
    markup?: readonly ClientSyntax[]
  }
}

declare module '../app.ts' {
  interface App {
    /** Markup syntaxes of extensions, in the order of the server. */
    readonly syntaxes: readonly (ClientSyntax & { extension: string })[]
  }
}
