import { z } from 'zod'
import type { Theme } from '../shared.ts'
import { themeIn } from './theme.ts'

/** The theme of an account: a number or its digit; empty or null for the default theme. */
export const themePreference = {
  schema: z
    .unknown()
    .transform((value, context): Theme | null => {
      const theme = themeIn(value)
      if (theme === null && value !== null && value !== '')
        context.addIssue({ code: 'custom', params: { rule: 'in' } })
      return theme
    })
    .meta({ anyOf: [{ type: 'integer', enum: [0, 1, 2] }, { type: 'null' }] }),
  default: null,
  read: themeIn,
}
