import { type DiscussionProps, useRecords } from '@parley/client'
import type { ReactNode } from 'react'
import { sortTags } from '../sort-tags.ts'
import type { TagRecord } from '../tag-record.ts'
import { TagLabel } from './TagLabel.tsx'

/** The labels of a discussion's tags, in a row of a list. */
export function DiscussionTags({ discussion }: DiscussionProps): ReactNode {
  return useTags(discussion).map((tag) => <TagLabel key={tag.id} tag={tag} />)
}

/** The labels above the title of a discussion's page. */
export function HeroTags({ discussion }: DiscussionProps): ReactNode {
  const tags = useTags(discussion)
  if (tags.length === 0) return null
  return (
    <div className="TagLabels">
      {tags.map((tag) => (
        <TagLabel key={tag.id} tag={tag} isSolid />
      ))}
    </div>
  )
}

/** The loaded tags of a discussion, in their order. */
export function useTags({ relationships }: DiscussionProps['discussion']): TagRecord[] {
  const linkage = relationships.tags
  const ids = Array.isArray(linkage) ? linkage.map(({ id }) => id) : []
  return sortTags(useRecords('tags', ids))
}
