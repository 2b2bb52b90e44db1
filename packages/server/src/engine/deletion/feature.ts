import { defineExtension } from '../../points/extension.ts'
import { deletionMigrations } from './migrations.ts'
import { purgeJob, resumeJob } from './purge.ts'
import './table.ts'

/** Deletion of rows that are invisible at once and purged in batches. */
export const deletionFeature = defineExtension({
  migrations: deletionMigrations,
  // A deletion affects every page, since it makes the children of its row invisible, too.
  affects: { deletions: 'everything', deletion_steps: 'nothing' },
  jobs: { 'deletions.sweep': purgeJob, 'deletions.resume': resumeJob },
})
