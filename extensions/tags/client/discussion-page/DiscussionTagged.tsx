import { EventText, Rich, useApp, useRecord } from '@parley/client'
import { Fragment, type ReactNode } from 'react'
import { TagLabel } from '../labels/TagLabel.tsx'
import type { TaggedProps } from './tagged-event.ts'

/** Says which tags a discussion got, and which were removed. */
export function DiscussionTagged({ post, content: [oldIds, newIds] }: TaggedProps): ReactNode {
  const added = newIds.filter((id) => !oldIds.includes(id))
  const removed = oldIds.filter((id) => !newIds.includes(id))
  const params = { added: <Tags ids={added} />, removed: <Tags ids={removed} /> }
  return <EventText post={post} icon="tag" text={textOf(added, removed)} params={params} />
}

function textOf(added: readonly number[], removed: readonly number[]): string {
  if (removed.length === 0) return 'tags.forum.post_stream.added_tags_text'
  return added.length === 0
    ? 'tags.forum.post_stream.removed_tags_text'
    : 'tags.forum.post_stream.added_and_removed_tags_text'
}

function Tags({ ids }: { ids: readonly number[] }): ReactNode {
  const tags = ids.map((id, index) => (
    <Fragment key={id}>
      {index > 0 && ' '}
      <Tag id={String(id)} />
    </Fragment>
  ))
  return (
    <Rich id="tags.forum.post_stream.tags_text" params={{ count: ids.length, tags: <span>{tags}</span> }} />
  )
}

/** The label of a tag. One that is deleted, or not visible to the reader, has no name. */
function Tag({ id }: { id: string }): ReactNode {
  const { t } = useApp()
  const tag = useRecord('tags', id)
  return tag ? <TagLabel tag={tag} /> : <span className="TagLabel">{t('tags.lib.deleted_tag_text')}</span>
}
