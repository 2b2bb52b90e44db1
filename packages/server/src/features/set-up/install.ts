import { conflict, ForumError, type Problem, validationError } from '../../infrastructure/errors.ts'
import { problemsOf } from '../../infrastructure/schema/problems.ts'
import { text } from '../../infrastructure/schema/values.ts'
import { administrators } from '../../points/context/actor.ts'
import { type Context, translatorOf, type WriteContext } from '../../points/context/context.ts'
import { readAccount } from '../registration/register.ts'
import { storeSettings } from '../settings/store.ts'
import { initialWelcome } from '../settings/welcome.ts'
import { createUser } from '../users/create-user.ts'
import { hashPassword } from '../users/passwords.ts'

/** Title and administrator of a new forum. */
export interface Installation {
  title: string
  adminUsername: string
  adminEmail: string
  adminPassword: string
}

/**
 * Sets a forum up: its title, the settings that depend on it, and the administrator with id 1. Throws a validation
 * error for an invalid title or account, and 409 if the forum is set up already. The caller rebuilds the forum
 * afterwards.
 */
export async function installForum(
  context: Context,
  installation: Installation,
): Promise<{ userId: number }> {
  const { title, ...account } = await readInstallation(context, installation)
  const password = await hashPassword(account.password)
  return context.forum.write(context, async (writing) => {
    await context.forum.database.dialect.lock(writing.db, 'installation')
    const stored = await writing.db
      .selectFrom('settings')
      .select('key')
      .where('key', '=', 'version')
      .execute()
    if (stored.length > 0) throw conflict()
    await storeSettings(writing.db, initialSettings(writing, title))
    const user = await createUser(writing, { ...account, password, isEmailConfirmed: true })
    await writing.db.insertInto('group_user').values({ user_id: user.id, group_id: administrators }).execute()
    await writing.emit('forum.installed', { title })
    return { userId: user.id }
  })
}

/** Settings that are stored at set-up; all others have their declared defaults. */
function initialSettings({ forum, locale }: WriteContext, title: string): Record<string, string> {
  return {
    version: forum.version,
    forum_title: title,
    ...initialWelcome(forum, title, locale),
  }
}

/** Checks all values. Throws a validation error with all problems, the title's first. */
async function readInstallation(context: Context, installation: Installation) {
  const problems: Problem[] = []
  const title = text({ max: 100 }).safeParse(installation.title)
  if (!title.success) {
    problems.push(...problemsOf(title.error, 'title', translatorOf(context)))
  }
  const account = { username: '', email: '', password: '' }
  try {
    const { adminUsername: username, adminEmail: email, adminPassword: password } = installation
    Object.assign(account, await readAccount({ username, email, password }, context))
  } catch (error) {
    if (!(error instanceof ForumError)) throw error
    problems.push(...error.problems)
  }
  if (problems.length > 0) throw validationError({ problems })
  return { title: installation.title, ...account }
}
