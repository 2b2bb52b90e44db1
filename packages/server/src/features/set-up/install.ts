import { conflict } from '../../infrastructure/errors.ts'
import { cleanName, nameText } from '../../infrastructure/schema/names.ts'
import { problemsOf } from '../../infrastructure/schema/problems.ts'
import { administrators } from '../../points/context/actor.ts'
import { type Context, translatorOf, type WriteContext } from '../../points/context/context.ts'
import { storeSettings } from '../settings/store.ts'
import { initialWelcome } from '../settings/welcome.ts'
import { createUser, type PlannedUser, planUser } from '../users/create-user.ts'
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
 *
 * @param hash hashes the administrator's password; tests set up many forums and hash it once
 */
export async function installForum(
  context: Context,
  installation: Installation,
  hash = hashPassword,
): Promise<{ userId: number }> {
  const user = await planInstallation(context, installation)
  const password = await hash(user.password)
  return context.forum.write(context, async (writing) => {
    await context.forum.database.dialect.lock(writing.db, 'installation')
    const stored = await writing.db
      .selectFrom('settings')
      .select('key')
      .where('key', '=', 'version')
      .execute()
    if (stored.length > 0) throw conflict()
    await storeSettings(writing.db, initialSettings(writing, cleanName(installation.title)))
    const { id } = await createUser(writing, user, { password }, [administrators])
    await writing.emit('forum.installed', { title: installation.title })
    return { userId: id }
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

/** Checks all values, and returns the administrator. Throws a validation error with all problems, the title's first. */
async function planInstallation(context: Context, installation: Installation): Promise<PlannedUser> {
  const { adminUsername: username, adminEmail: email, adminPassword: password } = installation
  const input = { attributes: { username, email, password }, relationships: {}, meta: {} }
  const title = nameText({ max: 100 }).safeParse(installation.title)
  const problems = title.success ? [] : problemsOf(title.error, 'title', translatorOf(context))
  return planUser(context, input, { isEmailConfirmed: true, problems })
}
