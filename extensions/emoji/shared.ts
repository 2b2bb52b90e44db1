import type {} from '@parley/shared'

declare module '@parley/shared' {
  interface Forum {
    /** Whether emoji are shown as pictures (`twemoji`) or as the reader's device draws them (`native`). */
    'flamoji.emoji_style'?: string
  }
}
