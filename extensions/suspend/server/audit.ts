import {
  type AuditFacts,
  displayNameOf,
  type Extension,
  type UserRow,
  type WriteContext,
  writeAuditEntry,
} from '@parley/server'
import { endOf } from './fields.ts'

/** The values before and after a change of a suspension. */
interface SuspensionFields {
  until: string | null
  reason: string | null
  message: string | null
}

declare module '@parley/server' {
  interface AuditActions {
    'user.suspended': SuspensionFields
    'user.unsuspended': SuspensionFields
  }
}

const target = 'users'
const fields = {
  until: { label: 'suspend.audit.until_label', isTime: true },
  reason: { label: 'suspend.audit.reason_label', isPersonal: true },
  message: { label: 'suspend.audit.message_label', isPersonal: true },
} as const

/** What the audit log records. */
export const suspendActions: NonNullable<Extension['audit']> = {
  'user.suspended': { text: 'suspend.audit.user_suspended_text', target, fields },
  'user.unsuspended': { text: 'suspend.audit.user_unsuspended_text', target, fields },
}

/** Records a change of a suspension, with what differs. */
export async function recordSuspension(
  action: 'user.suspended' | 'user.unsuspended',
  { user, before }: { user: UserRow; before: UserRow },
  context: WriteContext,
): Promise<void> {
  const [from, to] = [valuesOf(before), valuesOf(user)]
  const changed = (Object.keys(from) as (keyof SuspensionFields)[]).filter((name) => from[name] !== to[name])
  const changes: AuditFacts<SuspensionFields>['changes'] = Object.fromEntries(
    changed.map((name) => [name, [from[name], to[name]]]),
  )
  await writeAuditEntry(context, action, {
    target: { id: user.id, name: displayNameOf(user, context.forum) },
    changes,
  })
}

function valuesOf(user: UserRow): SuspensionFields {
  return { until: endOf(user), reason: user.suspend_reason, message: user.suspend_message }
}
