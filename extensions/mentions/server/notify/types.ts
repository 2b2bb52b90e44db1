import {
  type Context,
  discussionSlug,
  displayNameOf,
  type EmailUse,
  loadRows,
  type MailedNotification,
  type NotificationTypes,
  type PostRow,
  sourcesOf,
} from '@parley/server'
import { truncate } from '@parley/shared/markup'
import { findMentioningPosts } from './mentioning-posts.ts'

/** Characters of a post in a mail: a mail to each member of a group waits with its text. */
const maximumLength = 5000

/** Mail about a post that mentions the recipient, a group or a post of the recipient. */
function mailed(
  key: string,
  mentioning: (mailed: MailedNotification, context: Context) => Promise<PostRow | undefined>,
) {
  return {
    default: false,
    async compose(notification, context) {
      const post = await mentioning(notification, context)
      return post && textsOf(key, post, notification.subject as PostRow, context)
    },
  } satisfies EmailUse
}

async function textsOf(key: string, post: PostRow, subject: PostRow, context: Context) {
  const { forum, actor } = context
  const users = await loadRows(context, 'users', [actor.id, post.user_id ?? 0])
  const name = (id: number | null) => {
    const user = users.get(id ?? 0)
    return user
      ? displayNameOf(user, forum)
      : forum.translate('core.lib.username.deleted_text', undefined, context.locale)
  }
  const { discussion } = post
  const url = `${forum.baseUrl}/d/${encodeURI(discussionSlug(discussion, context))}/${post.number}`
  return {
    key: `mentions.email.${key}`,
    params: {
      recipient_display_name: name(actor.id),
      mentioner_display_name: name(post.user_id),
      replier_display_name: name(post.user_id),
      post_number: subject.number,
      title: discussion.title,
      content: truncate(await sourceOf(post, context), maximumLength),
    },
    action: { url, label: 'mentions.email.group_mentioned.link' },
  }
}

/** The source of a post with the names that the recipient sees. Rows may lack long texts. */
async function sourceOf(post: PostRow, context: Context): Promise<string> {
  const texts = await context.db
    .selectFrom('posts')
    .select(['content', 'content_html', 'markup_version'])
    .where('id', '=', post.id)
    .executeTakeFirst()
  return (await sourcesOf([{ ...post, ...texts }], context)).get(post.id) ?? ''
}

const isSubject = async ({ subject }: MailedNotification) => subject as PostRow

async function postThatMentions(
  { id, subject, from_user_id, data }: MailedNotification,
  context: Context,
): Promise<PostRow | undefined> {
  const { replyNumber } = data as { replyNumber: number }
  const place = { id, subject_id: subject.id, from_user_id, replyNumber }
  return (await findMentioningPosts([place], context)).get(id)
}

const alert = { default: true }

export const mentionNotifications: NotificationTypes = {
  userMentioned: {
    subject: 'posts',
    rank: 30,
    channels: { alert, email: mailed('user_mentioned', isSubject) },
  },
  postMentioned: {
    subject: 'posts',
    rank: 20,
    channels: { alert, email: mailed('post_mentioned', postThatMentions) },
  },
  groupMentioned: {
    subject: 'posts',
    rank: 10,
    channels: { alert, email: mailed('group_mentioned', isSubject) },
  },
}
