import type { BoundedCount } from '@parley/shared'
import type { ReactNode } from 'react'
import type { CountedListState } from '../../../base/lists/use-list-totals.ts'
import { useSessionUser } from '../../../base/records/use-forum.ts'
import { useRecords } from '../../../base/records/use-record.ts'
import { useEntryState } from '../../../base/router/entry.ts'
import { useApp } from '../../../points/app-context.ts'
import { type CountKeys, countText, discussionCount } from '../count-text.ts'
import { unreadCount } from '../read-state.ts'

interface IndexCountProps {
  list: CountedListState
}

/** Beside the heading: the number of unread posts of a member, else the number of discussions. */
export function IndexCount({ list }: IndexCountProps): ReactNode {
  const app = useApp()
  const unread = useUnreadTotal(list)
  const { rows } = list
  if (unread !== undefined && unread.count > 0) return <small>{countText(app, unread, unreadPosts)}</small>
  return rows && rows.count > 0 && <small>{countText(app, rows, discussionCount)}</small>
}

const unreadPosts: CountKeys = ['core.forum.index.unread_text', 'core.forum.index.unread_more_text']

/** The unread posts of the totals, less those that were read since in the rows that were there then. */
function useUnreadTotal({ totals, ids }: CountedListState): BoundedCount | undefined {
  const { store } = useApp()
  const viewer = useSessionUser()
  // Renders again when one of the rows is read.
  useRecords('discussions', ids)
  const countRows = (rows: readonly string[]) =>
    rows.reduce((sum, id) => {
      const discussion = store.get('discussions', id)
      return discussion ? sum + unreadCount(discussion, viewer) : sum
    }, 0)
  const markedAt = viewer?.markedAllAsReadAt
  const begin = () => ({ totals, ids, unread: countRows(ids), markedAt })
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
  const read = first.unread - countRows(first.ids)
  return { ...total, count: Math.max(0, total.count - Math.max(0, read)) }
}
