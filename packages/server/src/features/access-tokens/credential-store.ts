import type { Credential, CredentialStore, Identity } from '../../engine/http/session/request-session.ts'
import { BoundedMap } from '../../infrastructure/db/bounded-map.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import type { ClientInfo, Forum } from '../../points/context/context.ts'
import { type AccountRow, actorOf, selectAccounts } from '../groups/account-rows.ts'
import { activity, unitsOfVisit } from '../statistics/activity.ts'
import { type CountChange, changesAt, storeChanges } from '../statistics/counts.ts'
import { findApiKey } from './api-keys.ts'
import { hashToken, isAlive, isSessionToken, recordUse } from './tokens.ts'

/** A token, key or account that a request uses, with the stored time of its last use. */
interface Use {
  kind: 'token' | 'apiKey' | 'account'
  id: number
  storedAt: string | null
}

/** A credential with the rows whose use is recorded. */
interface StoredCredential extends Credential {
  uses: readonly Use[]
}

/** Minimum interval between two writes of a time of use (api-core 4.5). */
const writeIntervalMs = { token: 90_000, apiKey: 90_000, account: 180_000 }
const hourMs = 3_600_000

/** Finds accounts by access tokens and API keys, and records their use. */
export function createCredentialStore(): CredentialStore {
  // Concurrent requests all read the old times; only one of them writes.
  const lastWrites = new BoundedMap<string, number>(10_000)
  const isDue = ({ kind, id, storedAt }: Use, now: number): boolean => {
    // A time in the future is overwritten, too: the clock was set back.
    if (storedAt !== null && isRecent(kind, Date.parse(storedAt), now)) return false
    const key = `${kind} ${id}`
    const last = lastWrites.get(key)
    if (last !== undefined && now >= last && isRecent(kind, last, now)) return false
    lastWrites.set(key, now)
    return true
  }
  return {
    byToken,
    byApiKey,
    touch(forum, credential, client, now) {
      const dueUses = (credential as StoredCredential).uses.filter((use) => isDue(use, now.getTime()))
      if (dueUses.length > 0)
        forum.inBackground('Recording the use of credentials', writeUses(forum, dueUses, client, now))
    },
  }
}

/** Whether a time of use is recent enough to stay. An account is active in every hour that it visits: statistics count that. */
function isRecent(kind: Use['kind'], last: number, now: number): boolean {
  if (Math.abs(now - last) > writeIntervalMs[kind]) return false
  return kind !== 'account' || Math.floor(now / hourMs) <= Math.floor(last / hourMs)
}

async function byToken(forum: Forum, token: string, now: Date): Promise<StoredCredential | undefined> {
  const rows = await selectAccounts({ db: forum.database.read, forum })
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
    ...identityOf(forum, rows),
    token: { id: row.token_id, isSession: isSessionToken(row), isRemember: row.type === 'session_remember' },
    uses: [{ kind: 'token', id: row.token_id, storedAt: row.last_activity_at }, accountUse(row)],
  }
}

async function byApiKey(
  forum: Forum,
  value: string,
  userId: number | undefined,
): Promise<StoredCredential | undefined> {
  const db = forum.database.read
  const key = await findApiKey(db, value)
  if (!key) return undefined
  const use: Use = { kind: 'apiKey', id: key.id, storedAt: key.last_activity_at }
  const actsAs = key.user_id ?? userId
  const rows =
    actsAs === undefined ? [] : await selectAccounts({ db, forum }).where('users.id', '=', actsAs).execute()
  const [row] = rows
  return {
    isApiKey: true,
    apiKeyId: key.id,
    ...identityOf(forum, rows),
    uses: row ? [use, accountUse(row)] : [use],
  }
}

function identityOf(forum: Forum, rows: readonly AccountRow[]): { identity?: Identity } {
  const actor = actorOf(forum, rows)
  return actor ? { identity: { actor, locale: localeOf(rows[0]?.preferences ?? null) } } : {}
}

function accountUse({ id, last_seen_at }: AccountRow): Use {
  return { kind: 'account', id, storedAt: last_seen_at }
}

async function writeUses(forum: Forum, uses: readonly Use[], client: ClientInfo, now: Date): Promise<void> {
  const time = now.toISOString()
  // The account's row first: all transactions lock in this order.
  const ordered = [...uses].sort((a, b) => Number(b.kind === 'account') - Number(a.kind === 'account'))
  await forum.database.transaction(async (db) => {
    const counted: CountChange[] = []
    for (const { kind, id } of ordered) {
      if (kind === 'token') await recordUse(db, id, { client, now })
      else if (kind === 'apiKey')
        await db.updateTable('api_keys').set({ last_activity_at: time }).where('id', '=', id).execute()
      else counted.push(...(await recordVisit(forum, db, id, now)))
    }
    await storeChanges(db, forum.database.dialect, counted)
  })
}

/** Stores the time of an account's visit. Returns what it changes in the statistics. */
async function recordVisit(
  { database: { dialect } }: Forum,
  db: Queries,
  id: number,
  now: Date,
): Promise<CountChange[]> {
  const former = await db
    .selectFrom('users')
    .select('last_seen_at')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .modifyEnd(dialect.forUpdate)
    .executeTakeFirst()
  if (!former) return []
  const visit = now.toISOString()
  const { last_seen_at } = former
  // Another request of the account, a moment later, was recorded before this one.
  const isOutdated =
    last_seen_at !== null && last_seen_at > visit && isRecent('account', Date.parse(last_seen_at), +now)
  if (isOutdated) return []
  await db.updateTable('users').set({ last_seen_at: visit }).where('id', '=', id).execute()
  return changesAt({
    series: activity,
    at: visit,
    change: 1,
    now,
    units: unitsOfVisit(last_seen_at, visit),
  })
}

function localeOf(preferences: string | null): string | null {
  if (preferences === null) return null
  const { locale } = JSON.parse(preferences) as { locale?: unknown }
  return typeof locale === 'string' ? locale : null
}
