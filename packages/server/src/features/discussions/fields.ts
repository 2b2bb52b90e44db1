import { wireDate } from '@parley/shared'
import { z } from 'zod'
import { notAuthenticated } from '../../infrastructure/errors.ts'
import { nameText } from '../../infrastructure/schema/names.ts'
import { flag, isTruthy, wholeNumber } from '../../infrastructure/schema/values.ts'
import type { Context } from '../../points/context/context.ts'
import type { Field } from '../../points/resources/fields.ts'
import { addEventPost } from '../posts/event-posts.ts'
import { notifyAuthor } from './notifications.ts'
import { readLatePosts } from './reading/late-posts.ts'
import { ownStates, raiseReadState } from './reading/read-state.ts'
import { countUnreadComments, loadLateUnread } from './reading/unread-posts.ts'
import type { DiscussionRow, DiscussionUserRow } from './table.ts'
import { slugOf } from './writing/slugs.ts'
import { titleColumns } from './writing/start-discussion.ts'

const isHidden = (discussion: DiscussionRow) => discussion.hidden_at !== null
const dateOrNull = (date: string | null) => (date === null ? null : wireDate(date))

/** Attributes of discussions (api-core 2.3). */
export const discussionFields: Record<string, Field<DiscussionRow>> = {
  title: {
    form: 'basic',
    column: 'title',
    json: 'string',
    schema: nameText({ min: 3, max: 80 }),
    writable: 'rename',
    refusesConflicts: true,
    set: (title, _discussion, context) => titleColumns(title as string, context),
    changed: async ({ row, before }, context) => {
      const change = await addEventPost(context, row.id, 'discussionRenamed', [before.title, row.title])
      await notifyAuthor(context, 'discussionRenamed', row, change)
      await context.emit('discussion.renamed', { discussion: row, previousTitle: before.title })
    },
  },
  slug: { form: 'basic', json: 'string', get: slugOf },
  commentCount: { column: 'comment_count', json: 'integer' },
  participantCount: { column: 'participant_count', json: 'integer' },
  createdAt: { json: 'date', get: (discussion) => wireDate(discussion.created_at) },
  lastPostedAt: { json: 'date?', get: (discussion) => dateOrNull(discussion.last_posted_at) },
  lastPostNumber: { json: 'integer', get: (discussion) => discussion.last_post_number ?? 0 },
  isHidden: {
    json: 'boolean',
    visible: isHidden,
    get: () => true,
    schema: flag(),
    writable: 'hide',
    current: isHidden,
    set: (hide, _discussion, { actor, now }) => ({
      hidden_at: hide ? now.toISOString() : null,
      hidden_user_id: hide ? actor.id : null,
    }),
    changed: ({ row, value }, context) =>
      context.emit(value ? 'discussion.hidden' : 'discussion.restored', { discussion: row }),
  },
  hiddenAt: { json: 'date', visible: isHidden, get: (discussion) => wireDate(discussion.hidden_at ?? '') },
  lastReadAt: {
    json: 'date?',
    load: (discussions, context) =>
      ofOwnStates(discussions, context, ({ last_read_at }) => dateOrNull(last_read_at)),
  },
  unreadCommentCount: { json: 'integer', load: countUnreadComments },
  lateUnread: { json: 'array', load: loadLateUnread },
  lateReadNumbers: {
    schema: z.array(wholeNumber({ min: 1 })).max(100),
    writable: requireAccount,
    changed: async ({ row, value }, context) => {
      const numbers = value as number[]
      if (numbers.length > 0) await readLatePosts(context, row.id, numbers)
    },
  },
  lastReadPostNumber: {
    json: 'integer',
    load: (discussions, context) =>
      ofOwnStates(discussions, context, ({ last_read_post_number }) => last_read_post_number ?? 0),
    schema: z.preprocess((value) => (isTruthy(value) ? value : 0), wholeNumber({ min: 0 })),
    writable: requireAccount,
    changed: async ({ row, value }, context) => {
      const number = Math.min(value as number, row.post_number_index)
      if (number > 0) await raiseReadState(context, row.id, context.actor.id, number)
    },
  },
}

/** Guests have no read state: writing a truthy value is 401. */
function requireAccount(_discussion: DiscussionRow, value: unknown, { actor }: Context): true {
  if (isTruthy(value) && actor.isGuest) throw notAuthenticated()
  return true
}

async function ofOwnStates<Value>(
  discussions: readonly DiscussionRow[],
  context: Context,
  read: (state: DiscussionUserRow) => Value,
): Promise<Map<number, Value>> {
  const states = await ownStates(context, discussions)
  return new Map([...states].map(([id, state]) => [id, read(state)]))
}
