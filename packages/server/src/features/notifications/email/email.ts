import { z } from 'zod'
import { loadRows } from '../../../engine/jsonapi/rows.ts'
import { enqueueJob } from '../../../engine/queue/enqueue-job.ts'
import type { Context } from '../../../points/context/context.ts'
import type { Job } from '../../../points/jobs/jobs.ts'
import {
  type ChannelUse,
  type NotificationChannel,
  preferenceKey,
} from '../../../points/notifications/notifications.ts'
import type { Row } from '../../../points/resources/resource-rows.ts'
import { type Mail, sendMail } from '../../mail/mail.ts'
import { displayNameOf } from '../../users/display-name.ts'
import { chosenLocale } from '../../users/preferences.ts'
import type { UserRow } from '../../users/table.ts'
import { wants } from '../alert-types.ts'
import { byRank } from '../sync/one-per-post.ts'
import { loadRecipients } from '../sync/recipients.ts'
import type { NotificationRow } from '../table.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

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

declare module '../../../points/jobs/jobs.ts' {
  interface JobTypes {
    /** Mails notifications to recipients who still want and see them. */
    'notifications.mail': { ids: number[] }
  }
}

/** Mails that one run of the job enqueues. */
const batchSize = 50

export const emailChannel: NotificationChannel = {
  send: (_notification, sent, context) =>
    enqueueJob(context, 'notifications.mail', { ids: sent.map(({ id }) => id) }),
}

export const emailJob: Job<{ ids: number[] }> = {
  schema: z.object({ ids: z.array(z.number().int()) }),
  async run({ ids }, context) {
    const mails = await composeMails(context, ids.slice(0, batchSize))
    const rest = ids.slice(batchSize)
    // One transaction: after a crash, the repeated job enqueues no mail twice.
    await context.forum.write(context, async (writing) => {
      for (const { id, mail } of mails) await sendMail(writing, mail, { key: `notification ${id}` })
      if (rest.length > 0) await enqueueJob(writing, 'notifications.mail', { ids: rest })
    })
  },
}

/**
 * Composes the mails to recipients who want and see them at present. About a post, a recipient gets one mail, of the most
 * personal notification for which the recipient wants mail.
 */
async function composeMails(context: Context, ids: readonly number[]): Promise<{ id: number; mail: Mail }[]> {
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
    .where('is_email_confirmed', '=', true)
    .execute()
  const mails: { id: number; mail: Mail }[] = []
  for (const row of sent) {
    const { id, user_id } = row
    const user = users.find((account) => account.id === user_id)
    const actor = actors.get(user_id)
    if (!user || !actor) continue
    const locale = chosenLocale(user, forum) ?? forum.locale
    const recipientContext: Context = { ...context, actor, locale, cache: new Map() }
    for (const candidate of rowsOf(row)) {
      const texts = wants(user, candidate.type, 'email', forum)
        ? await textsFor(recipientContext, candidate)
        : undefined
      if (!texts) continue
      mails.push({ id, mail: toMail({ ...user, group_ids: [] }, recipientContext, candidate, texts) })
      break
    }
  }
  return mails
}

/** Returns what a recipient can be mailed instead of each row: what there is about the same post, the most personal first. */
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

function toMail(
  user: UserRow,
  { forum, locale }: Context,
  { type, subject_id: subjectId }: NotificationRow,
  texts: MailedTexts,
): Mail {
  const canUnfollow = forum.points.notifications.types.get(type)?.unfollow !== undefined
  return {
    ...texts,
    to: { address: user.email, name: displayNameOf(user, forum) },
    locale,
    unsubscribeUrl: unsubscribeUrl(forum, {
      userId: user.id,
      key: preferenceKey(type, 'email'),
      about: canUnfollow ? { type, subjectId } : undefined,
    }),
  }
}
