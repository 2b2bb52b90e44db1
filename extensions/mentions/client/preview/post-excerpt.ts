import { excerpt } from '@parley/shared/excerpt'

/** Graphemes of a post in previews, suggestions and notifications. */
const excerptLength = 200

/** The beginning of a post's text, without quotations and spoilers. Empty without text. */
export function postExcerpt(html: unknown): string {
  return typeof html === 'string' ? excerpt(html, excerptLength) : ''
}
