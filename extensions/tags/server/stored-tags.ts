import { type Context, memoryTableChanged } from '@parley/server'
import { sql } from 'kysely'
import type { TagRow } from '../contract/tables.ts'
import { updateCounts } from './counts/update-counts.ts'

/** A forum of a test. */
interface TestedForum {
  current: Context['forum']
  asSystem(): Context
}

/** Stores tags for a test. By default they are secondary, and named after their ids. */
export function storeTags(
  { current, asSystem }: TestedForum,
  tags: readonly (Partial<TagRow> & { id: number })[],
): Promise<void> {
  return current.write(asSystem(), async (writing) => {
    for (const tag of tags) {
      const { id } = tag
      await writing.db
        .insertInto('tags')
        .values({ name: `Tag ${id}`, slug: `tag-${id}`, ...tag })
        .execute()
    }
    // PostgreSQL does not count ids that were given.
    if (current.database.dialect.name === 'postgres')
      await sql`select setval(pg_get_serial_sequence('tags', 'id'), (select max(id) from tags))`.execute(
        writing.db,
      )
    await memoryTableChanged(writing, 'tags')
  })
}

/**
 * Stores the tags of the contract's tests beside the first one: 2 with the children 3, 4 and 5, 6 with 7 and 8, and 12 with
 * 13 are primary, as is 14; 9 to 11 are secondary. 5, 6, 8, 11, 12 and 14 are restricted.
 */
export function storeContractTags(forum: TestedForum): Promise<void> {
  const restricted = { is_restricted: true }
  return storeTags(forum, [
    { id: 2, position: 1 },
    { id: 3, position: 0, parent_id: 2 },
    { id: 4, position: 1, parent_id: 2 },
    { id: 5, position: 2, parent_id: 2, ...restricted },
    { id: 6, position: 2, ...restricted },
    { id: 7, position: 0, parent_id: 6 },
    { id: 8, position: 1, parent_id: 6, ...restricted },
    { id: 9 },
    { id: 10 },
    { id: 11, ...restricted },
    { id: 12, position: 3, ...restricted },
    { id: 13, position: 0, parent_id: 12 },
    { id: 14, position: 4, ...restricted },
  ])
}

/** Gives a stored discussion its tags. */
export function putTags(
  { current, asSystem }: TestedForum,
  { id, created_at }: { id: number; created_at: string },
  tagIds: readonly number[],
): Promise<void> {
  return current.write(asSystem(), async (writing) => {
    for (const tag_id of tagIds)
      await writing.db
        .insertInto('discussion_tag')
        .values({
          discussion_id: id,
          tag_id,
          created_at,
          started_at: created_at,
          is_counted: false,
          comment_count: 0,
        })
        .execute()
    await updateCounts(writing, id)
  })
}

/** The identifiers of tags for a request. */
export function tagsOf(ids: readonly (number | string)[]): {
  tags: { data: { type: 'tags'; id: string }[] }
} {
  return { tags: { data: ids.map((id) => ({ type: 'tags', id: String(id) })) } }
}
