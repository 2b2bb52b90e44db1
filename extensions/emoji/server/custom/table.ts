import type { Generated, MemoryTable, Migration } from '@parley/server'
import { sql } from '@parley/server'
import { type CustomEmoji, mostCustomEmoji } from '../../shared/custom.ts'

interface CustomEmojiTable extends CustomEmoji {
  id: Generated<number>
}

/** A row of the custom emoji. */
export interface CustomEmojiRow extends CustomEmoji {
  id: number
}

declare module '@parley/server' {
  interface Tables {
    custom_emojis: CustomEmojiTable
  }

  interface ResourceRows {
    emojis: CustomEmojiRow
  }

  interface ResourceTables {
    emojis: 'custom_emojis'
  }

  interface MemoryTableValues {
    customEmoji: readonly CustomEmojiRow[]
  }
}

export const customEmojiMigration: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`create table custom_emojis (
      id ${types.id},
      title ${types.text},
      text_to_replace ${types.text} not null,
      path ${types.text} not null
    )`.execute(db)
  },
  async down({ db }) {
    await sql`drop table custom_emojis`.execute(db)
  },
}

/** All custom emoji, by ascending id: posts are read with them. */
export const customEmojiInMemory: MemoryTable<readonly CustomEmojiRow[]> = {
  table: 'custom_emojis',
  maximum: mostCustomEmoji,
  shape: (rows) => rows,
}
