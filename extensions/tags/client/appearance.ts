import type { App, StoreRecord } from '@parley/client'
import { sortTags } from './sort-tags.ts'

/** The heading of a discussion has the color of its first tag that has one. */
export function discussionAppearance(
  discussion: StoreRecord<'discussions'>,
  { store }: App,
): { color?: string | undefined } {
  const tags = sortTags(store.relatedMany(discussion, 'tags', 'tags'))
  return { color: tags.find(({ color }) => color)?.color ?? undefined }
}
