import { sql } from 'kysely'
import type { Counter } from '../../points/counters/counters.ts'
import { blockShift } from '../posts/writing/post-rows.ts'

interface WrongBlock {
  id: number
  block: number
  stored: number
  counted: number
}

const name = 'post_blocks.count'
const block = sql`number >> ${sql.lit(blockShift)}`

/** Counts the posts of a discussion by blocks of post numbers. An empty block may have a row or none. */
export const postBlocks: Counter = {
  name,
  table: 'discussions',
  async differences({ dialect, read }, ids) {
    const inDiscussions = dialect.idIn(sql.ref<number>('discussion_id'), ids)
    const { rows } = await sql<WrongBlock>`
      select coalesce(kept.discussion_id, found.discussion_id) as id, coalesce(kept.block, found.block) as block,
        coalesce(kept.count, 0) as stored, coalesce(found.count, 0) as counted
      from (select discussion_id, block, count from post_blocks where ${inDiscussions}) as kept
      full join (
        select discussion_id, ${block} as block, count(*) as count from posts where ${inDiscussions} group by 1, 2
      ) as found on found.discussion_id = kept.discussion_id and found.block = kept.block
      where coalesce(kept.count, 0) <> coalesce(found.count, 0)
      order by 1, 2`.execute(read)
    return rows.map((row) => ({
      counter: name,
      id: row.id,
      stored: `${row.stored} in block ${row.block}`,
      counted: String(row.counted),
    }))
  },
  async repair(db, { dialect }, ids) {
    const inDiscussions = dialect.idIn(sql.ref<number>('discussion_id'), ids)
    await sql`delete from post_blocks where ${inDiscussions}`.execute(db)
    await sql`insert into post_blocks (discussion_id, block, count)
      select discussion_id, ${block}, count(*) from posts where ${inDiscussions} group by 1, 2`.execute(db)
  },
}
