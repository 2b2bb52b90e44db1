import { type Context, defineService, type Setting, wholeNumber } from '@parley/server'
import { z } from 'zod'

export type * from './tables.ts'

/** A tag, as texts show it. */
export interface ShownTag {
  id: number
  name: string
  slug: string
  color: string | null
  /** Font Awesome classes. */
  icon: string | null
}

/** Looks up tags in memory, without a query. */
export interface TagLookup {
  /** The tag with a slug, ignoring case, if the actor sees it. */
  withSlug(slug: string, context: Context): ShownTag | undefined
  /** The tag with an id: `deleted` if there is none, undefined if the actor does not see it. */
  withId(id: number, context: Context): ShownTag | 'deleted' | undefined
  /** Whether everyone who sees the forum sees a tag: it and its parent have no permissions of their own. */
  isOpen(id: number, context: Context): boolean
}

export const tagLookup = defineService<TagLookup>('tags.lookup')

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
