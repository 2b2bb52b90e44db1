import { z } from 'zod'
import { loadRows } from '../../../engine/jsonapi/rows.ts'
import { enqueueJob } from '../../../engine/queue/enqueue-job.ts'
import type { Context } from '../../../points/context/context.ts'
import {
  type ChannelUse,
  type NotificationChannel,
  preferenceKey,
} from '../../../points/notifications/notifications.ts'
import type { Row } from '../../../points/resources/resource-rows.ts'
import type { Job } from '../../../points/work/jobs.ts'
import { type Mail, sendMail } from '../../mail/mail.ts'
import { displayNameOf } from '../../users/display-name.ts'
import { chosenLocale } from '../../users/preferences.ts'
import type { UserRow } from '../../users/table.ts'
import { wants } from '../alert-types.ts'
import { loadRecipients } from '../sync/recipients.ts'
import type { NotificationRow } from '../table.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

/** What a type says that can be mailed. */
export interface EmailUse extends ChannelUse {
  /**
   * What the mail says: locale keys and their params. `context` is the recipient's, and they see `subject`, a row of
   * the type's resource. Undefined for no mail after all.
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
    /** Mail to those whose address is confirmed. */
    email: EmailUse
  }
}

declare module '../../../points/work/jobs.ts' {
  interface JobTypes {
    /** Mails notifications to their recipients, if they still want and see them. */
    'notifications.mail': { ids: number[] }
  }
}

/** Mails written by one run of the job. */
const batchSize = 50

export const emailChannel: NotificationChannel = {
  send: (_notification, sent, context) =>
    enqueueJob(context, 'notifications.mail', { ids: sent.map(({ id }) => id) }),
}

export const emailJob: Job<{ ids: number[] }> = {
  schema: z.object({ ids: z.array(z.number().int()) }),
  async run({ ids }, context) {
    const letters = await writeLetters(context, ids.slice(0, batchSize))
    const rest = ids.slice(batchSize)
    // Together: repeated after a crash, it begins where it was.
    await context.forum.write(context, async (writing) => {
      for (const { id, mail } of letters) await sendMail(writing, mail, { key: `notification ${id}` })
      if (rest.length > 0) await enqueueJob(writing, 'notifications.mail', { ids: rest })
    })
  },
}

/** The mails to recipients who want them at this moment. */
async function writeLetters(context: Context, ids: readonly number[]): Promise<{ id: number; mail: Mail }[]> {
  const { db, forum } = context
  const { idIn } = forum.database.dialect
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where((eb) => idIn(eb.ref('id'), ids))
    .where('is_deleted', '=', false)
    .orderBy('id')
    .execute()
  const userIds = rows.map(({ user_id }) => user_id)
  const actors = new Map((await loadRecipients(context, userIds)).map(({ id, actor }) => [id, actor]))
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where((eb) => idIn(eb.ref('id'), userIds))
    .where('is_email_confirmed', '=', true)
    .execute()
  const letters: { id: number; mail: Mail }[] = []
  for (const row of rows) {
    const user = users.find(({ id }) => id === row.user_id)
    const actor = actors.get(row.user_id)
    if (!user || !actor || !wants(user, row.type, 'email', forum)) continue
    const locale = chosenLocale(user, forum) ?? forum.locale
    const own: Context = { ...context, actor, locale, notes: new Map() }
    const texts = await textsFor(own, row)
    if (texts) letters.push({ id: row.id, mail: letterTo({ ...user, group_ids: [] }, own, row.type, texts) })
  }
  return letters
}

async function textsFor(context: Context, row: NotificationRow): Promise<MailedTexts | undefined> {
  const type = context.forum.points.notifications.types.get(row.type)
  const email = type?.channels.email
  if (!type || !email) return undefined
  const subject = (await loadRows(context, type.subject, [row.subject_id])).get(row.subject_id)
  const data: unknown = row.data === null ? null : JSON.parse(row.data)
  return subject && email.compose({ ...row, data, subject }, context)
}

function letterTo(user: UserRow, { forum, locale }: Context, type: string, texts: MailedTexts): Mail {
  return {
    ...texts,
    to: { address: user.email, name: displayNameOf(user, forum) },
    locale,
    unsubscribeUrl: unsubscribeUrl(forum, user.id, preferenceKey(type, 'email')),
  }
}
