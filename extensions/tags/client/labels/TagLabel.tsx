import { classNames, NamedIcon, useApp } from '@parley/client'
import type { CSSProperties, ReactNode } from 'react'
import type { TagRecord } from '../tag-record.ts'
import { tagPath } from '../tag-record.ts'

interface TagLabelProps {
  tag: TagRecord
  /** On a ground of its color, for headings. */
  isSolid?: boolean
}

/** A tag's name with its icon or a spot of its color, as a link to its discussions. */
export function TagLabel({ tag, isSolid }: TagLabelProps): ReactNode {
  return (
    <a
      className={classNames('TagLabel', isSolid && 'TagLabel--solid')}
      style={tagColor(tag)}
      href={useApp().href(tagPath(tag))}
    >
      <NamedIcon name={tag.icon} isSmall />
      <bdi>{tag.name}</bdi>
    </a>
  )
}

/** The style that gives an element a tag's color, as `--own`. */
export function tagColor({ color }: Pick<TagRecord, 'color'>): CSSProperties | undefined {
  return color ? ({ '--own': color } as CSSProperties) : undefined
}
