import type { Policies, Policy } from '../../points/access/policies.ts'
import { allow, deny, noOpinion, type Verdict } from '../../points/access/verdicts.ts'
import type { Actor } from '../../points/context/actor.ts'
import { isWindowOpen } from '../discussions/policies.ts'
import type { PostRow } from './table.ts'

const notAuthor = noOpinion.because('core.admin.why.not_author')
const hiddenByOthers = noOpinion.because('core.admin.why.hidden_by_others')
const cannotReply = noOpinion.because('core.admin.why.author_cannot_reply')
const isPrivate = deny.because('core.admin.why.is_private')
const unknownType = deny.because('core.admin.why.post_of_unknown_type')
const postHidden = deny.because('core.admin.why.post_is_hidden')

/** Abilities on posts (api-core 4.7, 4.4): by permission on the discussion, or for the author within a time window. */
export const postPolicies: Policies['posts'] = {
  '*': (actor, post, ability) =>
    actor.can(`${ability}Posts`, 'discussions', post.discussion) ? allow : undefined,

  view,
  edit: forAuthors('allow_post_editing'),
  hide: forAuthors('allow_hide_own_posts'),
}

/** Lets authors change their own posts: the setting says for how long after writing them. */
function forAuthors(setting: 'allow_post_editing' | 'allow_hide_own_posts'): Policy<PostRow> {
  const inTime = allow.because('core.admin.why.author_in_time', setting)
  const tooLate = noOpinion.because('core.admin.why.author_too_late', setting)
  return (actor, post) => {
    if (!isOwn(actor, post)) return notAuthor
    if (post.hidden_at !== null && post.hidden_user_id !== actor.id) return hiddenByOthers
    if (!actor.can('reply', 'discussions', post.discussion)) return cannotReply
    const isOpen = isWindowOpen(actor.rules.settings.get(setting), {
      since: post.created_at,
      now: actor.rules.now(),
      isUnanswered: post.number >= (post.discussion.last_post_number ?? 0),
    })
    return isOpen ? inTime : tooLate
  }
}

function isOwn(actor: Actor, post: PostRow): boolean {
  return !actor.isGuest && post.user_id === actor.id
}

/** The rule of `postScope`, for one row. */
function view(actor: Actor, post: PostRow): Verdict {
  if (!actor.can('view', 'discussions', post.discussion)) return deny
  if (!actor.rules.privacy.isShown('posts', post, actor)) return isPrivate
  if (!post.isOfKnownType) return unknownType
  if (post.hidden_at === null || isOwn(actor, post)) return allow
  return actor.hasPermission('discussion.hidePosts') ? allow : postHidden
}
