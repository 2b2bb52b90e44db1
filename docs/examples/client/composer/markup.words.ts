import type { App } from '@parley/client'
import type { MarkupSyntax, WordReplacements } from '@parley/shared/markup'

/** What `load` of a syntax imports. */
const abbreviations: MarkupSyntax = { name: 'abbreviations', version: 1 }

export default abbreviations

/** For the preview: the words that a route of the extension lists. */
export function loadReplacements({ api }: App): Promise<WordReplacements> {
  return api.request<Record<string, string>>('/abbreviations')
}
