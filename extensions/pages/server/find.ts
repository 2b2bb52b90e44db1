import type { Context } from '@parley/server'
import { mayOpen } from './rights.ts'
import type { KnownPage } from './table.ts'

/** The pages that an actor may open, from the table in memory. */
export function openPages({ actor, forum }: Pick<Context, 'actor' | 'forum'>): KnownPage[] {
  return forum.tables.get('pages').all.filter((page) => mayOpen(actor, page))
}

/**
 * The page that a segment of a path names: digits, alone or before a dash, are an id first; otherwise the whole segment is a
 * slug. A page that the actor may not open names nothing, as if it were not there.
 */
export function idOfPage(segment: string, { actor, forum }: Context): number | undefined {
  const pages = forum.tables.get('pages')
  const [, digits] = /^(\d{1,15})(?:-|$)/.exec(segment) ?? []
  const named = [digits === undefined ? undefined : pages.withId(Number(digits)), pages.withSlug(segment)]
  return named.find((page) => page && mayOpen(actor, page))?.id
}

/** Whether `/pages/home` has a page that the actor may open: what is stored is read as a segment of a path. */
export function isHomeOpen(context: Context): boolean {
  return idOfPage(context.forum.settings.get('pages_home'), context) !== undefined
}
