import type { SyntaxModule } from '@parley/client'

/** The module that `markup` loads: its syntax, and for the preview the words that a route of the extension lists. */
const abbreviations: SyntaxModule = {
  default: { name: 'abbreviations', version: 1 },
  loadReplacements: ({ api }) => api.request<Record<string, string>>('/abbreviations'),
}

export const { default: syntax, loadReplacements } = abbreviations
export default syntax
