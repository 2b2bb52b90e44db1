import { type Problem, validationError } from '../../infrastructure/errors.ts'
import { problemOf } from '../../infrastructure/schema/problems.ts'
import { type Context, translatorOf, type WriteContext } from '../../points/context/context.ts'
import { findByEmail, findByUsername } from './find.ts'
import { foldedColumn } from './folding.ts'
import type { UserRow } from './table.ts'

/** A new account with checked values, except that name and address may be taken. */
export interface NewUser {
  username: string
  email: string
  /** The hash, not the password itself. */
  password: string
  isEmailConfirmed: boolean
  /** Name of a stored picture. */
  avatar?: string
}

/**
 * Stores a new account with checked values. 422 if name or address is taken in the meantime.
 */
export async function createUser(context: WriteContext, user: NewUser): Promise<UserRow> {
  const problems = await lockUniqueness(context, user)
  if (problems.length > 0) throw validationError({ problems })
  const row = await insert(context, user)
  const created: UserRow = { ...row, group_ids: [] }
  await context.emit('user.registered', { user: created })
  return created
}

/** Problems of a name and an address that belong to an account other than `ownId`. */
export async function uniquenessProblems(
  context: Context,
  { username, email }: Partial<Pick<NewUser, 'username' | 'email'>>,
  ownId?: number,
): Promise<Problem[]> {
  const { db } = context
  const translate = translatorOf(context)
  const problems: Problem[] = []
  const belongsToOther = (found: { id: number } | undefined) => found !== undefined && found.id !== ownId
  if (username !== undefined && belongsToOther(await findByUsername(db, username)))
    problems.push(problemOf('unique', 'username', translate))
  if (email !== undefined && belongsToOther(await findByEmail(db, email)))
    problems.push(problemOf('unique', 'email', translate))
  return problems
}

/** As `uniquenessProblems`, with a lock until the transaction ends, so that no other account takes them. */
export async function lockUniqueness(
  context: WriteContext,
  names: Partial<Pick<NewUser, 'username' | 'email'>>,
  ownId?: number,
): Promise<Problem[]> {
  await context.forum.database.dialect.lock(context.db, 'names of accounts')
  return uniquenessProblems(context, names, ownId)
}

function insert({ db, now }: WriteContext, user: NewUser) {
  return db
    .insertInto('users')
    .values({
      ...usernameColumns(user.username),
      ...emailColumns(user.email),
      password: user.password,
      is_email_confirmed: user.isEmailConfirmed,
      avatar_url: user.avatar ?? null,
      joined_at: now.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Columns that store a name. */
export function usernameColumns(username: string): Pick<UserRow, 'username' | 'username_folded'> {
  return { username, username_folded: foldedColumn(username) }
}

/** Columns that store an address. */
export function emailColumns(email: string): Pick<UserRow, 'email' | 'email_folded'> {
  return { email, email_folded: foldedColumn(email) }
}
