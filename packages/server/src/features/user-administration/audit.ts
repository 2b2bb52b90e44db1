import type { WriteContext } from '../../points/context/context.ts'
import type { AuditDeclarations } from '../../points/events/audit.ts'
import { writeAuditEntry } from '../audit/write-entry.ts'
import { groupNames, userTarget } from '../users/audit.ts'
import type { UserRow } from '../users/table.ts'
import type { ActionName } from './action-names.ts'
import type { UserActionRow } from './bulk/table.ts'

declare module '../../points/events/audit.ts' {
  interface AuditActions {
    'user.emailShown': Record<never, never>
    'user.confirmationSent': Record<never, never>
    'bulkAction.started': { kind: string; accounts: number | string; groups: readonly string[] }
  }
}

/** The actions that change no account themselves; the events of accounts record all others. */
export const userAdministrationActions: AuditDeclarations = {
  'user.emailShown': { text: 'core.audit.user_email_shown_text', target: 'users' },
  'user.confirmationSent': { text: 'core.audit.user_confirmation_sent_text', target: 'users' },
  'bulkAction.started': {
    text: 'core.audit.bulk_action_started_text',
    fields: {
      kind: { label: 'core.audit.kind_label' },
      accounts: { label: 'core.audit.accounts_label' },
      groups: { label: 'core.audit.groups_label' },
    },
  },
}

/** The names of the actions: those of their buttons. */
const kinds: Readonly<Record<ActionName, string>> = {
  confirm: 'core.admin.users.actions.confirm_button',
  addGroup: 'core.admin.users.bulk.add_group_button',
  removeGroup: 'core.admin.users.bulk.remove_group_button',
  logOut: 'core.admin.users.actions.log_out_button',
  delete: 'core.admin.users.bulk.delete_button',
}

/** Records the beginning of an action on many accounts, in the forum's language. Each changed account has an entry, too. */
export async function recordBulkAction(
  context: WriteContext,
  { action, group_id: groupId, expected_count: count, has_more: hasMore }: UserActionRow,
): Promise<void> {
  const { forum } = context
  const names = groupId === null ? undefined : await groupNames(context, [groupId])
  await writeAuditEntry(context, 'bulkAction.started', {
    changes: {
      kind: [null, forum.translate(kinds[action], undefined, forum.locale)],
      accounts: [null, hasMore ? `${count}+` : count],
      ...(names && { groups: [null, [...names.values()]] }),
    },
  })
}

/** Records one of these actions. */
export function recordAction(
  context: WriteContext,
  action: 'user.emailShown' | 'user.confirmationSent',
  user: UserRow,
): Promise<void> {
  return writeAuditEntry(context, action, { target: userTarget(user, context) })
}
