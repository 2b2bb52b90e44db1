import type { Context, WriteContext } from '../context.ts'
import { type Problem, validationError } from '../errors.ts'
import { problemOf } from '../schema/problems.ts'
import { findByEmail, findByUsername } from './find.ts'
import type { UserRow } from './table.ts'

/** An account to be made, its values checked but for being free. */
export interface NewUser {
  username: string
  email: string
  /** Hash. */
  password: string
  isEmailConfirmed: boolean
}

/**
 * Stores a new account, its values judged before. Names and addresses that others have by now are 422.
 */
export async function createUser(context: WriteContext, user: NewUser): Promise<UserRow> {
  const problems = await takenProblems(context, user)
  if (problems.length > 0) throw validationError({ problems })
  const row = await insert(context, user)
  const created: UserRow = { ...row, group_ids: [] }
  await context.emit('user.registered', { user: created })
  return created
}

/** What of a name and an address belongs to somebody else. */
export async function takenProblems(
  context: Context,
  { username, email }: Partial<Pick<NewUser, 'username' | 'email'>>,
): Promise<Problem[]> {
  const translate = translatorOf(context)
  const problems: Problem[] = []
  if (username !== undefined && (await findByUsername(context.db, username)))
    problems.push(problemOf('unique', 'username', translate))
  if (email !== undefined && (await findByEmail(context.db, email)))
    problems.push(problemOf('unique', 'email', translate))
  return problems
}

async function insert(context: WriteContext, user: NewUser) {
  const { db, forum, now } = context
  try {
    return await forum.database.savepoint(db, () =>
      db
        .insertInto('users')
        .values({
          username: user.username,
          email: user.email,
          password: user.password,
          is_email_confirmed: user.isEmailConfirmed,
          joined_at: now.toISOString(),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
  } catch (error) {
    // Somebody else took it between the look and the insert.
    const index = forum.database.dialect.uniqueViolation(error)
    if (index !== 'users_username' && index !== 'users_email') throw error
    const name = index === 'users_username' ? 'username' : 'email'
    throw validationError({ problems: [problemOf('unique', name, translatorOf(context))] })
  }
}

function translatorOf({ forum, locale }: Context): (key: string) => string {
  return (key) => forum.translate(key, undefined, locale)
}

declare module '../points/events.ts' {
  interface Events {
    'user.registered': { user: UserRow }
  }
}
