import type { App, PageLocation } from '@parley/client'
import { untagged } from '../../shared.ts'
import { slugIn, tagOf } from '../tag-of.ts'

/** The name of the tag of a page; its slug while the tag is not loaded. */
export function titleOf(location: PageLocation, app: App): string {
  const slug = slugIn(location)
  if (slug === untagged) return app.t('tags.forum.index.untagged_link')
  return tagOf(location, app)?.name ?? slug
}
