import { isTokenString, isTokenURL, tokenize } from '@csstools/css-tokenizer'
import { CssSyntaxError, parse } from 'postcss'
import { z } from 'zod'
import type { FailedRule } from '../../infrastructure/schema/values.ts'

/**
 * Schema of the administrators' style sheet: plain CSS, which may use the custom properties of the theme. Refuses
 * invalid CSS, imports of other sheets, addresses of other sites, which would learn of every visitor, and Less syntax.
 */
export const styleSheet: z.ZodType<string | null> = z
  .string()
  .nullable()
  .superRefine((css, context) => {
    const failed = css === null ? undefined : failedRule(css)
    if (failed) context.addIssue({ code: 'custom', params: failed })
  })

/** Accepted at-rules. All others are Less variables or import another sheet. */
const atRules = new Set([
  'container',
  'counter-style',
  'font-face',
  'font-feature-values',
  'font-palette-values',
  'keyframes',
  '-webkit-keyframes',
  'layer',
  'media',
  'page',
  'position-try',
  'property',
  'scope',
  'starting-style',
  'supports',
  'view-transition',
])

const notPlain: FailedRule = {
  rule: 'core.admin.appearance.custom_styles_cannot_use_less_features',
  ownKey: true,
}

function failedRule(css: string): FailedRule | undefined {
  if (/data-uri\s*\(|<\/style/i.test(css)) return notPlain
  try {
    let isPlain = true
    parse(css).walkAtRules(({ name }) => {
      isPlain &&= atRules.has(name.toLowerCase())
    })
    if (!isPlain) return notPlain
    const address = findForeignAddress(css)
    return address === undefined
      ? undefined
      : {
          rule: 'core.admin.appearance.custom_styles_foreign_address_message',
          ownKey: true,
          values: { address },
        }
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error
    return { rule: 'css', values: { line: error.line ?? 1 } }
  }
}

const maximumShownAddress = 100

/** Returns the first address of another site in a style sheet; undefined without any. */
function findForeignAddress(css: string): string | undefined {
  for (const token of tokenize({ css })) {
    // Strings count wherever they stand: a custom property may carry one into a function that fetches it.
    if ((isTokenURL(token) || isTokenString(token)) && isForeign(token[4].value))
      return token[4].value.slice(0, maximumShownAddress)
  }
  return undefined
}

const fetched = new Set(['http:', 'https:', 'ftp:', 'ws:', 'wss:'])

/** Whether a text is the address of another site, as browsers read it: they drop line breaks and turn backslashes. */
function isForeign(text: string): boolean {
  // An address without slashes after its scheme is relative to a page of the same scheme.
  return ['http://forum.invalid', 'https://forum.invalid'].some((base) => {
    const url = URL.parse(text, base)
    return url ? fetched.has(url.protocol) && url.origin !== base : /^\s*([a-z]+:)?[\\/]{2}/i.test(text)
  })
}
