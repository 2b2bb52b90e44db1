import type { Generated, Selectable } from 'kysely'

export type AccessTokenType = 'session' | 'session_remember' | 'developer'

export interface AccessTokenTable {
  id: Generated<number>
  /** SHA-256 of the token in hexadecimal, the lookup key. */
  token_hash: string
  /** The sealed token, for developer tokens only: their owner may see them again. */
  sealed_token: string | null
  user_id: number
  type: AccessTokenType
  title: string | null
  created_at: string
  last_activity_at: string | null
  last_ip_address: string | null
  last_user_agent: string | null
}

export type AccessTokenRow = Selectable<AccessTokenTable>

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    access_tokens: AccessTokenTable
  }
}

declare module '../../points/resources/resource-rows.ts' {
  interface ResourceRows {
    'access-tokens': AccessTokenRow
  }
}
