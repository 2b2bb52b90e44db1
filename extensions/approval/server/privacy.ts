import {
  allOf,
  anyOf,
  type Condition,
  type Context,
  isOwn,
  ownRows,
  type Privacies,
  rowsWhere,
  type Tables,
} from '@parley/server'
import type { ExpressionBuilder } from 'kysely'

/** What waits is private: its author sees it, and who may approve it. */
export const approvalPrivacy: Privacies = {
  discussions: {
    isPrivate: ({ is_approved }) => !is_approved,
    sees: (actor, discussion) =>
      !discussion.is_approved &&
      (isOwn(actor, discussion) || actor.can('approvePosts', 'discussions', discussion)),
    scope: (eb, context) =>
      expressionOf(
        allOf([
          eb('discussions.is_approved', '=', eb.lit(false)),
          anyOf([ownRows(context, 'discussions'), rowsWhere(context, 'approvePosts', 'discussions')]),
        ]),
      ),
  },
  posts: {
    isPrivate: ({ is_approved }) => !is_approved,
    sees: (actor, post) =>
      !post.is_approved && (isOwn(actor, post) || actor.can('approvePosts', 'discussions', post.discussion)),
    scope: (eb, context) =>
      expressionOf(
        allOf([
          eb('posts.is_approved', '=', eb.lit(false)),
          anyOf([ownRows(context, 'posts'), inApprovable(eb, context)]),
        ]),
      ),
  },
}

/** The posts of discussions in which the actor approves posts. */
function inApprovable(eb: ExpressionBuilder<Tables, 'posts'>, context: Context): Condition {
  const approvable = rowsWhere(context, 'approvePosts', 'discussions')
  if (typeof approvable === 'boolean') return approvable
  return eb.exists(
    eb
      .selectFrom('discussions')
      .select('discussions.id')
      .whereRef('discussions.id', '=', 'posts.discussion_id')
      .where(() => approvable),
  )
}

function expressionOf(condition: Condition) {
  return typeof condition === 'boolean' ? undefined : condition
}
