import { sql } from 'kysely'
import type { Context } from '../../points/context/context.ts'
import type { ComparedTexts, FoundRows } from './rank.ts'

/** The numbers of titles and comments whose texts are compared, and of characters of each text. */
const comparedTitles = 100
const comparedPosts = 60
const comparedCharacters = 2000

/** Reads the texts of the best rows. */
export async function readBestTexts({ titles, posts }: FoundRows, context: Context): Promise<ComparedTexts> {
  const idsOf = (rows: FoundRows['titles'], limit: number) => rows.slice(0, limit).map(({ row }) => row.id)
  const [ofTitles, ofPosts] = await Promise.all([
    readTexts(context, 'discussions', idsOf(titles, comparedTitles)),
    readTexts(context, 'posts', idsOf(posts, comparedPosts)),
  ])
  return { titles: ofTitles, posts: ofPosts }
}

async function readTexts(
  { forum }: Context,
  table: 'discussions' | 'posts',
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { slowQueries, dialect } = forum.database
  const column = sql.ref(table === 'discussions' ? 'title' : 'content')
  const text = sql<string>`substr(${column}, 1, ${sql.lit(comparedCharacters)})`
  const rows = await slowQueries
    .selectFrom(table)
    .select(['id', text.as('text')])
    .where(dialect.idIn(sql.ref('id'), ids))
    .execute()
  return new Map(rows.map(({ id, text }) => [id, text]))
}
