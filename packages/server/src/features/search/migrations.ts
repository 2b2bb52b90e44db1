import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'
import { postIndex, titleIndex } from './index-rows.ts'
import '../../engine/queue/table.ts'
import { indexAll, reindexJob } from './rebuild.ts'

const fullText: Migration = {
  async up({ db, dialect }) {
    await dialect.fullText.prepare(db)
    await dialect.fullText.createIndex(db, titleIndex, 'discussions')
    await dialect.fullText.createIndex(db, postIndex, 'posts')
    await indexAll({ db, dialect })
  },
  async down({ db, dialect }) {
    await dialect.fullText.dropIndex(db, postIndex)
    await dialect.fullText.dropIndex(db, titleIndex)
    await dialect.fullText.unprepare(db)
  },
}

/** Adds a vocabulary on every database, whole titles, and `ue` for `ü`. A job indexes the existing rows again. */
const vocabulary: Migration = {
  async up({ db, dialect }) {
    await dialect.fullText.prepare(db)
    const discussion = await db.selectFrom('discussions').select('id').limit(1).executeTakeFirst()
    if (!discussion) return
    const now = new Date().toISOString()
    await db
      .insertInto('jobs')
      .values({ name: reindexJob, key: reindexJob, due_at: now, created_at: now })
      .onConflict((conflict) => conflict.columns(['name', 'key']).where('lease', 'is', null).doNothing())
      .execute()
  },
  async down({ db }) {
    await db.deleteFrom('jobs').where('name', '=', reindexJob).execute()
  },
}

/** Indexes of earlier versions merged hundreds of pages at the end of a single transaction. */
const smallMerges: Migration = {
  async up({ db, dialect }) {
    await dialect.fullText.mergeInSteps(db, titleIndex, 'discussions')
    await dialect.fullText.mergeInSteps(db, postIndex, 'posts')
  },
  async down({ db, dialect }) {
    await dialect.fullText.mergeAtOnce(db, titleIndex)
    await dialect.fullText.mergeAtOnce(db, postIndex)
  },
}

export const searchMigrations = {
  '001_full_text': fullText,
  '002_vocabulary': vocabulary,
  '003_small_merges': smallMerges,
}
