/** Tokens that confirm addresses. */
export interface EmailTokenTable {
  /** SHA-256 of the token in hexadecimal. Only the mail holds the token itself. */
  token_hash: string
  /** The recipient's address: the account's current or future one. */
  email: string
  user_id: number
  created_at: string
  /** When it has confirmed the address: it does nothing any more, and its link says so. */
  used_at: string | null
}

/** Tokens that let a user choose a new password. */
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
