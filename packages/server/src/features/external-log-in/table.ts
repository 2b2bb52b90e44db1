import type { Generated } from 'kysely'

/** Accounts of other sites that belong to accounts here. */
export interface LoginProviderTable {
  id: Generated<number>
  user_id: number
  /** Who vouches: `github`. */
  provider: string
  /** The account's name or number there. */
  identifier: string
  created_at: string
  last_login_at: string | null
}

/** Somebody whom another site has vouched for and who has no account here yet. */
export interface RegistrationTokenTable {
  /** SHA-256 of the token in hexadecimal. */
  token_hash: string
  provider: string
  identifier: string
  /** JSON of `ProvidedAttributes`. */
  user_attributes: string
  /** JSON of whatever the provider's extension wants to know again once there is an account. */
  payload: string | null
  created_at: string
}

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    login_providers: LoginProviderTable
    registration_tokens: RegistrationTokenTable
  }
}
