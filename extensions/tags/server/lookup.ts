import type { TagLookup } from '../contract/server.ts'
import { holdsIn, restrictedAmong } from './rights.ts'

/** What other extensions may ask about tags. */
export const lookup: TagLookup = {
  withSlug(slug, { actor, forum }) {
    const tag = forum.tables.get('tags').bySlug(slug)
    return tag && holdsIn(actor, tag, 'viewForum') ? tag : undefined
  },
  withId(id, { actor, forum }) {
    const tag = forum.tables.get('tags').get(id)
    if (!tag) return 'deleted'
    return holdsIn(actor, tag, 'viewForum') ? tag : undefined
  },
  isOpen: (id, { actor, forum }) =>
    restrictedAmong(actor, forum.tables.get('tags').withIds([id])).length === 0,
}
