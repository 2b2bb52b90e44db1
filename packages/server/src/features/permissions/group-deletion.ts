import type { GroupDeletion } from '@parley/shared'
import { z } from 'zod'
import { currentRow } from '../../engine/jsonapi/rows.ts'
import { notFound } from '../../infrastructure/errors.ts'
import { Actor, requireAdministrator } from '../../points/context/actor.ts'
import type { Context } from '../../points/context/context.ts'
import type { Route } from '../../points/requests/routes.ts'
import { actorParts, selectAccounts } from '../groups/account-rows.ts'
import { permissionLabel } from './labels.ts'

/** The number of members that are read, so that the answer costs the same in every forum. */
const maximumMembers = 1000

/** Describes what the deletion of a group takes from its members. */
export async function readGroupDeletion(groupId: number, context: Context): Promise<GroupDeletion> {
  const { grants } = context.forum
  const memberIds = await selectMemberIds(groupId, context)
  const members = await loadMembers(groupId, memberIds.slice(0, maximumMembers), context)
  return {
    memberCount: members.length,
    hasMore: memberIds.length > maximumMembers,
    permissions: grants.heldBy(new Set([groupId])).map((permission) => ({
      permission,
      label: permissionLabel(permission, context),
      losing: members.filter(
        ({ now, afterwards }) => now.hasPermission(permission) && !afterwards.hasPermission(permission),
      ).length,
    })),
  }
}

async function selectMemberIds(groupId: number, { db }: Context): Promise<number[]> {
  const rows = await db
    .selectFrom('group_user')
    .innerJoin('users', 'users.id', 'group_user.user_id')
    .select('users.id')
    .where('group_user.group_id', '=', groupId)
    .where('users.deleted_at', 'is', null)
    .orderBy('group_user.user_id')
    .limit(maximumMembers + 1)
    .execute()
  return rows.map(({ id }) => id)
}

/** Each member as an actor, with and without the group. */
async function loadMembers(groupId: number, ids: readonly number[], context: Context) {
  const { forum } = context
  const rows = await selectAccounts(context)
    .where((eb) => forum.database.dialect.idIn(eb.ref('users.id'), ids))
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((memberships) => {
    const parts = actorParts(forum, memberships)
    if (!parts) return []
    const [rules, account, groupIds = []] = parts
    const others = groupIds.filter((id) => id !== groupId)
    return [{ now: new Actor(...parts), afterwards: new Actor(rules, account, others) }]
  })
}

/** `GET /api/admin/groups/{id}/deletion`. */
export const groupDeletionRoute: Route = {
  method: 'GET',
  path: '/api/admin/groups/:id/deletion',
  describes: {
    summary: 'Show what members lose when a group is deleted',
    answers: {
      200: {
        json: z.object({
          memberCount: z.int(),
          hasMore: z.boolean(),
          permissions: z.array(z.object({ permission: z.string(), label: z.string(), losing: z.int() })),
        }),
      },
      403: 'error',
      404: 'error',
    },
  },
  async run({ params: { id = '' } }, context) {
    requireAdministrator(context)
    const group = /^\d{1,15}$/.test(id) ? await currentRow(context, 'groups', Number(id)) : undefined
    if (!group) throw notFound()
    return { status: 200, json: await readGroupDeletion(group.id, context) }
  },
}
