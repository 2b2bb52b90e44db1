import { defineExtension } from '@parley/server'

export type * from './shared.ts'

/** Posts show cards in place of bare links. */
export default defineExtension({})
