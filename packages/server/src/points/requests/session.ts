import type { Problem } from '../../infrastructure/errors.ts'

/** The visitor's session, which cookies store. */
export interface Session {
  /** The token that unsafe requests of this session must send. For a page its text differs each time it is read. */
  readonly csrfToken: string
  /** Id of the access token that the session is bound to; undefined for guests and header authentication. */
  readonly accessTokenId: number | undefined
  /** Whether `token` is a `csrfToken` of this session; compares in constant time. */
  accepts(token: unknown): boolean
  /** Signs a text for this session while it is bound to its access token; undefined without one. */
  sign(text: string): string | undefined
  /** Whether this session has signed the text; compares in constant time. */
  hasSigned(text: string, signature: string): boolean
  /** Binds a new session to an access token; `remember` keeps it beyond the browser's session. */
  logIn(token: string, remember: boolean): void
  /** Clears the session and its cookies. */
  logOut(): void
  /** Stores the problems of a form for the page to which the answer redirects. */
  flash(problems: readonly Problem[]): void
  /** Returns and clears the stored problems. */
  takeFlash(): readonly Problem[]
}
