import {
  type Actor,
  allow,
  type DiscussionRow,
  deny,
  isOwn,
  type Policies,
  type PostRow,
} from '@parley/server'

const ownSetting = 'fof-reactions.react_own_post'
const guestSetting = 'fof-reactions.anonymousReactions'

const own = deny.because('reactions.admin.why.own_post', ownSetting)
const guest = deny.because('reactions.admin.why.guest', guestSetting)

/**
 * Who reacts to posts: members by permission, guests by the setting. Authors react to their own posts only
 * if the setting lets them, administrators included.
 */
export const reactionPolicies: Policies = {
  posts: {
    react: {
      verdict(actor, post) {
        const { settings } = actor.rules
        if (actor.isGuest) return settings.get(guestSetting) ? allow : guest
        return isOwn(actor, post) && !settings.get(ownSetting) ? own : undefined
      },
      scope(eb, { actor, forum: { settings } }) {
        if (actor.isGuest) return settings.get(guestSetting)
        return settings.get(ownSetting) ? undefined : { deny: eb('posts.user_id', '=', actor.id) }
      },
    },
  },
}

/** Whether an actor sees who reacted to the posts of a discussion. */
export function seesReactions(actor: Actor, discussion: DiscussionRow): boolean {
  return actor.can('canSeeReactions', 'discussions', discussion)
}

/** Whether an actor removes the reactions of others to a post. */
export function removesReactions(actor: Actor, post: PostRow): boolean {
  return actor.can('deleteReactions', 'posts', post)
}
