import { createMarkup, type Markup, type MarkupReference } from '@parley/shared/markup'
import type { App } from '../../base/app-context.ts'

interface Prepared {
  markup: Markup
  facts(reference: MarkupReference): unknown
}

const prepared = new WeakMap<App, Prepared>()

/** Loads the syntaxes of posts that extensions bring; one that cannot be loaded is reported and left out. */
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
  const syntaxes = loaded.filter((one) => one !== undefined)
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

/** What a source will look like, by the code that the server renders it with. Needs `prepareMarkup` before. */
export function previewHtml(app: App, source: string): string {
  const known = prepared.get(app)
  if (known === undefined) throw new Error('The markup is not loaded.')
  return known.markup.renderHtml(source, { facts: known.facts, translate: app.t })
}
