import { findForeignAddress } from '@parley/shared/style-sheet'
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

const maximumShownAddress = 100

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
          values: { address: address.slice(0, maximumShownAddress) },
        }
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error
    return { rule: 'css', values: { line: error.line ?? 1 } }
  }
}
