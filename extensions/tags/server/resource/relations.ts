import { type Context, loadRows, type Relation } from '@parley/server'
import type { TagRow } from '../../contract/tables.ts'

/** Relations of tags. Targets that the actor does not see are left out. */
export const tagRelations: Record<string, Relation<TagRow>> = {
  parent: { to: 'tags', key: 'parent_id' },
  children: { to: 'tags', many: true, load: loadChildren },
  lastPostedDiscussion: { to: 'discussions', key: 'last_posted_discussion_id' },
  // Clients ask for it. It has no identifiers: what an actor has set for a tag is read with the tag.
  state: { to: 'tags', load: async () => new Map() },
}

async function loadChildren(parents: readonly TagRow[], context: Context) {
  const tree = context.forum.tables.get('tags')
  const idsOf = ({ id }: TagRow) => tree.childrenOf(id).map((child) => child.id)
  const rows = await loadRows(context, 'tags', parents.flatMap(idsOf))
  return new Map(parents.map((parent) => [parent.id, idsOf(parent).flatMap((id) => rows.get(id) ?? [])]))
}
