import type { WriteContext } from '../../points/context/context.ts'
import type { AuditActionName, AuditActions, AuditDeclarations } from '../../points/events/audit.ts'
import type { Listeners } from '../../points/events/events.ts'
import { type AuditFacts, isOwnAction, writeAuditEntry } from '../audit/write-entry.ts'
import { recordedName } from '../groups/audit.ts'
import { displayNameOf } from './display-name.ts'
import './events.ts'
import type { UserRow } from './table.ts'

declare module '../../points/events/audit.ts' {
  interface AuditActions {
    'user.created': { email: string; isEmailConfirmed: boolean }
    'user.renamed': { username: string }
    'user.emailChanged': { email: string }
    'user.passwordChanged': Record<never, never>
    'user.confirmed': Record<never, never>
    'user.groupsChanged': { groups: readonly string[] }
    'user.pictureChanged': Record<never, never>
    'user.pictureRemoved': Record<never, never>
    'user.loggedOut': Record<never, never>
    'user.sessionEnded': Record<never, never>
    'user.tokenRevoked': { title: string }
    'user.deleted': Record<never, never>
  }
}

const target = 'users'
const firstUserId = 1
const email = { label: 'core.audit.email_label', isPersonal: true } as const

/** The actions on accounts. */
export const userActions: AuditDeclarations = {
  'user.created': {
    text: 'core.audit.user_created_text',
    target,
    fields: { email, isEmailConfirmed: { label: 'core.audit.is_email_confirmed_label' } },
  },
  'user.renamed': {
    text: 'core.audit.user_renamed_text',
    target,
    fields: { username: { label: 'core.audit.username_label', isPersonal: true } },
  },
  'user.emailChanged': { text: 'core.audit.user_email_changed_text', target, fields: { email } },
  'user.passwordChanged': { text: 'core.audit.user_password_changed_text', target },
  'user.confirmed': { text: 'core.audit.user_confirmed_text', target },
  'user.groupsChanged': {
    text: 'core.audit.user_groups_changed_text',
    target,
    fields: { groups: { label: 'core.audit.groups_label' } },
  },
  'user.pictureChanged': { text: 'core.audit.user_picture_changed_text', target },
  'user.pictureRemoved': { text: 'core.audit.user_picture_removed_text', target },
  'user.sessionEnded': { text: 'core.audit.user_session_ended_text', target },
  'user.tokenRevoked': {
    text: 'core.audit.user_token_revoked_text',
    target,
    fields: { title: { label: 'core.audit.title_label' } },
  },
  'user.loggedOut': { text: 'core.audit.user_logged_out_text', target },
  'user.deleted': { text: 'core.audit.user_deleted_text', target },
}

/** Records what others than the owner do to an account; of groups also what the owner does. */
export const userListeners: Listeners = {
  'user.registered': async ({ user }, context) => {
    // The set-up creates the first account: the log of a new forum is empty.
    if (user.id === firstUserId) return
    await recordForeign(context, 'user.created', user, {
      email: [null, user.email],
      isEmailConfirmed: [null, user.is_email_confirmed],
    })
  },
  'user.renamed': ({ user, before }, context) =>
    recordForeign(context, 'user.renamed', user, { username: [before.username, user.username] }),
  'user.emailChanged': ({ user, before }, context) =>
    recordForeign(context, 'user.emailChanged', user, { email: [before.email, user.email] }),
  'user.passwordChanged': ({ user }, context) => recordForeign(context, 'user.passwordChanged', user),
  'user.activated': ({ user }, context) => recordForeign(context, 'user.confirmed', user),
  'user.loggedOutEverywhere': async ({ userId }, context) => {
    if (isOwnAction(context, userId)) return
    const user = await context.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
    if (user) await recordForeign(context, 'user.loggedOut', { ...user, group_ids: [] })
  },
  'user.deleted': ({ user }, context) => recordForeign(context, 'user.deleted', user),
  'user.groupsChanged': async ({ user, before }, context) => {
    const names = await groupNames(context, [...user.group_ids, ...before.group_ids])
    const namesOf = ({ group_ids: ids }: UserRow) => ids.flatMap((id) => names.get(id) ?? [])
    await writeAuditEntry(context, 'user.groupsChanged', {
      target: userTarget(user, context),
      changes: { groups: [namesOf(before), namesOf(user)] },
    })
  },
}

/** The target of an action on an account. */
export function userTarget(user: UserRow, { forum }: WriteContext): { id: number; name: string } {
  return { id: user.id, name: displayNameOf(user, forum) }
}

/** Writes an entry about an account, unless its owner acts. */
async function recordForeign<Name extends AuditActionName>(
  context: WriteContext,
  action: Name,
  user: UserRow,
  changes: AuditFacts<AuditActions[Name]>['changes'] = {},
): Promise<void> {
  if (isOwnAction(context, user.id)) return
  await writeAuditEntry(context, action, { target: userTarget(user, context), changes })
}

/** Reads the names of groups, as entries have them. */
export async function groupNames(
  context: WriteContext,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { idIn } = context.forum.database.dialect
  const groups = await context.db
    .selectFrom('groups')
    .select(['id', 'name_plural'])
    .where((eb) => idIn(eb.ref('id'), ids))
    .execute()
  return new Map(groups.map((group) => [group.id, recordedName(group, context)]))
}
