import { enqueueJob, type Job, type NoPayload, noPayload } from '@parley/server'
import { z } from 'zod'
import { forgetOld } from '../resuming/tus.ts'
import { cleanFiles, endRemovals } from './clean.ts'
import { cleanBucket } from './clean-bucket.ts'

/** Where a run of the job goes on. */
interface CleanStep {
  after?: string | undefined
}

declare module '@parley/server' {
  interface JobTypes {
    'upload.clean': CleanStep
    'upload.endRemovals': NoPayload
  }
}

/** Files that one run looks at. */
const most = 5000

/** Every night, in steps: removes bytes that a crash has left, and puts others in their place. */
export const cleanJob: Job<CleanStep> = {
  schema: z.strictObject({ after: z.string().optional() }),
  every: '41 3 * * *',
  timeout: 600,
  async run({ after }, context, { signal }) {
    const next = await cleanFiles(context, { after, most }, { signal })
    if (next === undefined || signal.aborted) return
    await context.forum.write(context, (writing) => enqueueJob(writing, 'upload.clean', { after: next }))
  },
}

/** Every hour: ends deletions that a crash has cut off. */
export const endRemovalsJob: Job<NoPayload> = {
  schema: noPayload,
  every: '11 * * * *',
  timeout: 600,
  async run(_payload, context, { signal }) {
    await endRemovals(context, { signal })
    await cleanBucket(context, { signal })
    await forgetOld(context, signal)
  },
}
