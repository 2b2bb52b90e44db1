import { createMarkup, type Markup, type MarkupReference } from '@parley/shared/markup'
import type { App } from '../../../points/app.ts'

interface PreparedMarkup {
  markup: Markup
  facts(reference: MarkupReference): unknown
}

const prepared = new WeakMap<App, PreparedMarkup>()

/** Loads the markup syntaxes of extensions. Reports and omits a syntax that cannot be loaded. */
export async function prepareMarkup(app: App): Promise<void> {
  if (prepared.has(app)) return
  const loaded = await Promise.all(
    app.syntaxes.map(async ({ extension, load, facts }) => {
      try {
        return { syntax: (await load()).default, facts }
      } catch (error) {
        app.reportFailure(extension, error)
        return undefined
      }
    }),
  )
  const syntaxes = loaded.filter((entry) => entry !== undefined)
  const kinds = new Map(
    syntaxes.flatMap(({ syntax, facts }) =>
      Object.keys(syntax.references ?? {}).map((kind) => [kind, facts] as const),
    ),
  )
  prepared.set(app, {
    markup: createMarkup({
      baseUrl: app.forum.baseUrl,
      syntaxes: syntaxes.map(({ syntax }) => syntax),
    }),
    facts: (reference) => kinds.get(reference.reference)?.(reference, app),
  })
}

/** Renders the preview of a source with the server's renderer. Requires `prepareMarkup`. */
export function previewHtml(app: App, source: string): string {
  const ready = prepared.get(app)
  if (ready === undefined) throw new Error('previewHtml was called before prepareMarkup.')
  return ready.markup.renderHtml(source, { facts: ready.facts, translate: app.t })
}
