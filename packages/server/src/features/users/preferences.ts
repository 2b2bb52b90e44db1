import type { Forum, WriteContext } from '../../points/context/context.ts'
import type { Preference } from '../../points/settings/preferences.ts'
import type { UserRow } from './table.ts'

/** The stored preferences of an account; they may include unregistered keys. */
export function storedPreferences(user: Pick<UserRow, 'preferences'>): Record<string, unknown> {
  return user.preferences === null ? {} : (JSON.parse(user.preferences) as Record<string, unknown>)
}

/** The registered preferences of an account: stored values, else defaults (api-core 4.12). */
export function preferencesOf(user: UserRow, forum: Forum): Record<string, unknown> {
  const stored = storedPreferences(user)
  return Object.fromEntries(
    [...forum.points.preferences].map(([key, preference]) => [key, storedOr(stored, key, forum, preference)]),
  )
}

/** One preference of an account. */
export function preferenceOf(user: Pick<UserRow, 'preferences'>, key: string, forum: Forum): unknown {
  return storedOr(storedPreferences(user), key, forum, forum.points.preferences.get(key))
}

function storedOr(
  stored: Readonly<Record<string, unknown>>,
  key: string,
  { settings }: Forum,
  preference?: Preference,
): unknown {
  if (!Object.hasOwn(stored, key)) return preference?.defaultBy?.(settings) ?? preference?.default
  return preference?.read ? preference.read(stored[key]) : stored[key]
}

/** The language that the user chose; undefined for none, or for one without texts. */
export function chosenLocale(user: Pick<UserRow, 'preferences'>, forum: Forum): string | undefined {
  const chosen = preferenceOf(user, 'locale', forum)
  return typeof chosen === 'string' && forum.locales.has(chosen) ? chosen : undefined
}

/** Stores one preference of an account if the account still exists. The caller has checked the value. */
export async function storePreference(
  context: WriteContext,
  userId: number,
  key: string,
  value: unknown,
): Promise<void> {
  const { db, forum } = context
  const user = await db
    .selectFrom('users')
    .select('preferences')
    .where('id', '=', userId)
    .modifyEnd(forum.database.dialect.forUpdate)
    .executeTakeFirst()
  if (!user) return
  const preferences = JSON.stringify({ ...storedPreferences(user), [key]: value })
  await db.updateTable('users').set({ preferences }).where('id', '=', userId).execute()
  await context.emit('resource.changed', { type: 'users', id: userId })
}
