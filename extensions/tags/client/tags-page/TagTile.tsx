import { discussionPath, NamedIcon, Time, useApp, useRecords, useRelated } from '@parley/client'
import type { ReactNode } from 'react'
import { TagLabel, tagColor } from '../labels/TagLabel.tsx'
import { sortTags } from '../sort-tags.ts'
import { linkedIds, type TagRecord, tagPath } from '../tag-record.ts'

/** A primary tag with its children and its latest discussion. */
export function TagTile({ tag }: { tag: TagRecord }): ReactNode {
  const { t, href } = useApp()
  const children = sortTags(useRecords('tags', linkedIds(tag, 'children')))
  const discussion = useRelated(tag, 'lastPostedDiscussion', 'discussions')
  return (
    <section className="TagTile" style={tagColor(tag)} aria-labelledby={`tag-${tag.id}`}>
      <h2 id={`tag-${tag.id}`}>
        <a href={href(tagPath(tag))}>
          <NamedIcon name={tag.icon} />
          <bdi>{tag.name}</bdi>
        </a>
      </h2>
      <p>{t('tags.forum.all_tags.discussions_text', { count: tag.discussionCount })}</p>
      {tag.description && (
        <p>
          <bdi>{tag.description}</bdi>
        </p>
      )}
      {children.length > 0 && (
        <ul className="TagLabels">
          {children.map((child) => (
            <li key={child.id}>
              <TagLabel tag={child} />
            </li>
          ))}
        </ul>
      )}
      {discussion && tag.lastPostedAt && (
        <p className="TagTile-last">
          <a href={href(discussionPath(discussion))}>
            <bdi>{discussion.title}</bdi>
          </a>{' '}
          <Time value={tag.lastPostedAt} />
        </p>
      )}
    </section>
  )
}
