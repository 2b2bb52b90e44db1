import { createMarkup, type Markup, type MarkupReference } from '@parley/shared/markup'
import type { App } from '../../../points/app.ts'
import type { SyntaxModule } from '../../../points/composer/markup.ts'
import { ChunkLoadError, loadChunk } from '../../../store/connection/load-chunk.ts'

interface PreparedMarkup {
  markup: Markup
  /** The syntax of each kind of reference. */
  kinds: ReadonlyMap<string, ReferenceSyntax>
}

/** What a preview needs of a syntax with references. */
export type ReferenceSyntax = Pick<SyntaxModule, 'facts' | 'fetchFacts'> & { extension: string }

const prepared = new WeakMap<App, PreparedMarkup>()

/**
 * Loads the markup syntaxes of extensions. Reports and omits a faulty one.
 * @throws ChunkLoadError
 */
export async function prepareMarkup(app: App): Promise<void> {
  if (prepared.has(app)) return
  const loaded = await Promise.all(
    app.syntaxes.map(async ({ extension, load }) => {
      try {
        const { default: syntax, ...rest } = await loadChunk(load)
        return { syntax, declared: { ...rest, extension } }
      } catch (error) {
        if (error instanceof ChunkLoadError) throw error
        app.reportFailure(extension, error)
        return undefined
      }
    }),
  )
  const syntaxes = loaded.filter((entry) => entry !== undefined)
  const kinds = new Map(
    syntaxes.flatMap(({ syntax, declared }) =>
      Object.keys(syntax.references ?? {}).map((kind) => [kind, declared] as const),
    ),
  )
  prepared.set(app, {
    markup: createMarkup({
      baseUrl: app.forum.baseUrl,
      syntaxes: syntaxes.map(({ syntax }) => syntax),
    }),
    kinds,
  })
}

/**
 * Renders the preview of a source with the server's renderer. Requires `prepareMarkup`.
 * @param onMissing called for each reference whose facts are not loaded.
 */
export function previewHtml(
  app: App,
  source: string,
  onMissing?: (reference: MarkupReference, syntax: ReferenceSyntax) => void,
): string {
  const ready = prepared.get(app)
  if (ready === undefined) throw new Error('previewHtml was called before prepareMarkup.')
  const findFacts = (reference: MarkupReference) => {
    const syntax = ready.kinds.get(reference.reference)
    const facts = syntax?.facts?.(reference, app)
    if (syntax !== undefined && facts === undefined) onMissing?.(reference, syntax)
    return facts
  }
  return ready.markup.renderHtml(source, { facts: findFacts, translate: app.t })
}
