import { defineExtension } from '@parley/server'
import { flagMigrations } from './server/migrations.ts'

export type * from './shared.ts'

/** Members report posts, and moderators look at them. */
export default defineExtension({ migrations: flagMigrations })
