/** Result of one check, with advice. */
export interface Finding {
  state: 'ok' | 'warn' | 'fail'
  text: string
}
