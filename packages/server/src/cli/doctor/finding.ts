/** Result of one check. */
export interface Finding {
  state: 'ok' | 'warn' | 'fail'
  /** What was found, with advice where no `advice` stands beside it. */
  text: string
  /** What to do. */
  advice?: string
}
