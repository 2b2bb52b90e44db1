import {
  type Context,
  deleteNotification,
  enqueueJob,
  type Job,
  type PostRow,
  syncNotification,
  type WriteContext,
} from '@parley/server'
import { z } from 'zod'
import { readMentions, userIdsOf } from '../stored-mentions.ts'
import { livingPost, recipients } from './recipients.ts'

/** A post whose mentions changed, or who sees it. What is said of it here holds after its deletion, too. */
export interface NotifyJob {
  postId: number
  fromUserId: number | null
  number: number
  /** Ids of posts that it mentioned before. */
  formerPosts: number[]
  /** The mentioned posts up to this id are done. */
  after?: number | undefined
}

declare module '@parley/server' {
  interface JobTypes {
    'mentions.notify': NotifyJob
  }
}

/** Mentioned posts whose authors one run notifies. */
const batchSize = 25

const id = z.number().int()

/** Makes exactly those have notifications of a post whom it mentions and who see it; a hidden or deleted post has none. */
export const notifyJob: Job<NotifyJob> = {
  schema: z.object({
    postId: id,
    fromUserId: id.nullable(),
    number: id,
    formerPosts: z.array(id),
    after: id.optional(),
  }),
  async run(payload, context) {
    const post = await livingPost(payload.postId, context)
    const isShown = post !== undefined && post.hidden_at === null
    if (payload.after === undefined && post)
      await context.forum.write(context, (writing) => notifyMentioned(post, isShown, writing))
    await notifyAuthors(payload, isShown ? post : undefined, context)
  },
}

/** Notifies the users whom a post mentions, and queues the members of groups: there may be many. */
async function notifyMentioned(post: PostRow, isShown: boolean, context: WriteContext): Promise<void> {
  const mentions = readMentions(post)
  const users = isShown ? await recipients(post, userIdsOf(mentions), context) : []
  const notification = {
    type: 'userMentioned',
    fromUserId: post.user_id,
    subject: post,
    postId: post.id,
  } as const
  await syncNotification(context, notification, users)
  if (mentions.groups.size > 0 || (await wereGroupsTold(post, context)))
    await enqueueJob(context, 'mentions.notifyGroups', { postId: post.id, after: 0 })
}

async function wereGroupsTold({ id }: PostRow, { db }: WriteContext): Promise<boolean> {
  const told = await db
    .selectFrom('notification_groups')
    .select('id')
    .where('subject_type', '=', 'posts')
    .where('subject_id', '=', id)
    .where('type', '=', 'groupMentioned')
    .limit(1)
    .executeTakeFirst()
  return told !== undefined
}

/** Notifies the authors of a batch of mentioned posts, and withdraws what no longer holds: each in its own transaction. */
async function notifyAuthors(payload: NotifyJob, post: PostRow | undefined, context: Context): Promise<void> {
  const { fromUserId, number, formerPosts, after = 0 } = payload
  const { forum } = context
  const mentioned = post ? readMentions(post).posts : new Set<number>()
  const all = [...new Set([...mentioned, ...formerPosts])].sort((one, other) => one - other)
  const rest = all.filter((postId) => postId > after)
  const batch = rest.slice(0, batchSize)
  const authors = await authorsOf(batch, context)
  const sees = new Set(post ? await recipients(post, [...new Set(authors.values())], context) : [])
  for (const [postId, authorId] of authors) {
    const notification = {
      type: 'postMentioned',
      fromUserId,
      subject: { id: postId },
      data: { replyNumber: number },
      postId: payload.postId,
    } as const
    const isTold = mentioned.has(postId) && sees.has(authorId)
    await forum.write(context, (writing) =>
      isTold
        ? syncNotification(writing, notification, [authorId])
        : deleteNotification(writing, notification),
    )
  }
  const last = batch.at(-1)
  if (rest.length > batch.length)
    await forum.write(context, (writing) =>
      enqueueJob(writing, 'mentions.notify', { ...payload, after: last }),
    )
}

/** The authors of posts, by the id of the post. */
async function authorsOf(
  postIds: readonly number[],
  { db, forum }: Context,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'user_id'])
    .where((eb) => forum.database.dialect.idIn(eb.ref('id'), postIds))
    .orderBy('id')
    .execute()
  return new Map(rows.flatMap(({ id: postId, user_id }) => (user_id === null ? [] : [[postId, user_id]])))
}
