/** What proves that somebody reads an address. */
export interface EmailTokenTable {
  /** SHA-256 of the token in hexadecimal, as of all tokens here: the token itself is only in the mail. */
  token_hash: string
  /** The address it was sent to: the account's own, or the one that it will have. */
  email: string
  user_id: number
  created_at: string
}

/** What lets somebody choose a new password. */
export interface PasswordTokenTable {
  token_hash: string
  user_id: number
  created_at: string
}

declare module '../../infrastructure/db/tables.ts' {
  interface Tables {
    email_tokens: EmailTokenTable
    password_tokens: PasswordTokenTable
  }
}
