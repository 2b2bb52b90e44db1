import type { FindViewed, Viewed } from '../../../engine/http/session/view-as.ts'
import { currentRow } from '../../../engine/jsonapi/rows.ts'
import { Actor, administrate, everyone, members } from '../../../points/context/actor.ts'
import type { Context } from '../../../points/context/context.ts'
import { accountOf, actorOf, selectAccounts } from '../../groups/account-rows.ts'
import { nameOf } from '../../groups/names.ts'
import type { GroupRow } from '../../groups/table.ts'
import { displayNameOf } from '../../users/display-name.ts'
import type { UserRow } from '../../users/table.ts'
import { readCredential, type Target } from './credential.ts'

/** Finds whom a session's user may view the forum as: again for each request, as rights and groups change. */
export const findViewed: FindViewed = async (credential, session, context) => {
  const target = readCredential(credential, session, context.now)
  if (!target || !context.actor.can(administrate)) return undefined
  const viewed = await loadViewed(target, context)
  return viewed && !hasMoreRights(viewed, context) ? viewed : undefined
}

/** Loads an account or group; undefined if it does not exist. */
export async function loadViewed({ kind, id }: Target, context: Context): Promise<Viewed | undefined> {
  if (kind === 'user') {
    const user = await currentRow(context, 'users', id)
    return user && viewedUser(user, context)
  }
  const group = await currentRow(context, 'groups', id)
  return group && viewedGroup(group, context)
}

async function viewedUser(user: UserRow, context: Context): Promise<Viewed | undefined> {
  const rows = await selectAccounts(context).where('users.id', '=', user.id).execute()
  const account = actorOf(context.forum, rows)?.account
  return (
    account && {
      kind: 'user',
      name: displayNameOf(user, context.forum),
      endPath: '/admin/users',
      account,
      groupIds: user.group_ids,
    }
  )
}

async function viewedGroup({ id, name_plural }: GroupRow, context: Context): Promise<Viewed> {
  const name = nameOf(name_plural, context)
  const endPath = '/admin/permissions'
  if (id === everyone) return { kind: 'guest', name, endPath, groupIds: [] }
  const groupIds = id === members ? [] : [id]
  const madeUpUser = { ...(await emptyUser(context)), ...memberOf(name, groupIds) }
  const account = accountOf(madeUpUser, context.forum)
  return { kind: 'group', name, endPath, account, groupIds, madeUpUser }
}

/** Whether the viewer lacks a right of an account or group. */
export function hasMoreRights({ account, groupIds }: Viewed, { actor: viewer, forum }: Context): boolean {
  const viewed = new Actor(viewer.rules, account, groupIds)
  if (viewed.isAdmin && !viewer.isAdmin) return true
  return forum.grants.heldBy(viewed.groupIds).some((permission) => !viewer.hasPermission(permission))
}

/** A row in which every column of users is null, those of extensions, too. */
async function emptyUser({ db }: Context): Promise<UserRow> {
  const nothing = db.selectNoFrom((eb) => eb.lit(1).as('one')).as('nothing')
  const row = await db
    .selectFrom(nothing)
    .leftJoin('users', (join) => join.on('users.id', 'is', null))
    .selectAll('users')
    .executeTakeFirstOrThrow()
  return row as UserRow
}

/** A new member that no row stores: no row has this id as that of its author or reader. */
function memberOf(username: string, group_ids: readonly number[]) {
  return {
    id: -1,
    username,
    email: '',
    username_folded: null,
    email_folded: null,
    is_email_confirmed: true,
    password: '',
    avatar_url: null,
    preferences: null,
    joined_at: null,
    last_seen_at: null,
    marked_all_as_read_at: null,
    read_notifications_at: null,
    discussion_count: 0,
    comment_count: 0,
    deleted_at: null,
    unread_notification_count: 0,
    new_notification_count: 0,
    seen_notification_id: 0,
    notification_viewer: null,
    notification_check: null,
    group_ids,
  } satisfies Partial<UserRow>
}
