import {
  type Context,
  currentRow,
  deleteNotification,
  enqueueJob,
  type Job,
  type PostRow,
  syncNotification,
  usersWhoSee,
  type WriteContext,
} from '@parley/server'
import { z } from 'zod'
import { readMentions, userIdsOf } from '../stored-mentions.ts'

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

/** A post that is not deleted, and whose discussion is not. */
async function livingPost(postId: number, context: Context): Promise<PostRow | undefined> {
  const found = await context.db
    .selectFrom('posts')
    .innerJoin('discussions', 'discussions.id', 'posts.discussion_id')
    .select('posts.id')
    .where('posts.id', '=', postId)
    .where('discussions.deleted_at', 'is', null)
    .executeTakeFirst()
  return found && currentRow(context, 'posts', postId)
}

/** Notifies the users whom a post mentions, and the members of groups. */
async function notifyMentioned(post: PostRow, isShown: boolean, context: WriteContext): Promise<void> {
  const from = { fromUserId: post.user_id, subject: post }
  const mentions = readMentions(post)
  const users = isShown ? await recipients(post, userIdsOf(mentions), context) : []
  await syncNotification(context, { type: 'userMentioned', ...from }, users)
  // The notifications of a group are not listed while the post is hidden.
  if (!isShown) return
  const members = await membersOf([...mentions.groups], context)
  await syncNotification(
    context,
    { type: 'groupMentioned', ...from },
    await recipients(post, members, context),
  )
}

/** Those of some users who see a post and did not write it. */
async function recipients(post: PostRow, userIds: readonly number[], context: Context): Promise<number[]> {
  const others = userIds.filter((userId) => userId !== post.user_id)
  return others.length === 0 ? [] : usersWhoSee(context, 'posts', post, others)
}

async function membersOf(groupIds: readonly number[], { db, forum }: Context): Promise<number[]> {
  if (groupIds.length === 0) return []
  const rows = await db
    .selectFrom('group_user')
    .innerJoin('groups', 'groups.id', 'group_user.group_id')
    .select('group_user.user_id')
    .distinct()
    .where((eb) => forum.database.dialect.idIn(eb.ref('group_user.group_id'), groupIds))
    .where('groups.deleted_at', 'is', null)
    .execute()
  return rows.map(({ user_id }) => user_id)
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
