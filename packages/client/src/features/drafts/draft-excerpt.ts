import { contentPlain, truncate } from '@parley/shared/markup'
import type { App } from '../../points/app.ts'
import { previewHtml } from '../composer/preview/post-markup.ts'

/** Graphemes of a draft's excerpt. */
const excerptLength = 200
/** Characters of the source that are rendered for it. */
const sourceLength = 2000

/** The beginning of a draft's text on one line, without markup. Requires `prepareMarkup`. */
export function draftExcerpt(app: App, source: string): string {
  const start = source.slice(0, sourceLength)
  // A text of quotations only has no words of its own.
  const words = contentPlain(previewHtml(app, start)) || start.replace(/\s+/g, ' ').trim()
  return truncate(words, excerptLength)
}
