import {
  addRecipients,
  currentRow,
  enqueueJob,
  type Job,
  lockRow,
  type PostRow,
  reviewRecipients,
  usersWhoSee,
  type WriteContext,
} from '@parley/server'
import { z } from 'zod'
import { nextFollowers } from './followers.ts'
import { type NewPost, newPostNotification } from './notification.ts'

/** Followers of one run of a job: it is one transaction, in which replies to the discussion wait. */
const batchSize = 200

const post = z.object({
  id: z.number().int(),
  discussionId: z.number().int(),
  number: z.number().int(),
  userId: z.number().int().nullable(),
})
/** The id of the last user of the batch before. */
const after = z.number().int()

const notifySchema = z.object({
  post,
  before: z.object({ number: z.number().int(), at: z.string().nullable() }),
  after,
})
const reviewSchema = z.object({ post, after })

type NotifyPayload = z.infer<typeof notifySchema>
type ReviewPayload = z.infer<typeof reviewSchema>

declare module '@parley/server' {
  interface JobTypes {
    /** Tells the followers of a discussion of a new post. */
    'subscriptions.notify': NotifyPayload
    /** Withdraws the notifications of a post from those who no longer see it, and gives them back. */
    'subscriptions.review': ReviewPayload
  }
}

/** Each run tells one batch, and enqueues the next in the same transaction: after a crash it goes on where it was. */
export const notifyJob: Job<NotifyPayload> = {
  schema: notifySchema,
  describe: ({ post: { discussionId, number } }) => `discussion ${discussionId}, post ${number}`,
  run: (payload, context) => context.forum.write(context, (writing) => notifyBatch(payload, writing)),
}

async function notifyBatch(payload: NotifyPayload, context: WriteContext): Promise<void> {
  // Hiding a post and ending to follow hold this lock, too.
  await lockRow(context, 'discussions', payload.post.discussionId)
  const row = await shownPost(payload.post, context)
  if (!row) return
  const { userIds, next } = await nextFollowers(context, { ...payload, limit: batchSize })
  const told = userIds.length > 0 ? await usersWhoSee(context, 'posts', row, userIds) : []
  if (told.length > 0) await addRecipients(context, newPostNotification(payload.post), told)
  if (next !== undefined) await enqueueJob(context, 'subscriptions.notify', { ...payload, after: next })
}

/** A post, unless it is hidden, or it or its discussion was deleted. */
async function shownPost({ id, discussionId }: NewPost, context: WriteContext): Promise<PostRow | undefined> {
  const discussion = await currentRow(context, 'discussions', discussionId)
  const row = discussion && (await currentRow(context, 'posts', id))
  return row?.hidden_at === null ? row : undefined
}

/** Goes over all recipients once, by what the post is at each run: the last job that was enqueued leaves them right. */
export const reviewJob: Job<ReviewPayload> = {
  schema: reviewSchema,
  describe: notifyJob.describe as (payload: ReviewPayload) => string,
  run: (payload, context) => context.forum.write(context, (writing) => reviewBatch(payload, writing)),
}

async function reviewBatch(payload: ReviewPayload, context: WriteContext): Promise<void> {
  const next = await reviewRecipients(context, newPostNotification(payload.post), {
    after: payload.after,
    limit: batchSize,
    async keep(userIds) {
      const row = await shownPost(payload.post, context)
      return row ? usersWhoSee(context, 'posts', row, userIds) : []
    },
  })
  if (next !== undefined) await enqueueJob(context, 'subscriptions.review', { ...payload, after: next })
}
