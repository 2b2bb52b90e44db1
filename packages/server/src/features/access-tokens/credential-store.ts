import type { Credential, CredentialStore, Identity } from '../../engine/http/session/request-session.ts'
import { BoundedMap } from '../../infrastructure/db/bounded-map.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import type { ClientInfo, Forum } from '../../points/context/context.ts'
import { findApiKey } from './api-keys.ts'
import { hashToken, isAlive, isSessionToken, noteUse } from './tokens.ts'

/** Something that a request uses, and when that was last noted. */
interface Use {
  what: 'token' | 'apiKey' | 'account'
  id: number
  notedAt: string | null
}

/** A proof with what it uses. */
interface KnownProof extends Credential {
  uses: readonly Use[]
}

/** How old a noted time gets before it is noted anew (api-core 4.5). */
const patienceMs = { token: 90_000, apiKey: 90_000, account: 180_000 }

/** Finds accounts by access tokens and API keys, and notes when these are used. */
export function createCredentialStore(): CredentialStore {
  // Requests that come at the same time all read the old times; one of them writes.
  const noted = new BoundedMap<string, number>(10_000)
  const isDue = ({ what, id, notedAt }: Use, now: number): boolean => {
    // A time from the future is noted anew, too: the clock was set back since.
    if (notedAt !== null && Math.abs(now - Date.parse(notedAt)) <= patienceMs[what]) return false
    const key = `${what} ${id}`
    const last = noted.get(key)
    if (last !== undefined && now >= last && now - last <= patienceMs[what]) return false
    noted.set(key, now)
    return true
  }
  return {
    byToken,
    byApiKey,
    touch(forum, proof, client, now) {
      const due = (proof as KnownProof).uses.filter((use) => isDue(use, now.getTime()))
      if (due.length > 0) forum.inBackground('Noting who was here', note(forum, due, client, now))
    },
  }
}

async function byToken(forum: Forum, token: string, now: Date): Promise<KnownProof | undefined> {
  const rows = await accounts(forum.database.read)
    .innerJoin('access_tokens', 'access_tokens.user_id', 'users.id')
    .where('access_tokens.token_hash', '=', hashToken(token))
    .select([
      'access_tokens.id as token_id',
      'access_tokens.type',
      'access_tokens.created_at',
      'access_tokens.last_activity_at',
    ])
    .execute()
  const [row] = rows
  if (!row || !isAlive(row, now)) return undefined
  return {
    identity: identityOf(row, rows),
    token: { id: row.token_id, isSession: isSessionToken(row), isRemember: row.type === 'session_remember' },
    uses: [{ what: 'token', id: row.token_id, notedAt: row.last_activity_at }, accountUse(row)],
  }
}

async function byApiKey(
  forum: Forum,
  value: string,
  userId: number | undefined,
): Promise<KnownProof | undefined> {
  const db = forum.database.read
  const key = await findApiKey(db, value)
  if (!key) return undefined
  const use: Use = { what: 'apiKey', id: key.id, notedAt: key.last_activity_at }
  const actsAs = key.user_id ?? userId
  const rows = actsAs === undefined ? [] : await accounts(db).where('users.id', '=', actsAs).execute()
  const [row] = rows
  return {
    isApiKey: true,
    ...(row && { identity: identityOf(row, rows) }),
    uses: row ? [use, accountUse(row)] : [use],
  }
}

/** Accounts, a row for each of their groups. */
function accounts(db: Queries) {
  return db
    .selectFrom('users')
    .leftJoin('group_user', 'group_user.user_id', 'users.id')
    .leftJoin('groups', (join) =>
      join.onRef('groups.id', '=', 'group_user.group_id').on('groups.deleted_at', 'is', null),
    )
    .select([
      'users.id',
      'users.is_email_confirmed',
      'users.preferences',
      'users.last_seen_at',
      'users.marked_all_as_read_at',
      'groups.id as group_id',
    ])
    .where('users.deleted_at', 'is', null)
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof accounts>['execute']>>[number]

function identityOf(row: AccountRow, rows: readonly AccountRow[]): Identity {
  return {
    account: {
      id: row.id,
      isEmailConfirmed: row.is_email_confirmed,
      markedAllAsReadAt: row.marked_all_as_read_at,
    },
    groupIds: rows.flatMap(({ group_id }) => (group_id === null ? [] : [group_id])),
    locale: localeOf(row.preferences),
  }
}

function accountUse({ id, last_seen_at }: AccountRow): Use {
  return { what: 'account', id, notedAt: last_seen_at }
}

async function note(forum: Forum, uses: readonly Use[], client: ClientInfo, now: Date): Promise<void> {
  const time = now.toISOString()
  // The account before what belongs to it, as everywhere.
  const ordered = [...uses].sort((a, b) => Number(b.what === 'account') - Number(a.what === 'account'))
  await forum.database.transaction(async (db) => {
    for (const { what, id } of ordered) {
      if (what === 'token') await noteUse(db, id, { client, now })
      else if (what === 'apiKey')
        await db.updateTable('api_keys').set({ last_activity_at: time }).where('id', '=', id).execute()
      else await db.updateTable('users').set({ last_seen_at: time }).where('id', '=', id).execute()
    }
  })
}

function localeOf(preferences: string | null): string | null {
  if (preferences === null) return null
  const { locale } = JSON.parse(preferences) as { locale?: unknown }
  return typeof locale === 'string' ? locale : null
}
