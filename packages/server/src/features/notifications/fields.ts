import { wireDate } from '@parley/shared'
import { loadRows, resourceOf } from '../../engine/jsonapi/rows.ts'
import { RequestCache } from '../../infrastructure/request-cache.ts'
import type { Context } from '../../points/context/context.ts'
import type { Field } from '../../points/resources/fields.ts'
import type { TypedTargets } from '../../points/resources/relations.ts'
import type { ResourceType } from '../../points/resources/resource-rows.ts'
import type { UserRow } from '../users/table.ts'
import { settleState } from './sync/settle.ts'
import type { NotificationRow } from './table.ts'

/** Attributes of notifications (api-core 2.6). */
export const notificationFields: Record<string, Field<NotificationRow>> = {
  contentType: { column: 'type', json: 'string' },
  content: { json: 'any', get: ({ data }) => (data === null ? null : (JSON.parse(data) as unknown)) },
  createdAt: { json: 'date', get: ({ created_at }) => wireDate(created_at) },
  isRead: { json: 'boolean', get: ({ read_at }) => read_at !== null },
}

/** Loads the visible subjects of notifications, of any type. */
export async function loadSubjects(
  notifications: readonly NotificationRow[],
  context: Context,
): Promise<TypedTargets[]> {
  const { types } = context.forum.points.notifications
  const targetsByForm: TypedTargets[] = []
  const bySubject = Map.groupBy(notifications, ({ type }) => {
    const { subject, form } = types.get(type) ?? {}
    return subject && `${subject} ${form ?? resourceOf(context, subject).forms[0]}`
  })
  for (const [key, ofForm] of bySubject) {
    const [type, form] = key?.split(' ') ?? []
    if (!type || !form) continue
    const rows = await loadRows(
      context,
      type as ResourceType,
      ofForm.map(({ subject_id }) => subject_id),
    )
    const targets = new Map(
      ofForm.flatMap(({ id, subject_id }) => {
        const row = rows.get(subject_id)
        return row ? [[id, row] as const] : []
      }),
    )
    targetsByForm.push({ type, form, targets })
  }
  return targetsByForm
}

const settledUsers = new RequestCache<Promise<UserRow>>()

/** The counts that accounts show to themselves (api-core 2.2), from columns of their rows. */
export const countFields: Record<string, Field<UserRow>> = {
  unreadNotificationCount: countField('unread_notification_count'),
  newNotificationCount: countField('new_notification_count'),
}

function countField(column: 'unread_notification_count' | 'new_notification_count'): Field<UserRow> {
  return {
    form: 'current',
    json: 'integer',
    load: async (users, context) => {
      const counts = new Map<number, number>()
      for (const user of users) counts.set(user.id, (await settledUser(context, user))[column])
      return counts
    },
  }
}

/** A user with settled counts. Settling needs the permissions of the actor, so other users are returned unchanged. */
async function settledUser(context: Context, user: UserRow): Promise<UserRow> {
  if (user.id !== context.actor.id) return user
  const settling = settledUsers.get(context) ?? settleState(context, user)
  settledUsers.set(context, settling)
  return settling
}
