import type { Migration } from '../db/migrations.ts'
import { postIndex, titleIndex } from './index-rows.ts'
import { indexAll } from './rebuild.ts'

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

export const searchMigrations = { '001_full_text': fullText }
