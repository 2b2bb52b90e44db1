import type { CollectionDocument, ResourceDocument, ResourceObject } from '@parley/shared'
import { type AnswerDocument, answer } from '../../../engine/jsonapi/api.ts'
import type { Query } from '../../../engine/jsonapi/query.ts'
import { StreamedDocument, type WholeDocument } from '../../../engine/jsonapi/streamed.ts'
import type { Context } from '../../../points/context/context.ts'
import type { Feed, FeedEntry } from '../../../points/discovery/atom.ts'

const page = { limit: '20' }

/** Bytes of long texts that a feed contains in full; further ones are excerpts. */
const fullTextBytes = 512 * 1024

/**
 * The newest discussions that pass a filter, and their first posts. The actor of `context`, who decides what is visible,
 * must be a guest.
 * @param head what the feed has besides its entries.
 * @param filter values of the API's filters: `{ tag: 'news' }`.
 */
export async function discussionsFeed(
  context: Context,
  head: Omit<Feed, 'entries'>,
  filter: Readonly<Record<string, string>> = {},
): Promise<Feed> {
  const query = { filter, include: 'user,firstPost', sort: '-createdAt', page }
  const { data, objects } = await readList(context, 'discussions', query)
  return {
    ...head,
    entries: data.map((discussion) => {
      const html = findRelated(discussion, 'firstPost', objects)?.attributes?.contentHtml
      return entryOf(context, { discussion, item: discussion, objects, html })
    }),
  }
}

/** The newest comments of a discussion; 404 when it is invisible. */
export async function discussionFeed(context: Context, id: string): Promise<Feed> {
  const discussion = await readOne(context, 'discussions', id, { include: '' })
  const filter = { discussion: discussion.id, type: 'comment' }
  const { data, objects } = await readList(context, 'posts', {
    filter,
    sort: '-number',
    include: 'user',
    page,
  })
  return {
    path: `/atom/d/${discussion.id}`,
    pagePath: pathOf(discussion),
    title: String(discussion.attributes?.title),
    entries: data.map((post) => commentEntry(context, post, discussion, objects)),
  }
}

/** The newest comments of a user; 404 when the user is invisible. */
export async function userFeed(context: Context, slug: string): Promise<Feed> {
  const user = await readOne(context, 'users', slug, { bySlug: 'true', include: '' })
  const { username, displayName } = user.attributes ?? {}
  const filter = { author: username, type: 'comment' }
  const query = { filter, sort: '-createdAt', include: 'user,discussion', page }
  const { data, objects } = await readList(context, 'posts', query)
  const path = encodeURIComponent(String(user.attributes?.slug))
  return {
    path: `/atom/u/${path}`,
    pagePath: `/u/${path}`,
    title: String(displayName),
    entries: data.flatMap((post) => {
      const discussion = findRelated(post, 'discussion', objects)
      return discussion ? [commentEntry(context, post, discussion, objects)] : []
    }),
  }
}

type Objects = ReadonlyMap<string, ResourceObject>

interface Listed {
  data: readonly ResourceObject[]
  objects: Objects
}

async function readList(context: Context, type: string, query: Query): Promise<Listed> {
  const { document } = await answer(context, { type, endpoint: 'index', query })
  const { data, included = [] } = (await loadWithinBudget(document, context)) as CollectionDocument
  return { data, objects: new Map(included.map((object) => [`${object.type} ${object.id}`, object])) }
}

async function readOne(context: Context, type: string, id: string, query: Query): Promise<ResourceObject> {
  const { document } = await answer(context, { type, endpoint: 'show', id, query })
  return ((await loadWithinBudget(document, context)) as ResourceDocument).data
}

async function loadWithinBudget(
  document: AnswerDocument | undefined,
  { forum }: Context,
): Promise<WholeDocument | undefined> {
  return document instanceof StreamedDocument ? document.within(fullTextBytes, forum.budgets.bytes) : document
}

function findRelated(object: ResourceObject, name: string, objects: Objects): ResourceObject | undefined {
  const linked = object.relationships?.[name]?.data
  return linked && !Array.isArray(linked) ? objects.get(`${linked.type} ${linked.id}`) : undefined
}

function commentEntry(
  context: Context,
  post: ResourceObject,
  discussion: ResourceObject,
  objects: Objects,
): FeedEntry {
  const { number, contentHtml: html } = post.attributes ?? {}
  return entryOf(context, { discussion, item: post, objects, html, near: Number(number) })
}

interface EntryParts {
  discussion: ResourceObject
  /** The discussion or comment of the entry, which has its author and time. */
  item: ResourceObject
  objects: Objects
  html: unknown
  /** Number of the comment; undefined for a discussion. */
  near?: number
}

function entryOf(
  { forum, locale }: Context,
  { discussion, item, objects, html, near }: EntryParts,
): FeedEntry {
  const suffix = near === undefined ? '' : `/${near}`
  const user = findRelated(item, 'user', objects)?.attributes
  return {
    id: `${forum.baseUrl}/d/${discussion.id}${suffix}`,
    url: forum.baseUrl + pathOf(discussion) + suffix,
    title: String(discussion.attributes?.title),
    author: user
      ? {
          name: String(user.displayName),
          url: `${forum.baseUrl}/u/${encodeURIComponent(String(user.slug))}`,
        }
      : { name: forum.translate('core.lib.username.deleted_text', undefined, locale) },
    published: String(item.attributes?.createdAt),
    ...(typeof html === 'string' && { html }),
  }
}

function pathOf({ attributes }: ResourceObject): string {
  return `/d/${encodeURIComponent(String(attributes?.slug))}`
}
