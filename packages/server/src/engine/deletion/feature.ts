import { defineExtension } from '../../points/extension.ts'
import { deletionMigrations } from './migrations.ts'
import { purgeJob, resumeJob } from './purge.ts'
import './table.ts'

/** Rows that are gone at once and removed bit by bit. */
export const deletionFeature = defineExtension({
  migrations: deletionMigrations,
  // A deletion itself changes every page: it takes away what belongs to its row, too.
  affects: { deletions: 'everything', deletion_steps: 'nothing' },
  jobs: { 'deletions.sweep': purgeJob, 'deletions.resume': resumeJob },
})
