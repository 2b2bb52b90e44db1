import type { Generated, Selectable } from 'kysely'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import { timestamp, type WriteContext } from '../../points/context/context.ts'
import type { AuditDeclarations } from '../../points/events/audit.ts'
import { writeAuditEntry } from '../audit/write-entry.ts'
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

declare module '../../points/events/audit.ts' {
  interface AuditActions {
    'apiKey.created': { title: string; account: number }
    'apiKey.revoked': { title: string; account: number }
  }
}

const fields = {
  title: { label: 'core.audit.title_label' },
  account: { label: 'core.audit.account_label' },
} as const

/** The actions on API keys. The account of a key is its id: entries about keys have no names of accounts. */
export const apiKeyActions: AuditDeclarations = {
  'apiKey.created': { text: 'core.audit.api_key_created_text', target: 'api-keys', fields },
  'apiKey.revoked': { text: 'core.audit.api_key_revoked_text', target: 'api-keys', fields },
}

export interface NewApiKey {
  title?: string
  userId?: number
}

/** Makes an API key and returns it; the database keeps only its hash. */
export async function createApiKey(
  context: WriteContext,
  { title, userId }: NewApiKey,
): Promise<{ id: number; key: string }> {
  const key = randomText(40)
  const { id } = await context.db
    .insertInto('api_keys')
    .values({
      key_hash: hashToken(key),
      title: title ?? null,
      user_id: userId ?? null,
      created_at: timestamp(context),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAuditEntry(context, 'apiKey.created', {
    target: keyTarget(id),
    changes: { title: [null, title ?? null], account: [null, userId ?? null] },
  })
  return { id, key }
}

/** Ends an API key. @returns false if there is none with this id. */
export async function revokeApiKey(context: WriteContext, id: number): Promise<boolean> {
  const revoked = await context.db
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .returning(['title', 'user_id'])
    .executeTakeFirst()
  if (!revoked) return false
  await writeAuditEntry(context, 'apiKey.revoked', {
    target: keyTarget(id),
    changes: { title: [revoked.title, null], account: [revoked.user_id, null] },
  })
  return true
}

function keyTarget(id: number): { id: number; name: string } {
  return { id, name: `#${id}` }
}

export function findApiKey(db: Queries, key: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_keys').selectAll().where('key_hash', '=', hashToken(key)).executeTakeFirst()
}
