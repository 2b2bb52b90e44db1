import { type DiscussionProps, useRecords } from '@parley/client'
import type { ReactNode } from 'react'
import { sortTags } from '../sort-tags.ts'
import { linkedIds, type TagRecord } from '../tag-record.ts'
import { TagLabel } from './TagLabel.tsx'

/** The labels of a discussion's tags, in a row of a list. */
export function DiscussionTags({ discussion }: DiscussionProps): ReactNode {
  return useTags(discussion).map((tag) => <TagLabel key={tag.id} tag={tag} />)
}

/** The loaded tags of a discussion, in their order. */
export function useTags(discussion: DiscussionProps['discussion'] | undefined): TagRecord[] {
  return sortTags(useRecords('tags', linkedIds(discussion, 'tags')))
}
