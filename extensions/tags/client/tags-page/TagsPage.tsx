import {
  type App,
  definePage,
  EmptyState,
  homePath,
  IndexColumns,
  ListsMenu,
  Loading,
  type PageHead,
  type PageProps,
  Skeleton,
  StartAction,
  useApp,
  useForum,
  useRecords,
  useT,
} from '@parley/client'
import type { CollectionDocument } from '@parley/shared'
import type { ReactNode } from 'react'
import { untagged } from '../../shared.ts'
import { TagLabel } from '../labels/TagLabel.tsx'
import { sortTags } from '../sort-tags.ts'
import { isPrimary, type TagRecord } from '../tag-record.ts'
import { TagTile } from './TagTile.tsx'

/** All tags: tiles of the primary ones, and the names of the others. */
export default definePage({
  Component: TagsPage,
  Skeleton: TagsSkeleton,
  PhoneTitle,
  PhoneAction: StartAction,
  head: tagsHead,
})

function tagsHead({ location: { path } }: PageProps, { t, forum }: App): PageHead {
  return {
    title: t('tags.forum.all_tags.meta_title_text'),
    description: t('tags.forum.all_tags.meta_description_text'),
    canonical: homePath(forum.defaultRoute) === '/tags' ? '/' : path,
  }
}

function TagsPage({ documents }: PageProps): ReactNode {
  const t = useT()
  const { data } = documents[0] as CollectionDocument
  const ids = data.map(({ id }) => id)
  const tags = sortTags(useRecords('tags', ids))
  const primary = tags.filter(isPrimary)
  return (
    <Frame>
      {tags.length === 0 && <EmptyState icon="tags" title={t('tags.forum.all_tags.empty_text')} />}
      <div className="TagTiles">
        {primary.map((tag) => (
          <TagTile key={tag.id} tag={tag} />
        ))}
      </div>
      <Cloud tags={tags.filter(({ position }) => position === null)} />
    </Frame>
  )
}

/** The tags without a position, and a link to what has none where that is possible. */
function Cloud({ tags }: { tags: readonly TagRecord[] }): ReactNode {
  const { t, href } = useApp()
  const mayBeUntagged = useMayBeUntagged()
  if (tags.length === 0 && !mayBeUntagged) return null
  return (
    <section className="TagsPage-more">
      <h2>{t('tags.forum.all_tags.more_heading')}</h2>
      <ul className="TagCloud">
        {tags.map((tag) => (
          <li key={tag.id}>
            <TagLabel tag={tag} />
          </li>
        ))}
        {mayBeUntagged && (
          <li>
            <a className="TagLabel" href={href(`/t/${untagged}`)}>
              {t('tags.forum.index.untagged_link')}
            </a>
          </li>
        )}
      </ul>
    </section>
  )
}

/** Whether some discussions may have no tags: for members no tag is required, or the viewer need not choose any. */
function useMayBeUntagged(): boolean {
  const { minPrimaryTags, minSecondaryTags, canBypassTagCounts } = useForum()
  return canBypassTagCounts === true || (Number(minPrimaryTags) === 0 && Number(minSecondaryTags) === 0)
}

function TagsSkeleton(): ReactNode {
  return (
    <Frame>
      <Loading>
        <div className="TagTiles">
          {skeletonWidths.map((width) => (
            <div className="TagTile" key={width}>
              <Skeleton width={width} />
              <Skeleton />
            </div>
          ))}
        </div>
      </Loading>
    </Frame>
  )
}

const skeletonWidths = ['38%', '52%', '44%', '60%', '48%', '34%'] as const

function PhoneTitle(): ReactNode {
  return <ListsMenu title={useT()('tags.forum.all_tags.meta_title_text')} />
}

function Frame({ children }: { children: ReactNode }): ReactNode {
  const t = useT()
  return (
    <IndexColumns>
      <div className="Page-header">
        <h1>{t('tags.forum.all_tags.meta_title_text')}</h1>
      </div>
      {children}
    </IndexColumns>
  )
}
