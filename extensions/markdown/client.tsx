import { defineClientExtension } from '@parley/client'

/** The composer has buttons, keys and pasting for Markdown. */
export default defineClientExtension({ composer: () => import('./client/composer.ts') })
