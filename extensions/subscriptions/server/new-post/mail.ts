import {
  type Context,
  displayNameOf,
  loadRows,
  type MailedNotification,
  type MailedTexts,
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
    .select(['id', 'content', 'user_id'])
    .where('discussion_id', '=', subject.id)
    .where('number', '=', postNumber)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  if (!source || !(await loadRows(context, 'posts', [source.id])).has(source.id)) return undefined
  const author = (await loadRows(context, 'users', [source.user_id ?? 0])).get(source.user_id ?? 0)
  return {
    key: 'subscriptions.email.new_post',
    params: {
      poster_display_name: author
        ? displayNameOf(author, forum)
        : forum.translate('core.lib.username.deleted_text', undefined, locale),
      title: (subject as { title?: string }).title ?? '',
      content: truncate(source.content, maximumLength),
    },
    action: {
      url: `${forum.baseUrl}/d/${subject.id}/${postNumber}`,
      label: 'subscriptions.email.new_post.link',
    },
  }
}
