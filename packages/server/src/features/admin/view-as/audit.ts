import { currentRow } from '../../../engine/jsonapi/rows.ts'
import type { WriteContext } from '../../../points/context/context.ts'
import type { AuditDeclarations } from '../../../points/events/audit.ts'
import { writeAuditEntry } from '../../audit/write-entry.ts'
import { groupTarget } from '../../groups/audit.ts'
import { userTarget } from '../../users/audit.ts'
import type { Target } from './credential.ts'

declare module '../../../points/events/audit.ts' {
  interface AuditActions {
    'user.viewedAs': Record<never, never>
    'group.viewedAs': Record<never, never>
  }
}

/** The beginnings of views. */
export const viewAsActions: AuditDeclarations = {
  'user.viewedAs': { text: 'core.audit.user_viewed_as_text', target: 'users' },
  'group.viewedAs': { text: 'core.audit.group_viewed_as_text', target: 'groups' },
}

/** Records that the actor begins to view the forum as an account or group. */
export async function recordView(context: WriteContext, { kind, id }: Target): Promise<void> {
  if (kind === 'user') {
    const user = await currentRow(context, 'users', id)
    if (user) await writeAuditEntry(context, 'user.viewedAs', { target: userTarget(user, context) })
    return
  }
  const group = await currentRow(context, 'groups', id)
  if (group) await writeAuditEntry(context, 'group.viewedAs', { target: groupTarget(group, context) })
}
