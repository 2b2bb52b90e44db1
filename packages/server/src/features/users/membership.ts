import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import { everyone, members } from '../../points/context/actor.ts'
import type { Context } from '../../points/context/context.ts'

/**
 * The condition on users who are assigned to one of the groups, given by id or stored name, ignoring case. Hidden
 * groups count only for actors who may see them; everyone and members have no assigned users (api-core 4.13).
 */
export function isMember(
  eb: ExpressionBuilder<Tables, 'users'>,
  groups: readonly string[],
  { actor }: Context,
): Expression<SqlBool> {
  const ids = groups.filter((group) => /^\d{1,15}$/.test(group)).map(Number)
  const names = groups.map((group) => group.toLowerCase())
  let matching = eb
    .selectFrom('groups')
    .select('groups.id')
    .where('groups.id', 'not in', [everyone, members])
    .where('groups.deleted_at', 'is', null)
    .where((inner) =>
      inner.or([
        inner('groups.id', 'in', ids.length > 0 ? ids : [0]),
        inner(inner.fn<string>('lower', ['groups.name_singular']), 'in', names),
        inner(inner.fn<string>('lower', ['groups.name_plural']), 'in', names),
      ]),
    )
  if (!actor.hasPermission('viewHiddenGroups')) matching = matching.where('groups.is_hidden', '=', false)
  const memberships = eb.selectFrom('group_user').select('group_user.user_id')
  return eb('users.id', 'in', memberships.where('group_user.group_id', 'in', matching))
}
