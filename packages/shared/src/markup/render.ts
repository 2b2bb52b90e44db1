import { createMarkup, type Markup } from './markup.ts'

/** Where what is rendered will stand. */
export interface RenderMarkupOptions {
  /** Absolute address of the forum without a slash at the end: links into it are followed by search engines. */
  baseUrl?: string
}

const known = new Map<string | undefined, Markup>()

/** What people write, as HTML that is safe to insert, in the language of the core without any extension's. */
export function renderMarkup(source: string, { baseUrl }: RenderMarkupOptions = {}): string {
  let markup = known.get(baseUrl)
  if (!markup) {
    if (known.size > 8) known.clear()
    markup = createMarkup({ ...(baseUrl !== undefined && { baseUrl }) })
    known.set(baseUrl, markup)
  }
  return markup.renderHtml(source)
}
