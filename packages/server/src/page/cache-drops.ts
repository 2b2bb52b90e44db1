import type { Extension } from '../extension.ts'
import type { Listeners } from '../points/events.ts'
import type { GuestPageCache } from './guest-cache.ts'

/** Drops the guests' pages that show what has changed: a discussion and the lists it stands in, or everything. */
export function cacheDrops(cache: GuestPageCache): Extension {
  const discussionChanged = (id: number) => cache.drop([`discussion:${id}`, 'lists'])
  const postChanged: Listeners['post.created'] = ({ post }) => discussionChanged(post.discussion_id)
  return {
    afterCommit: {
      'discussion.started': ({ discussion }) => discussionChanged(discussion.id),
      'discussion.deleted': ({ discussion }) => discussionChanged(discussion.id),
      'post.created': postChanged,
      'post.edited': postChanged,
      'post.hidden': postChanged,
      'post.restored': postChanged,
      'post.deleted': postChanged,
      'user.deleted': () => cache.clear(),
      'user.groupsChanged': () => cache.clear(),
      'resource.changed': ({ type, id }) => {
        if (type === 'discussions') discussionChanged(id)
        // Posts tell of their changes themselves; anything else may stand on every page.
        else if (type !== 'posts') cache.clear()
      },
    },
  }
}
