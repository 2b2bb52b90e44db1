import type { BoundedCount } from '@parley/shared'
import type { Context } from '../../../points/context/context.ts'
import { candidatesOf, conditionsOf, type Selection } from './selection.ts'
import { type Walked, walk } from './walk.ts'

/** Counting stops here. */
const maximumCounted = 1000

/** Finds the next selected users by ascending id, behind `after`. A page may be short although `next` leads on. */
export async function selectedUsers(
  context: Context,
  selection: Selection,
  { after, limit }: { after: number; limit: number },
): Promise<Walked> {
  return walk(context, {
    ranges: [{}],
    conditions: conditionsOf(selection, context, { withSearch: true }),
    candidates: await candidatesOf(selection, context, { withSearch: true }),
    after: [0, null, after],
    limit,
  })
}

/** Counts the selected users, up to a limit; `hasMore` if there may be others. */
export async function countSelected(context: Context, selection: Selection): Promise<BoundedCount> {
  const { rows, next } = await selectedUsers(context, selection, { after: 0, limit: maximumCounted })
  return { count: rows.length, hasMore: next !== undefined }
}
