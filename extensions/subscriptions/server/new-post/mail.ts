import {
  type Context,
  displayNameOf,
  loadRows,
  type MailedNotification,
  type MailedTexts,
  sourcesOf,
} from '@parley/server'
import { truncate } from '@parley/shared/markup'

/** Characters of a post in a mail: every recipient's mail waits with its text. */
const maximumLength = 5000

/** The mail about a new post; none if the recipient may not see it at present. */
export async function composeMail(
  { data, subject }: MailedNotification,
  context: Context,
): Promise<MailedTexts | undefined> {
  const { db, forum, locale } = context
  const { postNumber } = data as { postNumber: number }
  const source = await db
    .selectFrom('posts')
    .select(['id', 'content', 'content_html', 'markup_version'])
    .where('discussion_id', '=', subject.id)
    .where('number', '=', postNumber)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  const post = source && (await loadRows(context, 'posts', [source.id])).get(source.id)
  if (!post) return undefined
  // Names in the text as typed may be ones that the recipient must not see.
  const content = (await sourcesOf([{ ...post, ...source }], context)).get(post.id) ?? ''
  const author = (await loadRows(context, 'users', [post.user_id ?? 0])).get(post.user_id ?? 0)
  return {
    key: 'subscriptions.email.new_post',
    params: {
      poster_display_name: author
        ? displayNameOf(author, forum)
        : forum.translate('core.lib.username.deleted_text', undefined, locale),
      title: (subject as { title?: string }).title ?? '',
      content: truncate(content, maximumLength),
    },
    action: {
      url: `${forum.baseUrl}/d/${subject.id}/${postNumber}`,
      label: 'subscriptions.email.new_post.link',
    },
  }
}
