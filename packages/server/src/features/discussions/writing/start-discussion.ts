import { slugify } from '@parley/shared/slug'
import { createRow, type PlannedRow, planRow } from '../../../engine/jsonapi/writes/create-row.ts'
import { tryAttributes } from '../../../engine/jsonapi/writes/read-input.ts'
import { type Context, timestamp, type WriteContext } from '../../../points/context/context.ts'
import type { WriteInput } from '../../../points/resources/endpoints.ts'
import { addComment, planComment, readCreatedAt } from '../../posts/writing/comments.ts'
import { changeCount } from '../../users/change-count.ts'
import type { DiscussionRow } from '../table.ts'

/** A new discussion and its first post, which nothing refuses. */
export interface PlannedDiscussion {
  discussion: PlannedRow<'discussions'>
  firstPost: PlannedRow<'posts'>
}

/** `POST /api/discussions`: checks the discussion first, then the first post (api-core 3.6). */
export async function planDiscussion(input: WriteInput, context: Context): Promise<PlannedDiscussion> {
  const { values, problems } = tryAttributes(context, 'discussions', input.attributes, ['title'])
  const createdAt = problems.length === 0 ? readCreatedAt(input, context) : undefined
  const discussion = await planRow(context, 'discussions', input, {
    columns: {
      ...titleColumns((values.title as string | undefined) ?? '', context),
      comment_count: 0,
      participant_count: 0,
      post_number_index: 0,
      created_at: createdAt ?? timestamp(context),
      user_id: context.actor.account?.id ?? null,
      first_post_id: null,
      hidden_at: null,
    },
    problems,
  })
  return { discussion, firstPost: await planComment(context, input, discussion.row) }
}

/** Stores a planned discussion and its first post. */
export function startDiscussion(
  { discussion, firstPost }: PlannedDiscussion,
  context: WriteContext,
): Promise<DiscussionRow> {
  return createRow(context, discussion, {
    async count(started) {
      await addComment(context, firstPost, started)
      if (!started.is_private) changeCount(context, started.user_id, 'discussion_count', 1)
    },
    emit: (started) => context.emit('discussion.started', { discussion: started }),
  })
}

/** The columns of a title: the title, and its slug in the forum's default locale. */
export function titleColumns(title: string, { forum }: Context): { title: string; slug: string } {
  return { title, slug: slugify(title, forum.settings.get('default_locale')) }
}
