import {
  classNames,
  Icon,
  type ListPageProps,
  NamedIcon,
  useApp,
  useRecord,
  useRecords,
  useRelated,
} from '@parley/client'
import type { ReactNode } from 'react'
import { TagLabel, tagColor } from '../labels/TagLabel.tsx'
import { sortTags } from '../sort-tags.ts'
import { tagOf } from '../tag-of.ts'
import { linkedIds, type TagRecord } from '../tag-record.ts'
import { titleOf } from './title.ts'

/** The heading of a tag's page, with the tags around it. */
export function TagHero({ location }: ListPageProps): ReactNode {
  const app = useApp()
  const { t, href } = app
  const tag = useRecord('tags', tagOf(location, app)?.id)
  const parent = useRelated(tag, 'parent', 'tags')
  return (
    <header className={classNames('TagHero', tag?.color && 'has-color')} style={tag && tagColor(tag)}>
      {tag && <Background tag={tag} />}
      <div className="TagHero-path">
        <a href={href('/tags')}>
          <Icon name="back" isSmall isDirectional />
          {t('tags.forum.header.back_to_tags_tooltip')}
        </a>
        {parent && <TagLabel tag={parent} />}
      </div>
      <h1>
        {tag && <NamedIcon name={tag.icon} />}
        <bdi>{titleOf(location, app)}</bdi>
      </h1>
      {tag?.description && (
        <p>
          <bdi>{tag.description}</bdi>
        </p>
      )}
      {tag && <Children tag={tag} />}
    </header>
  )
}

/** The image of a tag. It fills its place unless the tag has another mode. */
function Background({ tag: { backgroundUrl, backgroundMode } }: { tag: TagRecord }): ReactNode {
  const { href } = useApp()
  if (!backgroundUrl) return null
  const url = backgroundUrl.startsWith('/') ? href(backgroundUrl) : backgroundUrl
  return (
    <div
      className={classNames(
        'TagHero-background',
        backgroundMode === 'contain' && 'is-contained',
        backgroundMode === 'repeat' && 'is-repeated',
      )}
      // A JSON text is a CSS text, too.
      style={{ backgroundImage: `url(${JSON.stringify(url)})` }}
    />
  )
}

function Children({ tag }: { tag: TagRecord }): ReactNode {
  const { t } = useApp()
  const children = sortTags(useRecords('tags', linkedIds(tag, 'children')))
  if (children.length === 0) return null
  return (
    <nav className="TagLabels" aria-label={t('tags.forum.tag.children_label', { tag: tag.name })}>
      {children.map((child) => (
        <TagLabel key={child.id} tag={child} />
      ))}
    </nav>
  )
}
