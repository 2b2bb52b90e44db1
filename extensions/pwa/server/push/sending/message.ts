import { createHash } from 'node:crypto'
import {
  type ComposedNotification,
  type Context,
  displayNameOf,
  forumFactsOf,
  htmlOf,
  loadRows,
  mailTexts,
  type PostRow,
  type UserRow,
  userSlug,
} from '@parley/server'
import { contentPlain } from '@parley/shared/excerpt'
import type { PushMessage } from '../../../shared.ts'
import { uploadedIcons } from '../../settings.ts'

/** Characters, as the contract counts them. */
const titleLength = 30
const contentLength = 200
/** Characters of the HTML of a post that are read: its text begins in them. */
const sourceLength = 20_000

/** Makes the message for a recipient; undefined if there is nothing to tell, as the post is hidden. */
export async function messageOf({
  notification,
  user,
  context,
  texts,
}: ComposedNotification): Promise<PushMessage | undefined> {
  const { forum, locale } = context
  const subject = forum.points.notifications.types.get(notification.type)?.subject
  const about = { type: subject ?? '', id: notification.subject_id }
  const postId = notification.post_id ?? (about.type === 'posts' ? about.id : null)
  const post = postId === null ? undefined : await shownPost(postId, context)
  if (postId !== null && !post) return undefined
  const to = { name: displayNameOf(user, forum) }
  const mail = mailTexts(forum, { ...texts, to }, locale)
  return {
    title: cut(withoutTags(mail.subject), titleLength),
    content: cut(post ? await textOf(post, context) : mail.body.replace(/\s+/g, ' '), contentLength),
    link: forum.baseUrl + (post ? `/d/${post.discussion_id}/${post.number}` : await pathOf(about, context)),
    ...picturesOf(context),
  }
}

/** By this, a newer message of the same type about the same subject takes the place of one that waits (RFC 8030, 5.4). */
export function topicOf({ notification: { type, subject_id } }: ComposedNotification): string {
  return createHash('sha256').update(`${type} ${subject_id}`).digest('base64url').slice(0, 32)
}

async function shownPost(id: number, context: Context): Promise<PostRow | undefined> {
  const post = (await loadRows(context, 'posts', [id])).get(id)
  return post?.hidden_at === null ? post : undefined
}

/** The words of a post with the names that the recipient sees. Rows may lack long texts. */
async function textOf(post: PostRow, context: Context): Promise<string> {
  const texts = await context.db
    .selectFrom('posts')
    .select(['content', 'content_html', 'markup_version'])
    .where('id', '=', post.id)
    .executeTakeFirst()
  const html = (await htmlOf([{ ...post, ...texts }], context)).get(post.id) ?? ''
  return contentPlain(html.slice(0, sourceLength))
}

async function pathOf({ type, id }: { type: string; id: number }, context: Context): Promise<string> {
  if (type === 'discussions') return `/d/${id}`
  if (type !== 'users') return '/'
  const user: UserRow | undefined = (await loadRows(context, 'users', [id])).get(id)
  return user ? `/u/${encodeURIComponent(userSlug(user, context))}` : '/'
}

function picturesOf(context: Context): Pick<PushMessage, 'badge' | 'icon'> {
  const { icon: favicon, logo } = forumFactsOf(context.forum)
  const icon = uploadedIcons(context).at(-1)?.url ?? logo
  const absolute = (address: string) => new URL(address, context.forum.baseUrl).href
  return { ...(favicon && { badge: absolute(favicon) }), ...(icon && { icon: absolute(icon) }) }
}

function withoutTags(text: string): string {
  return text.replace(/<\/?[a-z][^>]*>/gi, '')
}

function cut(text: string, length: number): string {
  const characters = [...text.trim()]
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length).join('')}...`
}
