import { defineExtension } from '@parley/server'
import { mentionMigrations } from './server/migrations.ts'

export type * from './shared.ts'

/** Posts mention users, posts, groups and tags. */
export default defineExtension({
  migrations: mentionMigrations,
})
