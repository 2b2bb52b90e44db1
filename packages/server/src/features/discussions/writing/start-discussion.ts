import { slugify } from '@parley/shared/slug'
import { currentRow } from '../../../engine/jsonapi/rows.ts'
import { readAttributes } from '../../../engine/jsonapi/write.ts'
import type { WriteContext } from '../../../points/context/context.ts'
import { timestamp } from '../../../points/context/context.ts'
import type { WriteInput } from '../../../points/resources/endpoints.ts'
import { addComment } from '../../posts/writing/comments.ts'
import { readCreatedAt } from '../../posts/writing/reply.ts'
import { changeCount } from '../../users/change-count.ts'
import { updateDiscussionPrivacy } from '../privacy.ts'
import type { DiscussionRow } from '../table.ts'

/** `POST /api/discussions`: validates the title first, then the first post (api-core 3.6). */
export async function startDiscussion(input: WriteInput, context: WriteContext): Promise<DiscussionRow> {
  const { actor, db } = context
  const { title } = readAttributes(context, 'discussions', input.attributes, ['title'])
  const createdAt = readCreatedAt(input, context)
  const { content } = readAttributes(context, 'posts', input.attributes, ['content'])
  const { id } = await db
    .insertInto('discussions')
    .values({
      ...titleColumns(title as string, context),
      comment_count: 0,
      created_at: createdAt ?? timestamp(context),
      user_id: actor.account?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addComment(context, id, content as string, createdAt)
  changeCount(context, actor.account?.id ?? null, 'discussion_count', 1)
  await updateDiscussionPrivacy(context, id)
  const discussion = await currentRow(context, 'discussions', id)
  if (!discussion) throw new Error(`Discussion ${id} disappeared while it was being started`)
  await context.emit('discussion.started', { discussion })
  return discussion
}

/** The columns of a title: the title, and its slug in the forum's default locale. */
export function titleColumns(title: string, { forum }: WriteContext): { title: string; slug: string } {
  return { title, slug: slugify(title, forum.settings.get('default_locale')) }
}
