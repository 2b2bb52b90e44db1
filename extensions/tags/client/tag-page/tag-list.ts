import { createSlot, type ListPage, type ListPageProps } from '@parley/client'
import { untagged } from '../../shared.ts'
import { firstSort, slugIn, tagOf } from '../tag-of.ts'
import { parentIdOf, tagPath } from '../tag-record.ts'
import { titleOf } from './title.ts'

const include = 'children,children.parent,parent,parent.children,parent.children.parent'

/** The heading of a tag's page. Its one item is loaded with the page, not with the first view. */
export const TagHeading = createSlot<ListPageProps>('TagHeading')

/** The discussions of a tag, or those without tags. */
export const tagList: ListPage = {
  path: '/t/:slug',
  title: titleOf,
  filter: (location) => ({ tag: slugIn(location) }),
  sort: firstSort,
  hears: ({ tagIds }, location, app) => {
    const tag = tagOf(location, app)
    return tag ? (tagIds ?? []).includes(tag.id) : tagIds?.length === 0
  },
  requests: (location) => {
    const slug = slugIn(location)
    return slug === untagged ? [] : [`/tags/${encodeURIComponent(slug)}?include=${include}`]
  },
  Hero: TagHeading,
  heroHasHeading: true,
  start: (location, app) => {
    const tag = tagOf(location, app)
    if (!tag) return {}
    const parentId = parentIdOf(tag)
    return {
      fields: { tags: parentId === undefined ? [tag.id] : [parentId, tag.id] },
      isAllowed: tag.canStartDiscussion,
    }
  },
  head: ({ location }, app) => {
    const tag = tagOf(location, app)
    const title = titleOf(location, app)
    return {
      description: tag?.description || app.t('tags.forum.tag.meta_description_text', { tag: title }),
      ...(tag && { feed: { title, path: `/atom${tagPath(tag)}` } }),
    }
  },
}
