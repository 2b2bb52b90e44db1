import { utf8Slug } from '@parley/shared/slug'
import type { Context } from '../../../points/context/context.ts'
import type { DiscussionRow } from '../table.ts'

/** The slug of a discussion: its id, and its title as the slug driver of the settings writes it (api-core 4.15). */
export function slugOf(discussion: DiscussionRow, context: Context): string {
  const driver = context.forum.settings.get('slug_driver_Flarum\\Discussion\\Discussion')
  const title = driver === 'utf8' ? utf8Slug(discussion.title) : discussion.slug
  return title === '' ? String(discussion.id) : `${discussion.id}-${title}`
}

/** Reads the id from a slug, or from an id followed by `-anything`; undefined for other texts. */
export function idOfSlug(slug: string): number | undefined {
  const id = /^(\d{1,15})(?:-|$)/.exec(slug)?.[1]
  return id === undefined ? undefined : Number(id)
}
