import { type Actor, deny, forAllRows, type Policies, type Restriction } from '@parley/server'
import { administrators } from '@parley/server/actor'
import { isSuspended, suspended } from './table.ts'

type UserPolicies = NonNullable<Policies['users']>

const own = deny.because('suspend.admin.why.own')
const administrator = deny.because('suspend.admin.why.administrator')
const suspendedActor = deny.because('suspend.admin.why.suspended_actor')

/** Suspended accounts have only a guest's rights. */
export const suspendedRights: Restriction = ({ columns }, { rules }) =>
  isSuspended(columns, rules.now()) ? suspended : undefined

const isSuspendedActor = ({ account, rules }: Actor) => isSuspended(account?.columns, rules.now())

/** Who suspends whom, and what those who are suspended may not do to pictures, their own ones included. */
export const suspendPolicies: UserPolicies = {
  suspend: {
    verdict(actor, user) {
      if (user.id === actor.id) return own
      return user.group_ids.includes(administrators) ? administrator : undefined
    },
    scope: (eb, { actor }) => {
      const asAdministrator = eb
        .selectFrom('group_user')
        .select('group_user.user_id')
        .whereRef('group_user.user_id', '=', 'users.id')
        .where('group_user.group_id', '=', administrators)
      return { deny: eb.or([eb('users.id', '=', actor.id), eb.exists(asAdministrator)]) }
    },
  },
  uploadAvatar: forAllRows((actor) => (isSuspendedActor(actor) ? suspendedActor : undefined)),
  removeAvatar: forAllRows((actor) =>
    isSuspendedActor(actor) && !actor.isAdmin ? suspendedActor : undefined,
  ),
}
