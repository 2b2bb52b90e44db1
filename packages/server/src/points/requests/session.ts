import type { Problem } from '../../infrastructure/errors.ts'

/** The visitor's session, as cookies hold it. */
export interface Session {
  /** What unsafe requests of this session must send: for a page, another text each time it is asked for. */
  readonly csrfToken: string
  /** Id of the access token that the session is bound to; undefined for guests and header authentication. */
  readonly accessTokenId: number | undefined
  /** Whether `token` is a `csrfToken` of this session; takes the same time for every wrong one. */
  accepts(token: unknown): boolean
  /** Binds a fresh session to an access token; `remember` keeps it beyond the browser's session. */
  logIn(token: string, remember: boolean): void
  /** Empties the session and forgets the visitor. */
  logOut(): void
  /** Keeps what is wrong with a form for the page that the answer leads to. */
  flash(problems: readonly Problem[]): void
  /** What was kept for this page; empty when it is shown again. */
  takeFlash(): readonly Problem[]
}
