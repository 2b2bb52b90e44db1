import { defineExtension } from '@parley/server'

/** Pages reach to the edges of the screen, where the bar keeps clear of what phones show there. */
export default defineExtension({ viewport: ['viewport-fit=cover'] })
