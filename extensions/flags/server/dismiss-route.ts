import {
  type Extension,
  findRowForUpdate,
  notFound,
  permissionDenied,
  type WriteContext,
  writeAuditEntry,
} from '@parley/server'
import { removeFlags } from './stored-flags.ts'

declare module '@parley/server' {
  interface AuditActions {
    'post.flagsDismissed': { flags: number }
  }
}

/** Who dismissed flags, and how many: the flags themselves are gone. */
export const flagActions: NonNullable<Extension['audit']> = {
  'post.flagsDismissed': {
    text: 'flags.audit.flags_dismissed_text',
    target: 'posts',
    fields: { flags: { label: 'flags.audit.flags_label' } },
  },
}

/** `DELETE /api/posts/{id}/flags`: dismisses all flags of a post. */
export const dismissRoute: NonNullable<Extension['routes']>[number] = {
  method: 'DELETE',
  path: '/api/posts/:id/flags',
  describes: {
    summary: 'Dismiss the flags of a post',
    answers: { 204: 'empty', 403: 'error', 404: 'error' },
  },
  async run({ params: { id = '' } }, context) {
    if (!/^\d{1,15}$/.test(id)) throw notFound()
    await context.forum.write(context, (writing) => dismiss(Number(id), writing))
    return { status: 204, empty: true }
  },
}

async function dismiss(postId: number, context: WriteContext): Promise<void> {
  const post = await findRowForUpdate(context, 'posts', postId)
  const { discussion, number } = post
  if (!context.actor.can('viewFlags', 'discussions', discussion)) throw permissionDenied()
  const dismissed = await removeFlags(context, post)
  if (dismissed === 0) return
  await writeAuditEntry(context, 'post.flagsDismissed', {
    target: { id: postId, name: `${discussion.title} #${number}` },
    changes: { flags: [dismissed, 0] },
  })
}
