import { createHash } from 'node:crypto'
import { phraseOf, spellOut, termsOf } from '@parley/shared/words'
import type { Dialect } from '../../infrastructure/db/database.ts'
import { internalTermPrefix } from '../../infrastructure/db/full-text.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'

/** The tables of the full-text indexes. */
export const postIndex = 'search_posts'
export const titleIndex = 'search_titles'

/** The transaction that changes rows and their index entries together. */
export interface IndexWriter {
  db: Queries
  dialect: Dialect
}

/** Stores the index entries of comments from their sources, replacing former ones. */
export function indexPosts(
  { db, dialect }: IndexWriter,
  posts: readonly { id: number; content: string }[],
): Promise<void> {
  const rows = posts.map(({ id, content }) => ({ id, terms: termsOf(content) }))
  return dialect.fullText.store(db, postIndex, rows)
}

/** Stores the index entries of discussions from their titles, replacing former ones. */
export function indexTitles(
  { db, dialect }: IndexWriter,
  discussions: readonly { id: number; title: string }[],
): Promise<void> {
  const rows = discussions.map(({ id, title }) => ({
    id,
    terms: [...termsOf(title), ...wholeTitleTerms(title)],
  }))
  return dialect.fullText.store(db, titleIndex, rows)
}

/**
 * The terms that match a title as a whole, ignoring punctuation: one, and a second one when letters can be spelled out
 * (`ü` as `ue`). Empty for a title without words. A term has a hash of the title, which may be long.
 */
export function wholeTitleTerms(title: string): string[] {
  const phrases = new Set([phraseOf(title), phraseOf(spellOut(title))])
  phrases.delete('')
  return [...phrases].map((phrase) => {
    const hash = createHash('sha256').update(phrase).digest('hex')
    return internalTermPrefix + hash.slice(0, 12)
  })
}

/** Locks and indexes a batch of comments with higher ids. Returns the last id; undefined when none is left. */
export async function indexPostsAfter(
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

/** Does the same as `indexPostsAfter` for the titles of discussions. */
export async function indexTitlesAfter(
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
