export { contentPlain, truncate } from './excerpt.ts'
export { type MarkupOptions, renderMarkup } from './render.ts'
