import type { WriteContext } from '../../points/context/context.ts'
import type { AuditActionName, AuditActions, AuditDeclarations } from '../../points/events/audit.ts'
import type { Listeners } from '../../points/events/events.ts'
import { type AuditFacts, isActor, writeAuditEntry } from '../audit/write-entry.ts'
import './events.ts'
import type { PostRow } from './table.ts'

declare module '../../points/events/audit.ts' {
  interface AuditActions {
    'post.edited': { content: string }
    'post.hidden': Record<never, never>
    'post.restored': Record<never, never>
    'post.deleted': Record<never, never>
  }
}

const target = 'posts'

/** The moderating actions on posts. An entry about a deletion has no content, which shall be gone. */
export const postActions: AuditDeclarations = {
  'post.edited': {
    text: 'core.audit.post_edited_text',
    target,
    fields: { content: { label: 'core.audit.content_label' } },
  },
  'post.hidden': { text: 'core.audit.post_hidden_text', target },
  'post.restored': { text: 'core.audit.post_restored_text', target },
  'post.deleted': { text: 'core.audit.post_deleted_text', target },
}

/** Records what others than the author do to a post. */
export const postListeners: Listeners = {
  'post.edited': ({ post, previousContent }, context) =>
    record(context, 'post.edited', post, { content: [previousContent, post.content] }),
  'post.hidden': ({ post }, context) => record(context, 'post.hidden', post),
  'post.restored': ({ post }, context) => record(context, 'post.restored', post),
  'post.deleted': ({ post }, context) => record(context, 'post.deleted', post),
}

async function record<Name extends AuditActionName>(
  context: WriteContext,
  action: Name,
  { id, number, user_id, discussion }: PostRow,
  changes: AuditFacts<AuditActions[Name]>['changes'] = {},
): Promise<void> {
  if (isActor(context, user_id)) return
  await writeAuditEntry(context, action, { target: { id, name: `${discussion.title} #${number}` }, changes })
}
