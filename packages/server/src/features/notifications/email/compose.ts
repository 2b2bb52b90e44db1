import { loadRows } from '../../../engine/jsonapi/rows.ts'
import type { Context } from '../../../points/context/context.ts'
import type { ChannelUse } from '../../../points/notifications/notifications.ts'
import type { Row } from '../../../points/resources/resource-rows.ts'
import type { Mail } from '../../mail/mail.ts'
import { chosenLocale } from '../../users/preferences.ts'
import type { UserRow } from '../../users/table.ts'
import { wants } from '../alert-types.ts'
import { byRank } from '../sync/one-per-post.ts'
import { loadRecipients } from '../sync/recipients.ts'
import type { NotificationRow } from '../table.ts'

/** The declaration of a notification type that can be mailed. */
export interface EmailUse extends ChannelUse {
  /**
   * Returns the locale keys of the mail and their parameters; undefined to send no mail. `context` has the recipient
   * as its actor, and `subject` is a row of the type's resource that the recipient sees.
   */
  compose(
    notification: MailedNotification,
    context: Context,
  ): Promise<MailedTexts | undefined> | MailedTexts | undefined
}

export interface MailedNotification extends Omit<NotificationRow, 'data'> {
  data: unknown
  subject: Row
}

export type MailedTexts = Pick<Mail, 'key' | 'params' | 'action'>

declare module '../../../points/notifications/notifications.ts' {
  interface NotificationChannels {
    /** Mail to users with a confirmed address. */
    email: EmailUse
  }
}

/** What one recipient is told, as a mail says it. */
export interface ComposedNotification {
  /** Id of the notification that was sent. */
  id: number
  /** That one, or a more personal one about the same post. */
  notification: NotificationRow
  user: UserRow
  /** The recipient is its actor, and its locale is the language of the recipient. */
  context: Context
  texts: MailedTexts
}

/** How composed notifications are sent. */
interface ComposedFor {
  channel: string
  /** Whether the channel reaches a user; all by default. */
  reaches?(user: UserRow): boolean
}

/**
 * Composes notifications for recipients who want them through a channel and see them at present, with the texts of their mails:
 * types without a mail are left out. About a post, a recipient is told once, by the most personal notification that the
 * recipient wants.
 */
export async function composeNotifications(
  context: Context,
  ids: readonly number[],
  { channel, reaches = () => true }: ComposedFor,
): Promise<ComposedNotification[]> {
  const { db, forum } = context
  const { idIn } = forum.database.dialect
  const sent = await db
    .selectFrom('notifications')
    .selectAll()
    .where((eb) => idIn(eb.ref('id'), ids))
    .orderBy('id')
    .execute()
  const rowsOf = await candidates(context, sent)
  const userIds = sent.map(({ user_id }) => user_id)
  const actors = new Map((await loadRecipients(context, userIds)).map(({ id, actor }) => [id, actor]))
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where((eb) => idIn(eb.ref('id'), userIds))
    .execute()
  const usersById = new Map(users.map((user) => [user.id, { ...user, group_ids: [] }]))
  const composed: ComposedNotification[] = []
  for (const row of sent) {
    const { id, user_id } = row
    const user = usersById.get(user_id)
    const actor = actors.get(user_id)
    if (!user || !actor || !reaches(user)) continue
    const locale = chosenLocale(user, forum) ?? forum.locale
    const recipientContext: Context = { ...context, actor, locale, cache: new Map() }
    for (const notification of rowsOf(row)) {
      const texts = wants(user, notification.type, channel, forum)
        ? await textsFor(recipientContext, notification)
        : undefined
      if (!texts) continue
      composed.push({ id, notification, user, context: recipientContext, texts })
      break
    }
  }
  return composed
}

/** Returns what a recipient can be told instead of each row: what there is about the same post, the most personal first. */
async function candidates(
  { db, forum }: Context,
  sent: readonly NotificationRow[],
): Promise<(row: NotificationRow) => NotificationRow[]> {
  const { idIn } = forum.database.dialect
  const postIds = [...new Set(sent.flatMap(({ post_id }) => post_id ?? []))]
  const userIds = sent.map(({ user_id }) => user_id)
  const ofPosts =
    postIds.length === 0
      ? []
      : await db
          .selectFrom('notifications')
          .selectAll()
          .where((eb) => idIn(eb.ref('post_id'), postIds))
          .where((eb) => idIn(eb.ref('user_id'), userIds))
          .orderBy('id')
          .execute()
  return (row) => {
    const same = ofPosts.filter(({ post_id, user_id }) => post_id === row.post_id && user_id === row.user_id)
    return byRank(row.post_id === null ? [row] : same, forum).filter(({ is_deleted }) => !is_deleted)
  }
}

async function textsFor(context: Context, row: NotificationRow): Promise<MailedTexts | undefined> {
  const type = context.forum.points.notifications.types.get(row.type)
  const email = type?.channels.email
  if (!type || !email) return undefined
  const subject = (await loadRows(context, type.subject, [row.subject_id])).get(row.subject_id)
  const data: unknown = row.data === null ? null : JSON.parse(row.data)
  return subject && email.compose({ ...row, data, subject }, context)
}
