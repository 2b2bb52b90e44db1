import { type Context, type Filter, loadRows, type PostRow, type Relation } from '@parley/server'

/** `filter[tag]` of posts: ids of tags of which the discussion has one. */
export const postTagFilter: Filter<'posts'> = {
  value: 'integers',
  where(eb, ids, { forum }) {
    const { idIn } = forum.database.dialect
    return eb.exists(
      eb
        .selectFrom('discussion_tag')
        .select('discussion_tag.tag_id')
        .whereRef('discussion_tag.discussion_id', '=', 'posts.discussion_id')
        .where((of) => idIn(of.ref('discussion_tag.tag_id'), knownIds(ids, forum))),
    )
  },
}

function knownIds(ids: readonly number[], forum: Context['forum']): number[] {
  return forum.tables
    .get('tags')
    .withIds(ids)
    .map(({ id }) => id)
}

/** The tags that an event post names: those that the discussion had, and those that it has got. */
export const tagsOfEventPosts: Relation<PostRow> = {
  to: 'tags',
  many: true,
  async load(posts, context) {
    const ids = new Map(
      posts.flatMap(({ id, type, content }) =>
        type === 'discussionTagged' ? [[id, tagIdsIn(content)] as const] : [],
      ),
    )
    const tags = await loadRows(context, 'tags', [...ids.values()].flat())
    return new Map([...ids].map(([id, tagIds]) => [id, tagIds.flatMap((tagId) => tags.get(tagId) ?? [])]))
  },
}

function tagIdsIn(content: string): number[] {
  const stored: unknown = JSON.parse(content)
  const ids = Array.isArray(stored) ? stored.flat() : []
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id)))]
}
