import { NamedIcon, NavItem, useApp, useForum, useRecord, useRecords, useRouterState } from '@parley/client'
import type { ReactNode } from 'react'
import { tagColor } from '../labels/TagLabel.tsx'
import { sortTags } from '../sort-tags.ts'
import { tagOf } from '../tag-of.ts'
import { tagList } from '../tag-page/tag-list.ts'
import { linkedIds, parentIdOf, type TagRecord, tagPath } from '../tag-record.ts'
import { shownTags } from './shown-tags.ts'

/** The link to all tags, and below it those that every page shows, with the children around the shown one. */
export function TagsNav(): ReactNode {
  const { t } = useApp()
  const current = useCurrentTag()
  const { tags, hasMore } = shownTags(useRecords('tags', linkedIds(useForum(), 'tags')), current)
  const items = tags.map((tag) => <TagItem key={tag.id} tag={tag} current={current} />)
  return (
    <NavItem
      path="/tags"
      icon="tags"
      below={
        items.length > 0 && (
          <>
            {items}
            {hasMore && (
              <NavItem path="/tags" mark={<TagMark />} isCurrent={false}>
                {t('tags.forum.index.more_link')}
              </NavItem>
            )}
          </>
        )
      }
    >
      {t('tags.forum.index.tags_link')}
    </NavItem>
  )
}

/** The tag whose page is shown. */
function useCurrentTag(): TagRecord | undefined {
  const app = useApp()
  const { location } = useRouterState().entry
  return useRecord('tags', location?.list === tagList ? tagOf(location, app)?.id : undefined)
}

interface TagItemProps {
  tag: TagRecord
  current: TagRecord | undefined
}

function TagItem({ tag, current }: TagItemProps): ReactNode {
  const isCurrent = current?.id === tag.id
  const isAround = isCurrent || (current !== undefined && parentIdOf(current) === tag.id)
  const children = sortTags(useRecords('tags', isAround ? linkedIds(tag, 'children') : []))
  return (
    <NavItem
      path={tagPath(tag)}
      mark={<TagMark tag={tag} />}
      isCurrent={isCurrent}
      below={
        children.length > 0 &&
        children.map((child) => <TagItem key={child.id} tag={child} current={current} />)
      }
    >
      <bdi>{tag.name}</bdi>
    </NavItem>
  )
}

/** A tag's icon; without one a spot of its color. */
function TagMark({ tag }: { tag?: TagRecord }): ReactNode {
  return (
    <span className="TagMark" style={tag && tagColor(tag)}>
      {tag && <NamedIcon name={tag.icon} isSmall />}
    </span>
  )
}
