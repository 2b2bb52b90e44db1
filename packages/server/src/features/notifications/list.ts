import { sql } from 'kysely'
import { type Context, unboundedReads } from '../../points/context/context.ts'
import type { FindRequest } from '../../points/resources/endpoints.ts'
import { alertTypes } from './alert-types.ts'
import { loadSubjects } from './fields.ts'
import { type NotificationState, settleState, stateColumns } from './sync/settle.ts'
import type { NotificationRow } from './table.ts'

/** The time of the last visit is stored when there are new notifications, or when the stored time is older than this. */
const seenEveryMs = 180_000

interface SeenState extends NotificationState {
  read_notifications_at: string | null
  /** The user's newest notification. */
  latest_id: number | null
}

/** Reads a page of the actor's notifications, the newest of each group, and marks the list as seen (api-core 4.11). */
export async function findNotifications(request: FindRequest, context: Context): Promise<NotificationRow[]> {
  const own = await readOwnState(context)
  if (!own) return []
  const state = await settleState(context, own)
  const types = alertTypes(state, context.forum)
  // An unfiltered first page is a bounded walk along an index.
  const isPlainFirstPage = request.offset === 0 && request.filterCondition(sql.lit(0)) === undefined
  const readContext = isPlainFirstPage ? context : { ...context, db: unboundedReads(context) }
  const rows = types.length === 0 ? [] : await pageQuery(readContext, types, request).execute()
  if (context.viewAs) return withShownSubjects(rows, context)
  await markListSeen(context, state)
  return rows
}

/** The state of the actor's notifications; undefined when the account was deleted during the request. */
function readOwnState({ db, actor }: Context): Promise<SeenState | undefined> {
  return db
    .selectFrom('users')
    .select([...stateColumns, 'read_notifications_at'])
    .select((eb) =>
      eb
        .selectFrom('notifications')
        .select((inner) => inner.fn.max('notifications.id').as('id'))
        .whereRef('notifications.user_id', '=', 'users.id')
        .as('latest_id'),
    )
    .where('id', '=', actor.id)
    .executeTakeFirst()
}

/** The rows whose subjects are visible: in a view as another nothing settles that before. */
async function withShownSubjects(rows: NotificationRow[], context: Context): Promise<NotificationRow[]> {
  const subjects = await loadSubjects(rows, context)
  return rows.filter(({ id }) => subjects.some(({ targets }) => targets.has(id)))
}

/** The query of a page. Each type is a range of the index, and the database merges the ranges: other types cost nothing. */
export function pageQuery(context: Context, types: readonly string[], request: FindRequest) {
  const [first = '', ...others] = types
  const ids = others.reduce(
    (query, type) => query.unionAll(newestOfType(context, type, request)),
    newestOfType(context, first, request),
  )
  const page = ids.orderBy('newest_id', 'desc').limit(request.limit)
  return context.db
    .selectFrom((request.offset > 0 ? page.offset(request.offset) : page).as('page'))
    .innerJoin('notifications', 'notifications.id', 'page.newest_id')
    .selectAll('notifications')
    .orderBy('page.newest_id', 'desc')
}

function newestOfType({ db, actor, forum }: Context, type: string, request: FindRequest) {
  const { filterCondition, before, offset, limit } = request
  const newest = db
    .selectFrom('notification_groups')
    .select('newest_id')
    .where('user_id', '=', actor.id)
    .where('type', '=', type)
    .where((eb) => eb('is_visible', '=', eb.lit(true)))
    .where('newest_id', '>', 0)
    .where((eb) =>
      eb.and([
        ...(before === undefined ? [] : [eb('newest_id', '<', before)]),
        ...[filterCondition(eb.ref('newest_id'))].filter((condition) => condition !== undefined),
      ]),
    )
  const { cutsPartsOfUnions } = forum.database.dialect
  const ordered = cutsPartsOfUnions ? newest.orderBy('newest_id', 'desc').limit(offset + limit) : newest
  return db.selectFrom(ordered.as('newest')).select('newest.newest_id')
}

async function markListSeen({ forum, now, actor }: Context, state: SeenState): Promise<void> {
  const { read_notifications_at: seenAt, latest_id: latest } = state
  const isRecent = seenAt !== null && now.getTime() - Date.parse(seenAt) < seenEveryMs
  if (isRecent && (latest ?? 0) <= state.seen_notification_id && state.new_notification_count === 0) return
  await forum.database.transaction((db) =>
    db
      .updateTable('users')
      .set((eb) => ({
        read_notifications_at: now.toISOString(),
        new_notification_count: 0,
        seen_notification_id: eb.fn.coalesce(
          eb
            .selectFrom('notifications')
            .select((inner) => inner.fn.max('notifications.id').as('id'))
            .where('notifications.user_id', '=', actor.id),
          eb.lit(0),
        ),
      }))
      .where('id', '=', actor.id)
      .execute(),
  )
}
