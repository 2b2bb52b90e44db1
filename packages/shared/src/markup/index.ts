export type {
  LocatedReference,
  MarkupAttributes,
  MarkupDiagnostic,
  MarkupDocument,
  MarkupElement,
  MarkupNode,
  MarkupReference,
} from './document.ts'
export { isElement, isReference } from './document.ts'
export { type AttributeRule, type AttributeRules, type ElementRules, joinElements } from './elements.ts'
export { contentPlain, excerpt, excerptLengths, truncate } from './excerpt.ts'
export { createMarkup, type Markup, type MarkupOptions, normalizeSource } from './markup.ts'
export { quoteText } from './plain-text.ts'
export { deleted, type FindFacts, type RenderOptions } from './references.ts'
export {
  element,
  type InlineMatch,
  type InlineRule,
  type Links,
  type MarkupSyntax,
  type PairedTag,
  type ReferenceKind,
  type RenderContext,
  type TagContent,
  type WordReplacements,
} from './syntax.ts'
export { MARKUP_VERSION } from './version.ts'
export type { Replacements } from './words/replacements.ts'
