import { defineExtension } from '../extension.ts'
import { accessTokenMigrations } from './migrations.ts'
import './table.ts'

/** Access tokens: what sessions and programs prove themselves with. */
export const accessTokensFeature = defineExtension({
  migrations: accessTokenMigrations,
  permissions: { createAccessToken: {}, moderateAccessTokens: {} },
})
