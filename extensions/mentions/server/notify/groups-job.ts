import {
  addRecipients,
  enqueueJob,
  type Job,
  type PostRow,
  reviewRecipients,
  type WriteContext,
} from '@parley/server'
import { z } from 'zod'
import { readMentions } from '../stored-mentions.ts'
import { livingPost, recipients } from './recipients.ts'

/** A post that mentions groups, or did so before. */
interface NotifyGroups {
  postId: number
  /** The group whose members are told at present; undefined while those who were told before are looked at. */
  groupId?: number | undefined
  /** The users up to this id are done. */
  after: number
}

declare module '@parley/server' {
  interface JobTypes {
    'mentions.notifyGroups': NotifyGroups
  }
}

/** Users of one run: it is one transaction, in which changes of the post wait. */
const batchSize = 200

const id = z.number().int()

/**
 * Makes exactly the members of the mentioned groups who see a post have its notification. Each run enqueues the next in the same
 * transaction: after a crash it goes on where it was.
 */
export const notifyGroupsJob: Job<NotifyGroups> = {
  schema: z.object({ postId: id, groupId: id.optional(), after: id }),
  run: (payload, context) => context.forum.write(context, (writing) => notifyBatch(payload, writing)),
}

async function notifyBatch(payload: NotifyGroups, context: WriteContext): Promise<void> {
  const post = await livingPost(payload.postId, context)
  // While the post is hidden, the notifications are not listed.
  if (post?.hidden_at !== null) return
  const groupIds = [...readMentions(post).groups].sort((one, other) => one - other)
  const next =
    payload.groupId === undefined
      ? await reviewBatch(post, groupIds, payload, context)
      : await addBatch(post, groupIds, payload.groupId, payload, context)
  if (next) await enqueueJob(context, 'mentions.notifyGroups', { postId: post.id, ...next })
}

type Next = Omit<NotifyGroups, 'postId'> | undefined

/** Withdraws the notification from those who were told before and are none of the recipients now, and gives it back. */
async function reviewBatch(
  post: PostRow,
  groupIds: readonly number[],
  { after }: NotifyGroups,
  context: WriteContext,
): Promise<Next> {
  const next = await reviewRecipients(context, notificationOf(post), {
    after,
    limit: batchSize,
    keep: async (userIds) => recipients(post, await membersAmong(userIds, groupIds, context), context),
  })
  if (next !== undefined) return { after: next }
  const [groupId] = groupIds
  return groupId === undefined ? undefined : { groupId, after: 0 }
}

/** Tells the next members of a group. Those of several groups are told once. */
async function addBatch(
  post: PostRow,
  groupIds: readonly number[],
  groupId: number,
  { after }: NotifyGroups,
  context: WriteContext,
): Promise<Next> {
  const members = groupIds.includes(groupId) ? await nextMembers(groupId, after, context) : []
  const told = await recipients(post, members, context)
  if (told.length > 0) await addRecipients(context, notificationOf(post), told)
  const last = members.at(-1)
  if (last !== undefined && members.length === batchSize) return { groupId, after: last }
  const nextGroup = groupIds.find((other) => other > groupId)
  return nextGroup === undefined ? undefined : { groupId: nextGroup, after: 0 }
}

function notificationOf(post: PostRow) {
  return { type: 'groupMentioned', fromUserId: post.user_id, subject: post, postId: post.id } as const
}

/** The members of a group after a user, by their ids. */
async function nextMembers(groupId: number, after: number, { db }: WriteContext): Promise<number[]> {
  const rows = await db
    .selectFrom('group_user')
    .innerJoin('groups', 'groups.id', 'group_user.group_id')
    .select('group_user.user_id')
    .where('group_user.group_id', '=', groupId)
    .where('group_user.user_id', '>', after)
    .where('groups.deleted_at', 'is', null)
    .orderBy('group_user.user_id')
    .limit(batchSize)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Those of some users who are in one of some groups. */
async function membersAmong(
  userIds: readonly number[],
  groupIds: readonly number[],
  { db, forum }: WriteContext,
): Promise<number[]> {
  const { idIn } = forum.database.dialect
  const rows = await db
    .selectFrom('group_user')
    .innerJoin('groups', 'groups.id', 'group_user.group_id')
    .select('group_user.user_id')
    .distinct()
    .where((eb) => idIn(eb.ref('group_user.user_id'), userIds))
    .where((eb) => idIn(eb.ref('group_user.group_id'), groupIds))
    .where('groups.deleted_at', 'is', null)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
