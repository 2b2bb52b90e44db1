import { defineExtension } from '@parley/server'

/** Pages reach below the notch of a phone, where a bar of the extension keeps clear of it. */
export default defineExtension({ viewport: ['viewport-fit=cover'] })
