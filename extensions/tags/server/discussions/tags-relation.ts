import {
  addEventPost,
  type Bound,
  type Context,
  type DiscussionRow,
  isActor,
  loadRows,
  prepareQuery,
  problemOf,
  type Relation,
  type Row,
  timestamp,
  translatorOf,
  validationError,
  visibilityChanged,
  type WriteContext,
  writeAuditEntry,
} from '@parley/server'
import { lockTagRows, updateCounts, updateTag } from '../counts/update-counts.ts'
import { tagIdsOf } from './tagged.ts'

const selectTagIds = prepareQuery(({ db, forum }, { discussionIds }: Bound<{ discussionIds: number[] }>) =>
  db
    .selectFrom('discussion_tag')
    .select(['discussion_id', 'tag_id'])
    .where((eb) => forum.database.dialect.idIn(eb.ref('discussion_id'), discussionIds))
    .orderBy('tag_id'),
)

/** Reads the tags of discussions, deleted ones aside. */
export async function attachTagIds(discussions: DiscussionRow[], context: Context): Promise<void> {
  const rows = await selectTagIds(context, { discussionIds: discussions.map(({ id }) => id) })
  const { deletedIds } = context.forum.tables.get('tags')
  const kept = rows.filter(({ tag_id }) => !deletedIds.includes(tag_id))
  const byDiscussion = Map.groupBy(kept, ({ discussion_id }) => discussion_id)
  for (const discussion of discussions)
    discussion.tagIds = byDiscussion.get(discussion.id)?.map(({ tag_id }) => tag_id) ?? []
}

/** The tags of discussions. `check-tags.ts` has the rules. */
export const tagsOfDiscussions: Relation<DiscussionRow> = {
  to: 'tags',
  many: true,
  async load(discussions, context) {
    const tags = await loadRows(context, 'tags', discussions.flatMap(tagIdsOf))
    return new Map(
      discussions.map((discussion) => [
        discussion.id,
        tagIdsOf(discussion).flatMap((id) => tags.get(id) ?? []),
      ]),
    )
  },
  write: {
    refusesConflicts: true,
    current: tagIdsOf,
    facts: (tags) => ({ tagIds: idsOf(tags) }),
    set: (tags, discussion, context) =>
      // A discussion that is being started has no posts yet.
      discussion.post_number_index === 0
        ? addTags(context, discussion, idsOf(tags))
        : changeTags(context, discussion, idsOf(tags)),
  },
}

function idsOf(tags: readonly Row[]): number[] {
  return tags.map(({ id }) => id).sort((a, b) => a - b)
}

async function addTags(
  context: WriteContext,
  { id, created_at }: DiscussionRow,
  tagIds: readonly number[],
): Promise<void> {
  if (tagIds.length === 0) return
  await lockTags(context, tagIds)
  await insertTags(context, id, tagIds, created_at)
}

/** Replaces the tags of a discussion that the caller has locked, and records it in an event post. */
async function changeTags(
  context: WriteContext,
  discussion: DiscussionRow,
  newIds: readonly number[],
): Promise<void> {
  const { id, title, user_id, created_at } = discussion
  const oldIds = tagIdsOf(discussion)
  const added = newIds.filter((tagId) => !oldIds.includes(tagId))
  await lockTags(context, added, oldIds)
  const removed = await context.db
    .deleteFrom('discussion_tag')
    .where('discussion_id', '=', id)
    .where('tag_id', 'not in', [0, ...newIds])
    .returning(['tag_id', 'is_counted'])
    .execute()
  for (const { tag_id, is_counted } of removed.toSorted((a, b) => a.tag_id - b.tag_id))
    if (is_counted && oldIds.includes(tag_id)) await updateTag(context, tag_id, -1)
  await insertTags(context, id, added, created_at)
  await updateCounts(context, id)
  await visibilityChanged(context, 'discussions', id)
  await context.emit('discussion.tagsChanged', { discussion, before: oldIds, after: newIds })
  const { post, merged } = await addEventPost(context, id, 'discussionTagged', [[...oldIds], [...newIds]])
  if (!merged) await insertMentions(context, post.id, [...new Set([...oldIds, ...newIds])])
  if (isActor(context, user_id)) return
  await writeAuditEntry(context, 'discussion.tagged', {
    target: { id, name: title },
    changes: { tags: [namesOf(context, oldIds), namesOf(context, newIds)] },
  })
}

/** Locks tags, and throws 422 if one of the added ones was deleted meanwhile. */
async function lockTags(
  context: WriteContext,
  addedIds: readonly number[],
  otherIds: readonly number[] = [],
): Promise<void> {
  const found = await lockTagRows(context, [...addedIds, ...otherIds])
  if (addedIds.every((id) => found.has(id))) return
  const translate = translatorOf(context)
  throw validationError({ problems: [problemOf('exists', 'tags', translate, 'relationships')] })
}

async function insertTags(
  context: WriteContext,
  discussion_id: number,
  tagIds: readonly number[],
  started_at: string,
): Promise<void> {
  if (tagIds.length === 0) return
  const uncounted = { is_counted: false, last_posted_at: null, comment_count: 0 }
  const created_at = timestamp(context)
  await context.db
    .insertInto('discussion_tag')
    .values(tagIds.map((tag_id) => ({ discussion_id, tag_id, created_at, started_at, ...uncounted })))
    .execute()
}

/** Records which tags an event post names, for other extensions. At least one changed. */
async function insertMentions(
  context: WriteContext,
  post_id: number,
  tagIds: readonly number[],
): Promise<void> {
  const created_at = timestamp(context)
  await context.db
    .insertInto('post_mentions_tag')
    .values(tagIds.map((mentions_tag_id) => ({ post_id, mentions_tag_id, created_at })))
    .execute()
}

function namesOf({ forum }: Context, ids: readonly number[]): string[] {
  return forum.tables
    .get('tags')
    .withIds(ids)
    .map(({ name }) => name)
}
