import { useObservable, useRecord } from '@parley/client'
import type { ReactNode } from 'react'
import { tagColor } from '../../client/labels/TagLabel.tsx'
import type { TagDrag } from './drag.ts'

/** The dragged tag beside the pointer. */
export function TagGhost({ drag }: { drag: TagDrag }): ReactNode {
  const { id, x, y } = useObservable(drag)
  const tag = useRecord('tags', id)
  if (!tag) return null
  return (
    <span
      className="TagName TagGhost"
      aria-hidden="true"
      style={{ ...tagColor(tag), translate: `${x}px ${y}px` }}
    >
      <bdi>{tag.name}</bdi>
    </span>
  )
}
