import { type Counter, type CounterDifference, columnCounter, type Queries } from '@parley/server'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

const isCounted = sql<boolean>`discussions.hidden_at is null and discussions.is_private = false
  and discussions.deleted_at is null`

const countedOfTag = sql`from discussion_tag join discussions on discussions.id = discussion_tag.discussion_id
  where discussion_tag.tag_id = tags.id and ${isCounted}`

const newestOfTag = sql`${countedOfTag} and discussions.last_posted_at is not null
  order by discussions.last_posted_at desc, discussions.id desc limit 1`

const livingTags = { rows: sql<boolean>`deleted_at is null` }

function ofNewest(column: string): RawBuilder<unknown> {
  return sql`(select ${sql.ref(`discussions.${column}`)} ${newestOfTag})`
}

const repeated = ['is_counted', 'last_posted_at', 'comment_count', 'started_at'] as const

/** What the tags of discussions repeat of them. */
const repeatedColumns: Counter = {
  name: 'discussion_tag.discussions',
  table: 'discussions',
  async differences({ read, dialect }, ids) {
    const rows = await select(read, dialect.idIn(sql.ref<number>('discussions.id'), ids))
    return rows.flatMap((row): CounterDifference[] => {
      const counted = countedValues(row)
      const isEqual = repeated.every((column) => row[column] === counted[column])
      const textOf = (values: Pick<typeof row, (typeof repeated)[number]>) =>
        repeated.map((column) => String(values[column] ?? 'nothing')).join(', ')
      if (isEqual) return []
      return [{ counter: repeatedColumns.name, id: row.id, stored: textOf(row), counted: textOf(counted) }]
    })
  },
  async repair(db, { dialect }, ids) {
    for (const row of await select(db, dialect.idIn(sql.ref<number>('discussions.id'), ids)))
      await db
        .updateTable('discussion_tag')
        .set(countedValues(row))
        .where('discussion_id', '=', row.id)
        .where('tag_id', '=', row.tag_id)
        .execute()
  },
}

function select(db: Queries, isAmong: Expression<SqlBool>) {
  return db
    .selectFrom('discussion_tag')
    .innerJoin('discussions', 'discussions.id', 'discussion_tag.discussion_id')
    .select(['discussions.id', 'discussion_tag.tag_id', 'discussions.created_at'])
    .select(['discussions.hidden_at', 'discussions.is_private', 'discussions.deleted_at'])
    .select(['discussions.last_posted_at as newest_at', 'discussions.comment_count as comments'])
    .select(repeated.map((column) => `discussion_tag.${column}` as const))
    .where(isAmong)
    .orderBy('discussions.id')
    .orderBy('discussion_tag.tag_id')
    .execute()
}

function countedValues(row: Awaited<ReturnType<typeof select>>[number]) {
  return {
    is_counted: row.hidden_at === null && !row.is_private && row.deleted_at === null,
    last_posted_at: row.newest_at,
    comment_count: row.comments,
    started_at: row.created_at,
  }
}

/** The counters of tags, and what they are made of. */
export const tagCounters: readonly Counter[] = [
  repeatedColumns,
  {
    ...columnCounter('tags', 'discussion_count', {
      discussion_count: sql`(select count(*) ${countedOfTag})`,
    }),
    ...livingTags,
  },
  {
    ...columnCounter('tags', 'last post', {
      last_posted_at: ofNewest('last_posted_at'),
      last_posted_discussion_id: ofNewest('id'),
      last_posted_user_id: ofNewest('last_posted_user_id'),
    }),
    ...livingTags,
  },
]
