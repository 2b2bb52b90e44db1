import type { App, GambitValue } from '@parley/client'
import { findTags } from './choose/find-tags.ts'
import { loadTags } from './choose/tag-list.ts'
import { sortTags } from './sort-tags.ts'

const most = 8

/** Finds the tags that go on with the last slug behind `tag:`: several are separated by commas. */
export async function completeSlug(typed: string, app: App): Promise<readonly GambitValue[]> {
  const [, before = '', slug = ''] = /^(.*,)?([^,]*)$/.exec(typed) ?? []
  const chosen = new Set(before.split(','))
  const ids = await loadTags(app)
  const tags = sortTags(ids.flatMap((id) => app.store.get('tags', id) ?? []))
  return findTags(tags, slug)
    .filter((tag) => !chosen.has(tag.slug.toLowerCase()))
    .slice(0, most)
    .map(({ name, slug }) => ({ value: before + slug, label: name }))
}
