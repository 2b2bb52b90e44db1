import { isEmailAddress } from '@parley/shared'
import { attachFacts } from '../../../engine/jsonapi/attached-facts.ts'
import { loadRows, resourceOf } from '../../../engine/jsonapi/rows.ts'
import { findByEmail, findByUsername } from '../../../features/users/find.ts'
import type { UserRow } from '../../../features/users/table.ts'
import type { Context } from '../../../points/context/context.ts'
import { type Terminal, UsageError } from '../../command.ts'

/** Finds an account by its username or address. Throws a usage error if there is none. */
export async function idOfAccount(name: string, context: Context): Promise<number> {
  const find = isEmailAddress(name) ? findByEmail : findByUsername
  const found = await find(context.db, name)
  if (!found) throw new UsageError(`There is no account '${name}'.`)
  return found.id
}

/** Prints accounts as JSON, one a line. */
export async function printAccounts(
  terminal: Terminal,
  ids: readonly number[],
  context: Context,
): Promise<void> {
  const current: Context = { ...context, cache: new Map() }
  const users = await loadRows(current, 'users', ids)
  for (const user of users.values()) terminal.print(JSON.stringify(accountJson(user)))
}

/** Prints accounts of a list: as JSON, or as a line for people. */
export async function printUsers(
  terminal: Terminal,
  users: UserRow[],
  { json, context }: { json: boolean; context: Context },
): Promise<void> {
  await attachFacts(context, resourceOf(context, 'users'), users)
  for (const user of users) terminal.print(json ? JSON.stringify(accountJson(user)) : accountLine(user))
}

function accountJson(user: UserRow) {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    isEmailConfirmed: user.is_email_confirmed,
    groupIds: user.group_ids,
    joinedAt: user.joined_at,
    lastSeenAt: user.last_seen_at,
    discussionCount: user.discussion_count,
    commentCount: user.comment_count,
  }
}

function accountLine(user: UserRow): string {
  const parts = [
    user.username,
    user.email,
    user.is_email_confirmed ? undefined : 'not confirmed',
    user.group_ids.length > 0 ? `groups ${user.group_ids.join(', ')}` : undefined,
    user.joined_at === null ? undefined : `joined ${user.joined_at}`,
    user.last_seen_at === null ? 'never seen' : `seen ${user.last_seen_at}`,
  ]
  return `${user.id}  ${parts.filter((part) => part !== undefined).join(', ')}`
}
