import type { BoundedCount } from '@parley/shared'
import type { ReactNode } from 'react'
import type { PagedListState } from '../../../base/lists/use-paged-list.ts'
import { useSessionUser } from '../../../base/records/use-forum.ts'
import { useRecords } from '../../../base/records/use-record.ts'
import { useEntryState } from '../../../base/router/entry.ts'
import { useApp } from '../../../points/app-context.ts'
import { type CountKeys, countText, discussionCount } from '../count-text.ts'
import { unreadCount } from '../read-state.ts'

interface IndexCountProps {
  list: PagedListState
}

/** Beside the heading: the number of unread posts of a member, else the number of discussions. */
export function IndexCount({ list }: IndexCountProps): ReactNode {
  const app = useApp()
  const unread = useUnreadTotal(list)
  const { rows } = list.totals ?? {}
  if (unread !== undefined && unread.count > 0) return <small>{countText(app, unread, unreadPosts)}</small>
  return rows && rows.count > 0 && <small>{countText(app, rows, discussionCount)}</small>
}

const unreadPosts: CountKeys = ['core.forum.index.unread_text', 'core.forum.index.unread_more_text']

/** The unread posts of the list's answer, less those that were read since in its rows. */
function useUnreadTotal({ totals, ids }: PagedListState): BoundedCount | undefined {
  const viewer = useSessionUser()
  const discussions = useRecords('discussions', ids)
  const countRows = (rows: number) =>
    discussions.slice(0, rows).reduce((sum, discussion) => sum + unreadCount(discussion, viewer), 0)
  const markedAt = viewer?.markedAllAsReadAt
  const begin = () => ({ totals, rows: ids.length, unread: countRows(ids.length), markedAt })
  const [kept, keep] = useEntryState('index.unread', begin)
  let first = kept
  if (first.totals !== totals) {
    first = begin()
    keep(first)
  }
  const total = totals?.unreadPosts
  if (total === undefined) return undefined
  if (markedAt !== first.markedAt) return { count: 0, hasMore: false }
  // A lower bound stays one.
  if (total.hasMore) return total
  const read = first.unread - countRows(first.rows)
  return { ...total, count: Math.max(0, total.count - Math.max(0, read)) }
}
