import { fold, type Generated, type Migration, sql } from '@parley/server'
import { skeletonOf } from './skeleton.ts'

declare module '@parley/server' {
  interface UserTable {
    /** The name that is shown in place of the username; null without one. */
    nickname: Generated<string | null>
    /** The nickname by `fold`, for searches and comparisons. */
    nickname_folded: Generated<string | null>
    /** The nickname by `skeletonOf`: nicknames that look alike have the same. */
    nickname_skeleton: Generated<string | null>
  }
}

const compared = ['nickname_folded', 'nickname_skeleton'] as const

export const nicknameColumn: Migration = {
  async up({ db, dialect: { types } }) {
    for (const column of ['nickname', ...compared])
      await sql`alter table users add column ${sql.id(column)} ${types.text}`.execute(db)
    for (const column of compared)
      await sql`create index ${sql.id(`users_${column}`)} on users (${sql.id(column)}, id)`.execute(db)
  },
  async down({ db }) {
    for (const column of compared) await sql`drop index ${sql.id(`users_${column}`)}`.execute(db)
    for (const column of ['nickname', ...compared])
      await sql`alter table users drop column ${sql.id(column)}`.execute(db)
  },
}

/** The columns that store a nickname; null removes it. */
export function nicknameColumns(nickname: string | null) {
  return {
    nickname,
    nickname_folded: nickname && fold(nickname),
    nickname_skeleton: nickname && skeletonOf(nickname),
  }
}
