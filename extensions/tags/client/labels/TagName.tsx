import { classNames, NamedIcon } from '@parley/client'
import type { ReactNode } from 'react'
import type { TagRecord } from '../tag-record.ts'
import { tagColor } from './TagLabel.tsx'

interface TagNameProps {
  tag: TagRecord
  isSolid?: boolean
  /** Behind the name. */
  children?: ReactNode
}

/** A tag's label without a link, with its icon, for lists to choose from. */
export function TagName({ tag, isSolid, children }: TagNameProps): ReactNode {
  return (
    <span className={classNames('TagLabel', isSolid && 'TagLabel--solid')} style={tagColor(tag)}>
      <NamedIcon name={tag.icon} isSmall />
      <bdi>{tag.name}</bdi>
      {children}
    </span>
  )
}
