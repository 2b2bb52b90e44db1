import type { WriteContext } from '../../points/context/context.ts'
import type { AuditDeclarations } from '../../points/events/audit.ts'
import type { Listeners } from '../../points/events/events.ts'
import { isActor, writeAuditEntry } from '../audit/write-entry.ts'
import './events.ts'
import type { DiscussionRow } from './table.ts'

declare module '../../points/events/audit.ts' {
  interface AuditActions {
    'discussion.renamed': { title: string }
    'discussion.hidden': Record<never, never>
    'discussion.restored': Record<never, never>
    'discussion.deleted': Record<never, never>
  }
}

const target = 'discussions'

/** The moderating actions on discussions. */
export const discussionActions: AuditDeclarations = {
  'discussion.renamed': {
    text: 'core.audit.discussion_renamed_text',
    target,
    fields: { title: { label: 'core.audit.title_label' } },
  },
  'discussion.hidden': { text: 'core.audit.discussion_hidden_text', target },
  'discussion.restored': { text: 'core.audit.discussion_restored_text', target },
  'discussion.deleted': { text: 'core.audit.discussion_deleted_text', target },
}

/** Records what others than the author do to a discussion. */
export const discussionListeners: Listeners = {
  'discussion.renamed': async ({ discussion, previousTitle }, context) => {
    if (isActor(context, discussion.user_id)) return
    const { id, title } = discussion
    await writeAuditEntry(context, 'discussion.renamed', {
      target: { id, name: previousTitle },
      changes: { title: [previousTitle, title] },
    })
  },
  'discussion.hidden': ({ discussion }, context) => record(context, 'discussion.hidden', discussion),
  'discussion.restored': ({ discussion }, context) => record(context, 'discussion.restored', discussion),
  'discussion.deleted': ({ discussion }, context) => record(context, 'discussion.deleted', discussion),
}

async function record(
  context: WriteContext,
  action: 'discussion.hidden' | 'discussion.restored' | 'discussion.deleted',
  { id, title, user_id }: DiscussionRow,
): Promise<void> {
  if (!isActor(context, user_id)) await writeAuditEntry(context, action, { target: { id, name: title } })
}
