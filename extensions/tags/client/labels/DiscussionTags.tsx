import { type DiscussionProps, useApp, useRecords, useRouterState } from '@parley/client'
import type { ReactNode } from 'react'
import { sortTags } from '../sort-tags.ts'
import { tagOf } from '../tag-of.ts'
import { linkedIds, type TagRecord } from '../tag-record.ts'
import { TagLabel } from './TagLabel.tsx'

/** The labels of a discussion's tags, in a row of a list. The list of a tag does not repeat that tag. */
export function DiscussionTags({ discussion }: DiscussionProps): ReactNode {
  const app = useApp()
  const { location } = useRouterState().entry
  const own = location?.list && tagOf(location, app)
  return useTags(discussion).map((tag) => tag !== own && <TagLabel key={tag.id} tag={tag} />)
}

/** The loaded tags of a discussion, in their order. */
export function useTags(discussion: DiscussionProps['discussion'] | undefined): TagRecord[] {
  return sortTags(useRecords('tags', linkedIds(discussion, 'tags')))
}
