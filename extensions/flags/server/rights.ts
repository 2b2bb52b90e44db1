import {
  type Condition,
  type Context,
  deny,
  isAllowed,
  isOwn,
  type Policies,
  rowsWhere,
} from '@parley/server'
import type { Expression, SqlBool } from 'kysely'

const own = deny.because('flags.admin.why.own_post')

/** Who flags posts: by permission. Authors flag their own posts only where the setting lets them. */
export const flagPolicies: Policies = {
  posts: {
    flag: {
      verdict: (actor, post) =>
        isOwn(actor, post) && !actor.rules.settings.get(ownSetting) ? own : undefined,
      scope: (eb, { actor, forum }) =>
        actor.isGuest || forum.settings.get(ownSetting)
          ? undefined
          : { deny: eb('posts.user_id', '=', actor.id) },
    },
  },
}

const ownSetting = 'flarum-flags.can_flag_own'

/** In which discussions the actor sees the flags of others; a constant where all discussions are alike. */
export function discussionsWithFlags(context: Context): Condition {
  return rowsWhere(context, 'viewFlags', 'discussions')
}

/** As `discussionsWithFlags`, for queries on discussions. Deleted ones are left out. */
export function isViewable(context: Context): Expression<SqlBool> {
  return isAllowed(context, 'viewFlags', 'discussions')
}

const viewsFlags = {}

/** Whether the actor sees the flags of others anywhere. */
export function canViewFlags(context: Context): boolean {
  const known = context.cache.get(viewsFlags) as boolean | undefined
  const views = known ?? discussionsWithFlags(context) !== false
  context.cache.set(viewsFlags, views)
  return views
}
