import { createHash } from 'node:crypto'
import { phraseOf, spellOut, termsOf } from '@parley/shared/words'
import type { Dialect } from '../../infrastructure/db/database.ts'
import { unfoldedLetter } from '../../infrastructure/db/full-text.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'

/** Indexes of full text, by what they lead to. */
export const postIndex = 'search_posts'
export const titleIndex = 'search_titles'

/** Where an index is written: in the transaction that changes what it is about. */
export interface IndexWriter {
  db: Queries
  dialect: Dialect
}

/** Makes comments found by their sources as they are now. */
export function indexPosts(
  { db, dialect }: IndexWriter,
  posts: readonly { id: number; content: string }[],
): Promise<void> {
  const rows = posts.map(({ id, content }) => ({ id, terms: termsOf(content) }))
  return dialect.fullText.store(db, postIndex, rows)
}

/** Makes discussions found by their titles as they are now. */
export function indexTitles(
  { db, dialect }: IndexWriter,
  discussions: readonly { id: number; title: string }[],
): Promise<void> {
  const rows = discussions.map(({ id, title }) => ({ id, terms: [...termsOf(title), ...wholeTerms(title)] }))
  return dialect.fullText.store(db, titleIndex, rows)
}

/**
 * The terms under which a title is found as a whole, whatever stands between its words: one, and another if it can be
 * spelled out. None for a title without words.
 */
export function wholeTerms(title: string): string[] {
  const phrases = new Set([phraseOf(title), phraseOf(spellOut(title))])
  phrases.delete('')
  return [...phrases].map((phrase) => {
    const hash = createHash('sha256').update(phrase).digest('hex')
    return unfoldedLetter + hash.slice(0, 12)
  })
}

/** Indexes a batch of stored comments behind an id, and locks them meanwhile. Returns the last of them. */
export async function indexPostsBehind(
  writer: IndexWriter,
  id: number,
  limit: number,
): Promise<number | undefined> {
  const posts = await writer.db
    .selectFrom('posts')
    .select(['id', 'content'])
    .where('id', '>', id)
    .where('type', '=', 'comment')
    .orderBy('id')
    .limit(limit)
    .modifyEnd(writer.dialect.forUpdate)
    .execute()
  await indexPosts(writer, posts)
  return posts.at(-1)?.id
}

/** As `indexPostsBehind`, for the titles of discussions. */
export async function indexTitlesBehind(
  writer: IndexWriter,
  id: number,
  limit: number,
): Promise<number | undefined> {
  const discussions = await writer.db
    .selectFrom('discussions')
    .select(['id', 'title'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .modifyEnd(writer.dialect.forUpdate)
    .execute()
  await indexTitles(writer, discussions)
  return discussions.at(-1)?.id
}
