import type { ResourceObject } from '@parley/shared'
import { contentPlain, truncate } from '@parley/shared/markup'
import type { Context } from '../../points/context/context.ts'
import type { PageDocumentsShown, PageFacts, PageSubject } from '../../points/requests/page-facts.ts'

/** Characters of the first post's HTML that are parsed, and of its plain text in the structured data. */
const sourceLimit = 8000
const textLimit = 2000

/** The head of a discussion's page: its feed and its structured data. */
export const discussionPageFacts: PageSubject = { describe }

function describe(documents: PageDocumentsShown, context: Context): PageFacts {
  const { baseUrl, settings } = context.forum
  const { data } = documents.main
  const title = String(data.attributes?.title)
  const home = { name: settings.get('forum_title') ?? '', item: `${baseUrl}/` }
  // Only search engines read the posting, and they are guests.
  const posting = context.actor.isGuest ? describePosting(documents, context) : undefined
  return {
    kind: 'article',
    feed: { title, path: `/atom/d/${data.id}` },
    structuredData: [...(posting ? [posting] : []), breadcrumbs([home, { name: title }])],
  }
}

/**
 * The discussion as https://developers.google.com/search/docs/appearance/structured-data/discussion-forum describes
 * it. Leaves out the replies, whose text is in the page twice already. Undefined when the first post is not visible.
 */
function describePosting({ main, others }: PageDocumentsShown, context: Context): object | undefined {
  const { data: discussion } = main
  const included = new Map(
    [main, ...others].flatMap(({ included = [] }) => included).map((object) => [keyOf(object), object]),
  )
  const posts = others.flatMap(({ data }) => (Array.isArray(data) ? data : []))
  const first = posts.find(isFirst) ?? findRelated(discussion, 'firstPost', included)
  const text = first && plainTextOf(first)
  if (!text) return undefined
  const { title, slug, createdAt, commentCount } = discussion.attributes ?? {}
  const url = `${context.forum.baseUrl}/d/${encodeURIComponent(String(slug))}`
  return {
    '@type': 'DiscussionForumPosting',
    url,
    mainEntityOfPage: url,
    headline: title,
    text,
    datePublished: createdAt,
    author: authorOf(discussion, included, context),
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/CommentAction',
      userInteractionCount: Math.max(0, Number(commentCount) - 1),
    },
  }
}

type Objects = ReadonlyMap<string, ResourceObject>

function keyOf({ type, id }: { type: string; id: string }): string {
  return `${type} ${id}`
}

function findRelated(object: ResourceObject, name: string, included: Objects): ResourceObject | undefined {
  const linked = object.relationships?.[name]?.data
  return linked && !Array.isArray(linked) ? included.get(keyOf(linked)) : undefined
}

function isFirst({ attributes }: ResourceObject): boolean {
  return attributes?.number === 1
}

/** The plain text of a visible comment; empty for event posts and hidden posts. */
function plainTextOf({ attributes = {} }: ResourceObject): string {
  const { contentHtml, isHidden } = attributes
  if (typeof contentHtml !== 'string' || isHidden) return ''
  return truncate(contentPlain(contentHtml.slice(0, sourceLimit)), textLimit)
}

function authorOf(object: ResourceObject, included: Objects, { forum, locale }: Context): object {
  const user = findRelated(object, 'user', included)?.attributes
  if (!user) return { '@type': 'Person', name: forum.translate('core.lib.username.deleted_text', {}, locale) }
  const url = `${forum.baseUrl}/u/${encodeURIComponent(String(user.slug))}`
  return { '@type': 'Person', name: user.displayName, url }
}

function breadcrumbs(items: readonly { name: string; item?: string }[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: items.map((item, index) => ({ '@type': 'ListItem', position: index + 1, ...item })),
  }
}
