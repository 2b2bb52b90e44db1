import type { Generated, Selectable } from 'kysely'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import { hashToken } from './tokens.ts'

/** Keys of programs that the forum's operator trusts. They are valid until they are revoked. */
export interface ApiKeyTable {
  id: Generated<number>
  /** SHA-256 of the key in hexadecimal; the key itself is not stored. */
  key_hash: string
  title: string | null
  /** The account that the key acts as; null for a master key, with which each request names the account. */
  user_id: number | null
  created_at: string
  last_activity_at: string | null
}

export type ApiKeyRow = Selectable<ApiKeyTable>

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    api_keys: ApiKeyTable
  }
}

export interface NewApiKey {
  title?: string
  userId?: number
  now: Date
}

/** Makes an API key and returns it; the database keeps only its hash. */
export async function createApiKey(
  db: Queries,
  { title, userId, now }: NewApiKey,
): Promise<{ id: number; key: string }> {
  const key = randomText(40)
  const { id } = await db
    .insertInto('api_keys')
    .values({
      key_hash: hashToken(key),
      title: title ?? null,
      user_id: userId ?? null,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, key }
}

export function findApiKey(db: Queries, key: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_keys').selectAll().where('key_hash', '=', hashToken(key)).executeTakeFirst()
}
