declare module 'commonmark-spec' {
  /** One example of the specification; tabs are written as arrows. */
  export interface Example {
    number: number
    section: string
    markdown: string
    html: string
  }
  export const tests: readonly Example[]
}
