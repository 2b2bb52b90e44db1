import { type Setting, wholeNumber } from '@parley/server'
import { z } from 'zod'

export type * from './tables.ts'

/** The field of a setting that is some tags: administrators choose them from a list. Its schema is `storedTagIds()`. */
export const selectTags = {
  kind: 'component',
  component: 'flarum-tags.select-tags',
} as const satisfies NonNullable<Setting['form']>['field']

const idList = z.array(wholeNumber({ min: 1 })).max(1000)

/**
 * The schema of a setting that is some tags, stored as a JSON array of their ids. A tag may be deleted while its id is
 * still stored.
 */
export function storedTagIds(): z.ZodType<number[]> {
  return z
    .string()
    .nullable()
    .transform((text, context) => {
      const ids = text ? idList.safeParse(parse(text)) : { data: [] }
      if (ids.data) return [...new Set(ids.data)]
      context.addIssue({ code: 'custom', params: { rule: 'array' } })
      return z.NEVER
    })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
