import type { CollectionDocument, ResourceDocument, ResourceObject } from '@parley/shared'
import { type AnswerDocument, answer } from '../../engine/jsonapi/api.ts'
import type { Query } from '../../engine/jsonapi/query.ts'
import { StreamedDocument, type WholeDocument } from '../../engine/jsonapi/streamed.ts'
import type { Context } from '../../points/context/context.ts'
import type { Feed, FeedEntry } from './atom.ts'

const page = { limit: '20' }

/** Bytes of long texts that stand in a feed whole; what comes after them has excerpts. */
const room = 512 * 1024

/** The newest discussions and their first posts. Feeds hold what the actor of `context` may see: let it be a guest. */
export async function discussionsFeed(context: Context): Promise<Feed> {
  const { settings } = context.forum
  const query = { include: 'user,firstPost', sort: '-createdAt', page }
  const { data, objects } = await list(context, 'discussions', query)
  return {
    path: '/atom',
    pagePath: '/',
    title: settings.get('forum_title') ?? '',
    subtitle: settings.get('forum_description'),
    entries: data.map((discussion) => {
      const html = related(discussion, 'firstPost', objects)?.attributes?.contentHtml
      return entryOf(context, { discussion, thing: discussion, objects, html })
    }),
  }
}

/** The newest comments of a discussion; 404 when it is not to be seen. */
export async function discussionFeed(context: Context, id: string): Promise<Feed> {
  const discussion = await show(context, 'discussions', id, { include: '' })
  const filter = { discussion: discussion.id, type: 'comment' }
  const { data, objects } = await list(context, 'posts', { filter, sort: '-number', include: 'user', page })
  return {
    path: `/atom/d/${discussion.id}`,
    pagePath: pathOf(discussion),
    title: String(discussion.attributes?.title),
    entries: data.map((post) => commentEntry(context, post, discussion, objects)),
  }
}

/** The newest comments of somebody; 404 when they are not to be seen. */
export async function userFeed(context: Context, slug: string): Promise<Feed> {
  const user = await show(context, 'users', slug, { bySlug: 'true', include: '' })
  const { username, displayName } = user.attributes ?? {}
  const filter = { author: username, type: 'comment' }
  const query = { filter, sort: '-createdAt', include: 'user,discussion', page }
  const { data, objects } = await list(context, 'posts', query)
  const path = encodeURIComponent(String(user.attributes?.slug))
  return {
    path: `/atom/u/${path}`,
    pagePath: `/u/${path}`,
    title: String(displayName),
    entries: data.flatMap((post) => {
      const discussion = related(post, 'discussion', objects)
      return discussion ? [commentEntry(context, post, discussion, objects)] : []
    }),
  }
}

type Objects = ReadonlyMap<string, ResourceObject>

interface Listed {
  data: readonly ResourceObject[]
  objects: Objects
}

async function list(context: Context, type: string, query: Query): Promise<Listed> {
  const { document } = await answer(context, { type, endpoint: 'index', query })
  const { data, included = [] } = (await withinRoom(document, context)) as CollectionDocument
  return { data, objects: new Map(included.map((object) => [`${object.type} ${object.id}`, object])) }
}

async function show(context: Context, type: string, id: string, query: Query): Promise<ResourceObject> {
  const { document } = await answer(context, { type, endpoint: 'show', id, query })
  return ((await withinRoom(document, context)) as ResourceDocument).data
}

async function withinRoom(
  document: AnswerDocument | undefined,
  { forum }: Context,
): Promise<WholeDocument | undefined> {
  return document instanceof StreamedDocument ? document.within(room, forum.budgets.bytes) : document
}

function related(object: ResourceObject, name: string, objects: Objects): ResourceObject | undefined {
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
  return entryOf(context, { discussion, thing: post, objects, html, near: Number(number) })
}

interface EntryParts {
  discussion: ResourceObject
  /** What was written: it names the author and the time. */
  thing: ResourceObject
  objects: Objects
  html: unknown
  /** Number of the post. */
  near?: number
}

function entryOf(
  { forum, locale }: Context,
  { discussion, thing, objects, html, near }: EntryParts,
): FeedEntry {
  const place = near === undefined ? '' : `/${near}`
  const user = related(thing, 'user', objects)?.attributes
  return {
    id: `${forum.baseUrl}/d/${discussion.id}${place}`,
    url: forum.baseUrl + pathOf(discussion) + place,
    title: String(discussion.attributes?.title),
    author: user
      ? {
          name: String(user.displayName),
          url: `${forum.baseUrl}/u/${encodeURIComponent(String(user.slug))}`,
        }
      : { name: forum.translate('core.lib.username.deleted_text', undefined, locale) },
    published: String(thing.attributes?.createdAt),
    ...(typeof html === 'string' && { html }),
  }
}

function pathOf({ attributes }: ResourceObject): string {
  return `/d/${encodeURIComponent(String(attributes?.slug))}`
}
