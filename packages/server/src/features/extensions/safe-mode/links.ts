import type { Database } from '../../../infrastructure/db/database.ts'
import type { Queries } from '../../../infrastructure/db/tables.ts'
import { randomText } from '../../../infrastructure/keys/random.ts'
import { hashToken } from '../../access-tokens/tokens.ts'
import { storeSettings } from '../../settings/store.ts'
import '../../settings/table.ts'

const key = 'safe_mode_link'
const lifetimeMs = 15 * 60_000

/** Makes a link that starts the safe mode once, in the next 15 minutes; an earlier link ends. @returns its token. */
export async function createSafeModeToken(database: Database, now: Date): Promise<string> {
  const token = randomText(40)
  const expiresAt = new Date(now.getTime() + lifetimeMs).toISOString()
  await database.transaction((db) => storeSettings(db, { [key]: `${expiresAt} ${hashToken(token)}` }))
  return token
}

/** Whether the link with this token can be used now. */
export async function isSafeModeToken(db: Queries, token: string, now: Date): Promise<boolean> {
  return (await storedLink(db, token, now)) !== undefined
}

/** Uses the link with this token. @returns false if it was used or has expired. */
export async function useSafeModeToken(db: Queries, token: string, now: Date): Promise<boolean> {
  const value = await storedLink(db, token, now)
  if (value === undefined) return false
  const { numDeletedRows } = await db
    .deleteFrom('settings')
    .where('key', '=', key)
    .where('value', '=', value)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

async function storedLink(db: Queries, token: string, now: Date): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  const [expiresAt = '', hash] = row?.value?.split(' ') ?? []
  return hash === hashToken(token) && Date.parse(expiresAt) > now.getTime()
    ? (row?.value ?? undefined)
    : undefined
}
