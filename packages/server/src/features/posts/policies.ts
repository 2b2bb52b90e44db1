import type { Policies } from '../../points/access/policies.ts'
import { allow, deny } from '../../points/access/verdicts.ts'
import type { Actor } from '../../points/context/actor.ts'
import { isWindowOpen } from '../discussions/policies.ts'
import type { PostRow } from './table.ts'

/** Abilities on posts (api-core 4.7, 4.4): by permission on the discussion, or for the author within a time window. */
export const postPolicies: Policies['posts'] = {
  '*': (actor, post, ability) =>
    actor.can(`${ability}Posts`, 'discussions', post.discussion) ? allow : undefined,

  view: (actor, post) => (canSee(actor, post) ? allow : deny),

  edit: (actor, post) =>
    isOpenToAuthor(actor, post, actor.rules.settings.get('allow_post_editing')) ? allow : undefined,

  hide: (actor, post) =>
    isOpenToAuthor(actor, post, actor.rules.settings.get('allow_hide_own_posts')) ? allow : undefined,
}

/** Whether authors may still change their own post: `setting` says for how long after writing it. */
function isOpenToAuthor(actor: Actor, post: PostRow, setting: string): boolean {
  return (
    isOwn(actor, post) &&
    (post.hidden_at === null || post.hidden_user_id === actor.id) &&
    actor.can('reply', 'discussions', post.discussion) &&
    isWindowOpen(setting, {
      since: post.created_at,
      now: actor.rules.now(),
      isUnanswered: post.number >= (post.discussion.last_post_number ?? 0),
    })
  )
}

function isOwn(actor: Actor, post: PostRow): boolean {
  return !actor.isGuest && post.user_id === actor.id
}

/** The rule of `postScope`, for one row. */
function canSee(actor: Actor, post: PostRow): boolean {
  return (
    actor.can('view', 'discussions', post.discussion) &&
    actor.rules.privacy.isShown('posts', post, actor) &&
    post.isOfKnownType &&
    (post.hidden_at === null || isOwn(actor, post) || actor.hasPermission('discussion.hidePosts'))
  )
}
