import { type Context, type Extension, enqueueJob, type Job, type JobRun } from '@parley/server'
import { z } from 'zod'
import { type Delivered, deliver } from './deliver.ts'
import { findTargets } from './targets.ts'

const id = z.number().int()
const pushSchema = z.object({ ids: z.array(id) })
const target = z.object({ service: z.enum(['web', 'firebase']), notification: id, subscription: id })
const deliverSchema = z.object({
  targets: z.array(target),
  /** From 1. */
  attempt: id,
})

type Deliver = z.infer<typeof deliverSchema>

declare module '@parley/server' {
  interface JobTypes {
    /** Finds the browsers and devices that are told of notifications. */
    'pwa.push': { ids: number[] }
    /** Sends pushes. Those that fail for the time being are sent again by a job of their own. */
    'pwa.deliver': Deliver
  }
}

/** Requests of one run: with all of them timing out, it still ends in time. */
const batchSize = 100

const pushJob: Job<{ ids: number[] }> = {
  schema: pushSchema,
  describe: ({ ids }) => `${ids.length} notifications`,
  async run({ ids }, context, job) {
    const targets = await findTargets(context, ids)
    if (targets.length === 0) return
    await context.forum.write(context, async (writing) => {
      for (let start = 0; start < targets.length; start += batchSize) {
        const batch = targets.slice(start, start + batchSize)
        await enqueueJob(
          writing,
          'pwa.deliver',
          { targets: batch, attempt: 1 },
          { key: `${job.id} ${start}` },
        )
      }
    })
  },
}

/** Attempts within about an hour. */
const mostAttempts = 7
const firstWait = 60

const deliverJob: Job<Deliver> = {
  schema: deliverSchema,
  timeout: 180,
  describe: ({ targets }) => `${targets.length} pushes`,
  async run({ targets, attempt }, context, job) {
    const delivered = await deliver(context, targets, job.signal)
    await store(context, delivered, { attempt, job })
  },
}

async function store(
  context: Context,
  { sent, gone, refused, later }: Delivered,
  { attempt, job }: { attempt: number; job: JobRun },
): Promise<void> {
  const { forum, now } = context
  const { idIn } = forum.database.dialect
  const isLast = attempt >= mostAttempts
  const waits = Map.groupBy(isLast ? [] : later, ({ seconds }) => seconds ?? firstWait * 2 ** (attempt - 1))
  const ofService = (targets: Delivered['sent'], service: 'web' | 'firebase') =>
    targets.flatMap((each) => (each.service === service ? each.subscription : []))
  await forum.write(context, async (writing) => {
    const { db } = writing
    const [used, dead, deadTokens] = [
      ofService(sent, 'web'),
      ofService(gone, 'web'),
      ofService(gone, 'firebase'),
    ]
    if (used.length > 0)
      await db
        .updateTable('push_subscriptions')
        .set({ last_used: now.toISOString() })
        .where((eb) => idIn(eb.ref('id'), used))
        .execute()
    if (dead.length > 0)
      await db
        .deleteFrom('push_subscriptions')
        .where((eb) => idIn(eb.ref('id'), dead))
        .execute()
    if (deadTokens.length > 0)
      await db
        .deleteFrom('firebase_push_subscriptions')
        .where((eb) => idIn(eb.ref('id'), deadTokens))
        .execute()
    for (const [seconds, waiting] of waits) {
      const targets = waiting.map(({ service, notification, subscription }) => ({
        ...{ service, notification, subscription },
      }))
      const at = new Date(now.getTime() + seconds * 1000)
      const options = { key: `${job.id} ${seconds}`, at }
      await enqueueJob(writing, 'pwa.deliver', { targets, attempt: attempt + 1 }, options)
    }
  })
  for (const { reason, subscription, service } of refused)
    forum.log.warn({ service, subscription, reason }, 'A push was refused')
  if (isLast && later.length > 0) forum.log.warn({ pushes: later.length }, 'Pushes were given up')
  if (forum.settings.get('askvortsov-pwa.debug')) {
    const counts = { sent: sent.length, gone: gone.length, refused: refused.length, later: later.length }
    forum.log.info({ ...counts, attempt }, 'Pushes were sent')
  }
}

export const pushJobs: NonNullable<Extension['jobs']> = { 'pwa.push': pushJob, 'pwa.deliver': deliverJob }
