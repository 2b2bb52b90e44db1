import { sql } from 'kysely'
import { columnOf, isVisible } from '../../../engine/jsonapi/rows.ts'
import type { Queries } from '../../../infrastructure/db/tables.ts'
import type { Context } from '../../../points/context/context.ts'
import { alertTypes } from '../alert-types.ts'
import { isUnsettled, viewerOf } from '../viewer.ts'
import { decideCovered } from './one-per-post.ts'

/** Groups that one transaction decides, and transactions that a request waits for. */
const batchSize = 1000
const batchesAtOnce = 5

/** The columns of an account about its notifications. */
export interface NotificationState {
  id: number
  preferences: string | null
  unread_notification_count: number
  new_notification_count: number
  seen_notification_id: number
  notification_viewer: string | null
  notification_check: number | null
}

export const stateColumns = [
  'id',
  'preferences',
  'unread_notification_count',
  'new_notification_count',
  'seen_notification_id',
  'notification_viewer',
  'notification_check',
] as const

/**
 * Settles the actor's notifications: decides the visibility of groups and which row about a post is listed, and sums the counts. Decides the newest groups
 * first; with very many groups, the rest continues in the background. A view as another leaves them as they are.
 */
export async function settleState<State extends NotificationState>(
  context: Context,
  state: State,
): Promise<State> {
  if (context.viewAs) return state
  let current = state
  for (let batch = 0; batch < batchesAtOnce; batch++) {
    if (!isUnsettled(current, viewerOf(context))) return current
    current = { ...current, ...(await settleBatch(context, state.id)) }
  }
  if (current.notification_check !== null)
    context.forum.inBackground('Settling notifications', settleRest(context, state.id))
  return current
}

async function settleRest(context: Context, userId: number): Promise<void> {
  for (;;) {
    const state = await settleBatch(context, userId)
    if (!state || state.notification_check === null) return
  }
}

function settleBatch(context: Context, userId: number): Promise<NotificationState | undefined> {
  const { database } = context.forum
  return database.transaction(async (db) => {
    const state = await db
      .selectFrom('users')
      .select(stateColumns)
      .where('id', '=', userId)
      .modifyEnd(database.dialect.forUpdate)
      .executeTakeFirst()
    const viewer = viewerOf(context)
    if (!state || !isUnsettled(state, viewer)) return state
    const from =
      state.notification_viewer === viewer ? state.notification_check : await highestGroupId(db, userId)
    const left = await decideBatch(context, db, userId, from ?? 0)
    if (left === null) await decideCovered({ db, forum: context.forum }, state)
    const sums = await sumCounts(context, db, state)
    const values = { ...sums, notification_viewer: viewer, notification_check: left }
    await db.updateTable('users').set(values).where('id', '=', userId).execute()
    return { ...state, ...values }
  })
}

async function highestGroupId(db: Queries, userId: number): Promise<number> {
  const { id } = await db
    .selectFrom('notification_groups')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return id ?? 0
}

interface Group {
  id: number
  subject_type: string
  subject_id: number
  is_visible: boolean
  is_stale: boolean
}

/** Decides the visibility of a batch of groups. Returns the id to continue from, or null when none is left. */
async function decideBatch(
  context: Context,
  db: Queries,
  userId: number,
  from: number,
): Promise<number | null> {
  const ofUser = db
    .selectFrom('notification_groups')
    .select(['id', 'subject_type', 'subject_id', 'is_visible', 'is_stale'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(batchSize)
  if (from > 0) {
    const groups = await ofUser.where('id', '<=', from).execute()
    await decideVisibility(context, db, groups)
    const last = groups.at(-1)
    if (last && groups.length === batchSize) return Math.max(last.id - 1, 0)
  }
  const stale = await ofUser.where((eb) => eb('is_stale', '=', eb.lit(true))).execute()
  await decideVisibility(context, db, stale)
  return stale.length === batchSize ? 0 : null
}

async function decideVisibility(context: Context, db: Queries, groups: readonly Group[]): Promise<void> {
  const changed = { visible: [] as number[], hidden: [] as number[] }
  for (const [type, ofType] of Map.groupBy(groups, (group) => group.subject_type)) {
    const visible = await visibleSubjects(
      context,
      db,
      type,
      ofType.map((group) => group.subject_id),
    )
    for (const { id, subject_id, is_visible } of ofType) {
      const isVisibleNow = visible.has(subject_id)
      if (isVisibleNow !== is_visible) changed[isVisibleNow ? 'visible' : 'hidden'].push(id)
    }
  }
  const stale = groups.filter(({ is_stale }) => is_stale).map(({ id }) => id)
  await updateGroups(context, db, changed.visible, { is_visible: true })
  await updateGroups(context, db, changed.hidden, { is_visible: false })
  await updateGroups(context, db, stale, { is_stale: false })
}

async function updateGroups(
  { forum }: Context,
  db: Queries,
  ids: readonly number[],
  values: { is_visible?: boolean; is_stale?: boolean },
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('notification_groups')
    .set(values)
    .where((eb) => forum.database.dialect.idIn(eb.ref('id'), ids))
    .execute()
}

/** Ids of the rows of a type that the actor sees; empty for an undeclared type. */
async function visibleSubjects(
  context: Context,
  db: Queries,
  type: string,
  ids: readonly number[],
): Promise<Set<number>> {
  const { points, database } = context.forum
  const resource = points.resources.get(type)
  if (!resource?.table) return new Set()
  const rows = await db
    .selectFrom(resource.table as 'users')
    .select(`${resource.table as 'users'}.id`)
    .where(() => database.dialect.idIn(columnOf(resource, 'id'), ids))
    .where(() => isVisible(context, type))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Sums the counts over the groups, whose visibility is decided. */
async function sumCounts(
  { forum }: Pick<Context, 'forum'>,
  db: Queries,
  state: NotificationState,
): Promise<{ unread_notification_count: number; new_notification_count: number }> {
  const types = alertTypes(state, forum)
  if (types.length === 0) return { unread_notification_count: 0, new_notification_count: 0 }
  const { unread } = await db
    .selectFrom('notification_groups')
    .select(
      sql<number>`cast(coalesce(sum(unread_count), 0) as ${forum.database.dialect.types.integer})`.as(
        'unread',
      ),
    )
    .where('user_id', '=', state.id)
    .where('type', 'in', types)
    .where((eb) => eb('is_visible', '=', eb.lit(true)))
    .where((eb) => eb('unread_count', '>', eb.lit(0)))
    .executeTakeFirstOrThrow()
  const { seen_notification_id: seen } = state
  const newCount = unread === 0 || seen === 0 ? unread : await countNew(db, state, types)
  return { unread_notification_count: unread, new_notification_count: newCount }
}

async function countNew(db: Queries, state: NotificationState, types: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .innerJoin('notification_groups', 'notification_groups.id', 'notifications.group_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('notifications.user_id', '=', state.id)
    .where('notifications.id', '>', state.seen_notification_id)
    .where('notifications.read_at', 'is', null)
    .where((eb) => eb('notifications.is_deleted', '=', eb.lit(false)))
    .where((eb) => eb('notifications.is_covered', '=', eb.lit(false)))
    .where((eb) => eb('notification_groups.is_visible', '=', eb.lit(true)))
    .where('notification_groups.type', 'in', types)
    .executeTakeFirstOrThrow()
  return count
}
