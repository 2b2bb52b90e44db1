import { z } from 'zod'
import { enqueueJob } from '../../../engine/queue/enqueue-job.ts'
import type { Context } from '../../../points/context/context.ts'
import type { Job } from '../../../points/jobs/jobs.ts'
import { type NotificationChannel, preferenceKey } from '../../../points/notifications/notifications.ts'
import { type Mail, sendMail } from '../../mail/mail.ts'
import { displayNameOf } from '../../users/display-name.ts'
import { type ComposedNotification, composeNotifications } from './compose.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

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

/** Composes the mails to recipients with a confirmed address. */
async function composeMails(context: Context, ids: readonly number[]): Promise<{ id: number; mail: Mail }[]> {
  const composed = await composeNotifications(context, ids, {
    channel: 'email',
    reaches: (user) => user.is_email_confirmed,
  })
  return composed.map((told) => ({ id: told.id, mail: toMail(told) }))
}

function toMail({ user, context, notification, texts }: ComposedNotification): Mail {
  const { forum, locale } = context
  const { type, subject_id: subjectId } = notification
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
