import { currentRow, loadPlainRows, lockLivingRows } from '../../engine/jsonapi/rows.ts'
import { readAttributes } from '../../engine/jsonapi/writes/read-input.ts'
import { notAuthenticated, permissionDenied, tooManyRequests } from '../../infrastructure/errors.ts'
import { RequestCache } from '../../infrastructure/request-cache.ts'
import { administrators, everyone, members } from '../../points/context/actor.ts'
import { type Context, translatorOf, type WriteContext } from '../../points/context/context.ts'
import type { WriteInput } from '../../points/resources/endpoints.ts'
import type { FieldChange } from '../../points/resources/fields.ts'
import { endSessions } from '../access-tokens/tokens.ts'
import { emailColumns } from '../users/create-user.ts'
import '../users/events.ts'
import { countClaim, refundClaim } from '../registration/refused-names.ts'
import { isCurrentPassword } from '../sessions/log-in.ts'
import { hashPassword } from '../users/passwords.ts'
import { keepAnAdministrator, requireOwnGroups } from '../users/reach.ts'
import type { UserRow } from '../users/table.ts'
import { mailConfirmation } from './mails.ts'
import { deleteEmailTokens, deletePasswordTokens, waitForEmailToken } from './tokens.ts'

/** Results of password hashing, which takes too long for a transaction. */
interface PreparedChange {
  newPasswordHash?: string
  /** The stored hash that matched the current password of the request. */
  verifiedPasswordHash?: string
}

const prepared = new RequestCache<PreparedChange>()

/** Groups whose membership is implicit, not stored. */
const implicitGroups: ReadonlySet<number> = new Set([everyone, members])

/** Verifies `meta.password` for a change of one's own address, and hashes a new password (api-core 3.5). */
export async function prepareAccountChange(
  user: UserRow,
  { attributes, meta }: WriteInput,
  context: Context,
): Promise<PreparedChange> {
  const change: PreparedChange = {}
  if ((attributes.email ?? null) !== null && isSelf(user, context)) {
    if (isPassword(meta.password) && (await isCurrentPassword(context, meta.password, user))) {
      change.verifiedPasswordHash = user.password
      if (attributes.email !== user.email) await countClaim(context)
    }
  }
  if ((attributes.password ?? null) !== null) {
    if (!context.actor.can('editCredentials', 'users', user)) throw permissionDenied()
    const { password } = readAttributes(context, 'users', attributes, ['password'])
    change.newPasswordHash = await hashPassword(password as string)
  }
  return change
}

/** Puts the prepared change into the request cache, where the fields find it. */
export function keepAccountChange(change: unknown, context: WriteContext): void {
  prepared.set(context, change as PreparedChange)
}

function isPassword(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 1000
}

/** One's own address requires the current password (401 without), that of others the ability to edit credentials. */
export function canChangeEmail(user: UserRow, context: Context): boolean {
  if (!isSelf(user, context)) return context.actor.can('editCredentials', 'users', user)
  if (prepared.get(context)?.verifiedPasswordHash !== user.password) throw notAuthenticated()
  return true
}

/** Columns of a new address: the address of others changes at once, one's own after its confirmation. */
export function newEmailColumns(email: string, user: UserRow, context: WriteContext): Partial<UserRow> {
  return isSelf(user, context) ? {} : emailColumns(email)
}

/** Mails a confirmation of one's own new address; for others, deletes the tokens mailed to the old address. */
export async function afterEmailChange(
  { row, before, value }: FieldChange<UserRow, string>,
  context: WriteContext,
): Promise<void> {
  const { db, now } = context
  if (isSelf(row, context)) {
    const wait = await waitForEmailToken(db, { userId: row.id, now })
    if (wait !== undefined && !context.client?.hasApiKey) throw tooManyRequests(wait)
    await mailConfirmation(context, row, value)
    refundClaim(context)
    return
  }
  await deletePasswordTokens(db, row.id)
  await deleteEmailTokens(db, row.id)
  await context.emit('user.emailChanged', { user: row, before })
}

/** The prepared hash as columns. Deletes mailed tokens and ends all other sessions of the user (api-core D10). */
export async function newPasswordColumns(user: UserRow, context: WriteContext): Promise<Partial<UserRow>> {
  const { newPasswordHash } = prepared.get(context) ?? {}
  if (newPasswordHash === undefined) throw new Error('No password was prepared')
  await revokeTokensAndSessions(
    context,
    user,
    isSelf(user, context) ? context.client?.sessionTokenId : undefined,
  )
  return { password: newPasswordHash }
}

/** Deletes the tokens mailed to a user and ends the user's sessions, except the one of token `exceptId`. */
export async function revokeTokensAndSessions(
  { db }: WriteContext,
  { id }: Pick<UserRow, 'id'>,
  exceptId?: number,
): Promise<void> {
  await deletePasswordTokens(db, id)
  await deleteEmailTokens(db, id)
  await endSessions(db, id, exceptId)
}

/**
 * Replaces the assigned groups; groups that the actor may not see stay. Only administrators add or remove
 * administrators, and none removes their own membership (api-core 3.5); others add only groups that they belong to.
 */
export async function setGroups(ids: readonly number[], user: UserRow, context: WriteContext): Promise<void> {
  const { db, actor } = context
  const requested = new Set(ids.filter((id) => !implicitGroups.has(id)))
  const wasAdmin = user.group_ids.includes(administrators)
  const isAdmin = requested.has(administrators)
  if (wasAdmin !== isAdmin && !actor.isAdmin) throw permissionDenied()
  if (wasAdmin && !isAdmin && isSelf(user, context)) throw ownAdministration(context)
  const visible = await loadPlainRows(context, 'groups', user.group_ids)
  const removed = user.group_ids.filter((id) => visible.has(id) && !requested.has(id))
  const added = [...requested].filter((id) => !user.group_ids.includes(id))
  requireOwnGroups(context, added)
  if (wasAdmin && !isAdmin) await keepAnAdministrator(context, user)
  if (removed.length > 0) {
    await db
      .deleteFrom('group_user')
      .where('user_id', '=', user.id)
      .where((eb) => context.forum.database.dialect.idIn(eb.ref('group_id'), removed))
      .execute()
  }
  if (added.length > 0) await addToGroups(added, user, context)
  const after = await currentRow(context, 'users', user.id)
  if (after && removed.length + added.length > 0)
    await context.emit('user.groupsChanged', { user: after, before: user })
}

async function addToGroups(ids: readonly number[], user: UserRow, context: WriteContext): Promise<void> {
  const groupIds = await lockLivingRows(context, 'groups', ids)
  if (groupIds.length === 0) return
  await context.db
    .insertInto('group_user')
    .values(groupIds.map((group_id) => ({ user_id: user.id, group_id })))
    .execute()
}

/** The refusal for administrators who would take the administration from themselves. */
function ownAdministration(context: Context): Error {
  const detail = translatorOf(context)('core.api.own_administration_message')
  return permissionDenied({ problems: [{ detail }] })
}

function isSelf(user: UserRow, { actor }: Context): boolean {
  return actor.account?.id === user.id
}
