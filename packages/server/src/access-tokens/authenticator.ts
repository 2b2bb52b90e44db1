import type { ClientInfo, Forum } from '../context.ts'
import { BoundedMap } from '../db/bounded-map.ts'
import type { Authenticator, Identity } from '../http/visit.ts'
import { hashToken, isAlive, usedBy } from './tokens.ts'

const activityEveryMs = 90_000
const seenEveryMs = 180_000

/** An identity with what is known of its last use. */
interface KnownIdentity extends Identity {
  lastActivityAt: string | null
  lastSeenAt: string | null
}

/** Finds accounts by access tokens, and notes when tokens are used. */
export function createAuthenticator(): Authenticator {
  // Requests that come at the same time all read the old times; one of them writes.
  const noted = new BoundedMap<number, number>(10_000)
  return {
    identify,
    touch(forum, identity, client, now) {
      const known = identity as KnownIdentity
      const time = now.getTime()
      const isTokenDue = isOlder(known.lastActivityAt, time, activityEveryMs)
      const isAccountDue = isOlder(known.lastSeenAt, time, seenEveryMs)
      if (!isTokenDue && !isAccountDue) return
      const last = noted.get(known.tokenId)
      if (last !== undefined && time - last < activityEveryMs && time >= last) return
      noted.set(known.tokenId, time)
      forum.inBackground('Noting the use of an access token', touch(forum, known, client, now))
    },
  }
}

async function identify(forum: Forum, token: string, now: Date): Promise<KnownIdentity | undefined> {
  const rows = await forum.database.read
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .leftJoin('group_user', 'group_user.user_id', 'users.id')
    .where('token_hash', '=', hashToken(token))
    .select([
      'access_tokens.id as token_id',
      'access_tokens.type',
      'access_tokens.created_at',
      'access_tokens.last_activity_at',
      'users.id',
      'users.is_email_confirmed',
      'users.preferences',
      'users.last_seen_at',
      'users.marked_all_as_read_at',
      'group_user.group_id',
    ])
    .execute()
  const [row] = rows
  if (!row || !isAlive(row, now)) return undefined
  return {
    tokenId: row.token_id,
    isRemember: row.type === 'session_remember',
    account: {
      id: row.id,
      isEmailConfirmed: row.is_email_confirmed,
      markedAllAsReadAt: row.marked_all_as_read_at,
    },
    groupIds: rows.flatMap(({ group_id }) => (group_id === null ? [] : [group_id])),
    locale: localeOf(row.preferences),
    lastActivityAt: row.last_activity_at,
    lastSeenAt: row.last_seen_at,
  }
}

async function touch(forum: Forum, identity: KnownIdentity, client: ClientInfo, now: Date): Promise<void> {
  const time = now.toISOString()
  await forum.database.transaction(async (db) => {
    await db
      .updateTable('access_tokens')
      .set({ last_activity_at: time, ...usedBy(client) })
      .where('id', '=', identity.tokenId)
      .execute()
    if (!isOlder(identity.lastSeenAt, now.getTime(), seenEveryMs)) return
    await db.updateTable('users').set({ last_seen_at: time }).where('id', '=', identity.account.id).execute()
  })
}

function isOlder(time: string | null, now: number, ms: number): boolean {
  return time === null || now - Date.parse(time) > ms
}

function localeOf(preferences: string | null): string | null {
  if (preferences === null) return null
  const { locale } = JSON.parse(preferences) as { locale?: unknown }
  return typeof locale === 'string' ? locale : null
}
