import type { Generated } from 'kysely'

/** Accounts at other sites that are linked to accounts here. */
export interface LoginProviderTable {
  id: Generated<number>
  user_id: number
  /** Name of the site's extension: `github`. */
  provider: string
  /** The account's name or number there. */
  identifier: string
  created_at: string
  last_login_at: string | null
}

/** Verified identities at other sites that have no account here yet. */
export interface RegistrationTokenTable {
  /** SHA-256 of the token in hexadecimal. */
  token_hash: string
  provider: string
  identifier: string
  /** JSON of `ProvidedAttributes`. */
  user_attributes: string
  /** JSON of data that the provider's extension gets back after registration. */
  payload: string | null
  created_at: string
}

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    login_providers: LoginProviderTable
    registration_tokens: RegistrationTokenTable
  }
}
