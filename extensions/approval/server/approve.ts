import {
  currentRow,
  type Field,
  idOfNewRow,
  isActor,
  type JointChange,
  type PostRow,
  problemOf,
  strictFlag,
  translatorOf,
  updateDiscussionPrivacy,
  updatePostPrivacy,
  type WriteContext,
  writeAuditEntry,
} from '@parley/server'

declare module '@parley/server' {
  interface AuditActions {
    'post.approved': Record<never, never>
  }
}

/** Whether a post is public. Approving cannot be taken back: hiding the post can. */
export const isApproved: Field<PostRow, boolean> = {
  column: 'is_approved',
  json: 'boolean',
  schema: strictFlag(),
  writable: 'approve',
  // New posts: who writes them does not decide.
  accepts: ({ id }) => id !== idOfNewRow,
  check: async (value, { is_approved }, context) =>
    is_approved && !value ? [problemOf('prohibited', 'isApproved', translatorOf(context))] : [],
}

/** Approves a post: by its attribute, or as who may approve it hides or restores it. */
export const approval: JointChange<PostRow> = {
  fields: ['isApproved'],
  follows: ['isHidden'],
  set: (values, post, { actor }) =>
    values.isApproved === true || (values.isHidden !== undefined && actor.can('approve', 'posts', post))
      ? { is_approved: true }
      : {},
  async changed({ row, values }, context) {
    if (row.number === 1) await approveDiscussion(context, row.discussion_id)
    await updatePostPrivacy(context, row.id)
    const post = (await currentRow(context, 'posts', row.id)) ?? row
    if (!isActor(context, post.user_id))
      await writeAuditEntry(context, 'post.approved', {
        target: { id: post.id, name: `${post.discussion.title} #${post.number}` },
      })
    // What is hidden at once is nothing to tell of.
    if (values.isHidden !== true) await context.emit('post.approved', { post })
  },
}

/** Makes a discussion public with its first post. The request has locked it. */
async function approveDiscussion(context: WriteContext, id: number): Promise<void> {
  await context.db.updateTable('discussions').set({ is_approved: true }).where('id', '=', id).execute()
  await updateDiscussionPrivacy(context, id)
}
