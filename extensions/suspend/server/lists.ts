import { type Extension, type Filter, strictFlag, timestamp } from '@parley/server'
import './table.ts'

/**
 * Lists suspended users, for those who may suspend. For others it has no effect. The ids come from the index of ends, so that
 * the list does not look for few suspended users among all.
 */
export const suspendedFilter: Filter<'users'> = {
  value: 'any',
  where: (eb, _value, context) =>
    context.actor.hasPermission('user.suspend')
      ? eb(
          'users.id',
          'in',
          eb
            .selectFrom('users as suspended')
            .select('suspended.id')
            .where('suspended.suspended_until', '>', timestamp(context)),
        )
      : undefined,
}

/** The same filter in the administration. */
export const suspendedInUserList: NonNullable<Extension['userList']> = {
  filters: {
    suspended: {
      schema: strictFlag(),
      allowed: ({ actor }) => actor.hasPermission('user.suspend'),
      where(eb, isWanted, context) {
        const now = timestamp(context)
        return isWanted
          ? eb('users.suspended_until', '>', now)
          : eb.or([eb('users.suspended_until', 'is', null), eb('users.suspended_until', '<=', now)])
      },
      async find(isWanted, context, limit) {
        if (!isWanted) return undefined
        const rows = await context.db
          .selectFrom('users')
          .select('users.id')
          .where('users.suspended_until', '>', timestamp(context))
          .orderBy('users.suspended_until')
          .limit(limit + 1)
          .execute()
        return rows.length > limit ? undefined : rows.map(({ id }) => id)
      },
    },
  },
}
