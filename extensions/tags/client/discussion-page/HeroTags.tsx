import type { DiscussionProps } from '@parley/client'
import type { ReactNode } from 'react'
import { useTags } from '../labels/DiscussionTags.tsx'
import { TagLabel } from '../labels/TagLabel.tsx'

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
