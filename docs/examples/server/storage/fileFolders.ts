import { defineExtension } from '@parley/server'

/** Scans are below `/assets/scans`, and go with all that the extension has stored. */
export default defineExtension({ fileFolders: ['scans'] })
