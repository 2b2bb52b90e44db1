import { forAllRows, type Policies, type Policy } from '../../points/access/policies.ts'
import { allow, deny } from '../../points/access/verdicts.ts'
import { members } from '../../points/context/actor.ts'
import { reaches } from './reach.ts'
import type { UserRow } from './table.ts'

const outOfReach = deny.because('core.admin.why.account_out_of_reach')

/** Changes of accounts require their permission, and every group of the account. */
const denyOutOfReach: Policy<UserRow, 'users'> = {
  verdict: (actor, user) => (reaches(actor, user) ? undefined : outOfReach),
  scope(eb, { actor }) {
    if (actor.isAdmin) return undefined
    if (!actor.groupIds.has(members)) return { deny: true }
    const otherGroup = eb
      .selectFrom('group_user')
      .innerJoin('groups', 'groups.id', 'group_user.group_id')
      .select('groups.id')
      .whereRef('group_user.user_id', '=', 'users.id')
      .where('groups.deleted_at', 'is', null)
      .where('groups.id', 'not in', [...actor.groupIds])
    return { deny: eb.exists(otherGroup) }
  },
}

/** Abilities on accounts, by permission. Without `viewForum` users see only themselves, and guests see no users (api-core 4.17). */
export const userPolicies: NonNullable<Policies['users']> = {
  '*': forAllRows((actor, ability) => (actor.hasPermission(`user.${ability}`) ? allow : undefined)),
  edit: denyOutOfReach,
  editCredentials: denyOutOfReach,
  editGroups: denyOutOfReach,
  delete: denyOutOfReach,
  view: {
    verdict: (actor, user) =>
      actor.can('viewForum') || (!actor.isGuest && user.id === actor.id) ? allow : deny,
    scope: (eb, { actor }) => actor.can('viewForum') || (!actor.isGuest && eb('users.id', '=', actor.id)),
  },
}
