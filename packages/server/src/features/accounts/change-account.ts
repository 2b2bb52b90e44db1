import { currentRow, loadPlainRows } from '../../engine/jsonapi/rows.ts'
import { readAttributes } from '../../engine/jsonapi/write.ts'
import { notAuthenticated, permissionDenied, tooManyRequests } from '../../infrastructure/errors.ts'
import { RequestCache } from '../../infrastructure/request-cache.ts'
import { administrators, everyone, members } from '../../points/context/actor.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import type { WriteInput } from '../../points/resources/endpoints.ts'
import type { FieldChange } from '../../points/resources/fields.ts'
import { endSessions } from '../access-tokens/tokens.ts'
import { emailColumns } from '../users/create-user.ts'
import '../users/events.ts'
import { countAsRefused, discountAttempt } from '../registration/refused-names.ts'
import { provesPassword } from '../sessions/log-in.ts'
import { hashPassword } from '../users/passwords.ts'
import type { UserRow } from '../users/table.ts'
import { mailConfirmation } from './mails.ts'
import { deleteEmailTokens, deletePasswordTokens, waitForEmailToken } from './tokens.ts'

/** What takes too long for a transaction: the work with passwords. */
interface PreparedChange {
  /** Hash of the new password. */
  newPassword?: string
  /** The stored hash that the sent current password belongs to. */
  provedPassword?: string
}

const prepared = new RequestCache<PreparedChange>()

/** Everybody's, or every member's, without being stored. */
const implied: ReadonlySet<number> = new Set([everyone, members])

/** Judges `meta.password` of those who change their own address, and hashes a new password (api-core 3.5). */
export async function prepareAccountChange(
  user: UserRow,
  { attributes, meta }: WriteInput,
  context: Context,
): Promise<PreparedChange> {
  const change: PreparedChange = {}
  if ((attributes.email ?? null) !== null && isSelf(user, context)) {
    if (isPassword(meta.password) && (await provesPassword(context, meta.password, user))) {
      change.provedPassword = user.password
      if (attributes.email !== user.email) await countAsRefused(context)
    }
  }
  if ((attributes.password ?? null) !== null) {
    if (!context.actor.can('editCredentials', 'users', user)) throw permissionDenied()
    const { password } = readAttributes(context, 'users', attributes, ['password'])
    change.newPassword = await hashPassword(password as string)
  }
  return change
}

/** Hands what was prepared to the fields. */
export function noteAccountChange(change: unknown, context: WriteContext): void {
  prepared.set(context, change as PreparedChange)
}

function isPassword(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 1000
}

/** One's own address takes the current password (401), that of others the ability to edit credentials. */
export function mayChangeEmail(user: UserRow, context: WriteContext): boolean {
  if (!isSelf(user, context)) return context.actor.can('editCredentials', 'users', user)
  if (prepared.get(context)?.provedPassword !== user.password) throw notAuthenticated()
  return true
}

/** The address of others changes at once, one's own when it is confirmed. */
export function changedEmail(email: string, user: UserRow, context: WriteContext): Partial<UserRow> {
  return isSelf(user, context) ? {} : emailColumns(email)
}

/** What follows from another address: a mail to it, or the end of everything that was mailed to the old one. */
export async function emailWasChanged(
  { row, before, value }: FieldChange<UserRow, string>,
  context: WriteContext,
): Promise<void> {
  const { db, now } = context
  if (isSelf(row, context)) {
    const wait = await waitForEmailToken(db, { userId: row.id, now })
    if (wait !== undefined && !context.client?.hasApiKey) throw tooManyRequests(wait)
    await mailConfirmation(context, row, value)
    discountAttempt(context)
    return
  }
  await deletePasswordTokens(db, row.id)
  await deleteEmailTokens(db, row.id)
  await context.emit('user.emailChanged', { user: row, before })
}

/** Stores the prepared hash; what was mailed and every other session of the user end (api-core D10). */
export async function changedPassword(user: UserRow, context: WriteContext): Promise<Partial<UserRow>> {
  const { newPassword } = prepared.get(context) ?? {}
  if (newPassword === undefined) throw new Error('No password was prepared')
  await endWhatPasswordOpened(
    context,
    user,
    isSelf(user, context) ? context.client?.sessionTokenId : undefined,
  )
  return { password: newPassword }
}

/** Voids tokens that were mailed to a user, and sessions, but for one. */
export async function endWhatPasswordOpened(
  { db }: WriteContext,
  { id }: Pick<UserRow, 'id'>,
  exceptId?: number,
): Promise<void> {
  await deletePasswordTokens(db, id)
  await deleteEmailTokens(db, id)
  await endSessions(db, id, exceptId)
}

/**
 * Replaces the assigned groups; those that the actor may not see stay. Only administrators make and unmake
 * administrators, and not themselves (api-core 3.5).
 */
export async function setGroups(ids: readonly number[], user: UserRow, context: WriteContext): Promise<void> {
  const { db, actor } = context
  const wanted = new Set(ids.filter((id) => !implied.has(id)))
  const wasAdmin = user.group_ids.includes(administrators)
  const isAdmin = wanted.has(administrators)
  if (wasAdmin !== isAdmin && !actor.isAdmin) throw permissionDenied()
  if (wasAdmin && !isAdmin && isSelf(user, context)) throw permissionDenied()
  const visible = await loadPlainRows(context, 'groups', user.group_ids)
  const removed = user.group_ids.filter((id) => visible.has(id) && !wanted.has(id))
  const added = [...wanted].filter((id) => !user.group_ids.includes(id))
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

async function addToGroups(
  ids: readonly number[],
  user: UserRow,
  { db, forum }: WriteContext,
): Promise<void> {
  const { dialect } = forum.database
  // Locked, so that none is deleted before this transaction ends.
  const groups = await db
    .selectFrom('groups')
    .select('id')
    .where((eb) => dialect.idIn(eb.ref('id'), ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .modifyEnd(dialect.forUpdate)
    .execute()
  if (groups.length === 0) return
  await db
    .insertInto('group_user')
    .values(groups.map(({ id }) => ({ user_id: user.id, group_id: id })))
    .execute()
}

function isSelf(user: UserRow, { actor }: Context): boolean {
  return actor.account?.id === user.id
}
