/** What one check found, and what to do about it. */
export interface Finding {
  state: 'ok' | 'warn' | 'fail'
  text: string
}
