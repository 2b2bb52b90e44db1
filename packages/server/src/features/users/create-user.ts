import { createRow, type PlannedRow, planRow } from '../../engine/jsonapi/writes/create-row.ts'
import { tryAttributes } from '../../engine/jsonapi/writes/read-input.ts'
import { type Problem, validationError } from '../../infrastructure/errors.ts'
import { problemOf } from '../../infrastructure/schema/problems.ts'
import { type Context, timestamp, translatorOf, type WriteContext } from '../../points/context/context.ts'
import type { WriteInput } from '../../points/resources/endpoints.ts'
import { findByEmail, findByUsername } from './find.ts'
import { foldedColumn } from './folding.ts'
import type { UserRow } from './table.ts'

const accountFields = ['username', 'email', 'password'] as const

/**
 * Checks a new account, taken names and addresses included. @throws a validation error with all problems: first the
 * given ones, then those of name, address and password.
 */
export async function planUser(
  context: Context,
  input: WriteInput,
  { isEmailConfirmed, problems = [] }: { isEmailConfirmed: boolean; problems?: readonly Problem[] },
): Promise<PlannedUser> {
  const { username, email, password, problems: ofAccount } = await readAccount(input, context)
  const planned = await planRow(context, 'users', input, {
    columns: {
      ...usernameColumns(username),
      ...emailColumns(email),
      is_email_confirmed: isEmailConfirmed,
      joined_at: timestamp(context),
    },
    facts: { group_ids: [] },
    problems: [...problems, ...ofAccount],
  })
  return { planned, password }
}

/** A checked account, whose name and address may still be taken before it is stored. */
export interface PlannedUser {
  planned: PlannedRow<'users'>
  /** The password itself. */
  password: string
}

/** Reads name, address and password; refused ones are empty. */
async function readAccount({ attributes }: WriteInput, context: Context) {
  const account = { username: '', email: '', password: '' }
  const all: Problem[] = []
  for (const name of accountFields) {
    const { values, problems } = tryAttributes(context, 'users', attributes, [name])
    all.push(...problems)
    if (problems.length > 0) continue
    account[name] = values[name] as string
    all.push(...(await uniquenessProblems(context, { [name]: account[name] })))
  }
  return { ...account, problems: all }
}

/** What a planned account needs to be stored. */
export interface NewUser {
  /** The hash, not the password itself. */
  password: string
  /** Name of a stored picture. */
  avatar_url?: string
  /** Until when everything counts as read. */
  marked_all_as_read_at?: string
}

/** Stores a planned account and its groups. 422 if name or address is taken in the meantime. */
export async function createUser(
  context: WriteContext,
  { planned }: PlannedUser,
  columns: NewUser,
  groupIds: readonly number[] = [],
): Promise<UserRow> {
  const problems = await lockUniqueness(context, planned.row)
  if (problems.length > 0) throw validationError({ problems })
  const join = async ({ id }: UserRow) => {
    const memberships = groupIds.map((groupId) => ({ user_id: id, group_id: groupId }))
    await context.db.insertInto('group_user').values(memberships).execute()
  }
  return createRow(context, planned, {
    columns,
    ...(groupIds.length > 0 && { count: join }),
    emit: (user) => context.emit('user.registered', { user }),
  })
}

type Names = Partial<Pick<UserRow, 'username' | 'email'>>

/** Problems of a name and an address that belong to an account other than `ownId`. */
async function uniquenessProblems(
  context: Context,
  { username, email }: Names,
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
  names: Names,
  ownId?: number,
): Promise<Problem[]> {
  await lockNames(context)
  return uniquenessProblems(context, names, ownId)
}

/** Keeps other transactions from giving names and addresses to accounts until this one ends. */
export async function lockNames({ db, forum }: WriteContext): Promise<void> {
  await forum.database.dialect.lock(db, 'names of accounts')
}

/** Columns that store a name. */
export function usernameColumns(username: string): Pick<UserRow, 'username' | 'username_folded'> {
  return { username, username_folded: foldedColumn(username) }
}

/** Columns that store an address. */
export function emailColumns(email: string): Pick<UserRow, 'email' | 'email_folded'> {
  return { email, email_folded: foldedColumn(email) }
}
