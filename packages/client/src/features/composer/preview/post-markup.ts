import {
  createMarkup,
  type Markup,
  type MarkupReference,
  type Replacements,
  type WordReplacements,
} from '@parley/shared/markup'
import type { App } from '../../../points/app.ts'
import type { SyntaxModule } from '../../../points/composer/markup.ts'
import { ApiError } from '../../../store/api-error.ts'
import { ChunkLoadError, loadChunk } from '../../../store/connection/load-chunk.ts'

interface PreparedMarkup {
  markup: Markup
  /** The syntax of each kind of reference. */
  kinds: ReadonlyMap<string, ReferenceSyntax>
  /** What loads the replacements that follow tables of the server. */
  loaders: readonly (Required<Pick<SyntaxModule, 'loadReplacements'>> & { extension: string })[]
  loading?: Promise<void> | undefined
  replacements?: Replacements
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
  const loaders = syntaxes.flatMap(({ declared: { loadReplacements, extension } }) =>
    loadReplacements ? [{ loadReplacements, extension }] : [],
  )
  prepared.set(app, {
    loaders,
    markup: createMarkup({
      baseUrl: app.forum.baseUrl,
      syntaxes: syntaxes.map(({ syntax }) => syntax),
    }),
    kinds,
  })
}

/**
 * Loads the replacements of words that follow tables of the server, once. Requires `prepareMarkup`.
 * @returns whether previews differ from now on.
 */
export async function loadReplacements(app: App): Promise<boolean> {
  const ready = prepared.get(app)
  if (ready === undefined || ready.replacements !== undefined || ready.loaders.length === 0) return false
  ready.loading ??= fetchReplacements(app, ready)
  await ready.loading
  ready.loading = undefined
  return ready.replacements !== undefined
}

async function fetchReplacements(app: App, ready: PreparedMarkup): Promise<void> {
  const load = async ({ loadReplacements, extension }: PreparedMarkup['loaders'][number]) => {
    try {
      const words = await loadReplacements(app)
      // Throws for what is no text and no element.
      ready.markup.compileReplacements(words)
      return words
    } catch (error) {
      if (!(error instanceof ApiError)) app.reportFailure(extension, error)
      return undefined
    }
  }
  const loaded = await Promise.all(ready.loaders.map(load))
  // The next preview tries again.
  if (loaded.includes(undefined)) return
  // The first extension wins.
  const words = loaded.toReversed().flatMap((each: WordReplacements = {}) => Object.entries(each))
  ready.replacements = ready.markup.compileReplacements(Object.fromEntries(words))
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
  const { replacements } = ready
  return ready.markup.renderHtml(source, {
    facts: findFacts,
    translate: app.t,
    ...(replacements && { replacements }),
  })
}
