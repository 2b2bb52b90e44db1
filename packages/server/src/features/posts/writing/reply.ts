import { isRecord } from '../../../engine/jsonapi/query.ts'
import { findRowForUpdate } from '../../../engine/jsonapi/rows.ts'
import { notFound, permissionDenied } from '../../../infrastructure/errors.ts'
import type { WriteContext } from '../../../points/context/context.ts'
import type { WriteInput } from '../../../points/resources/endpoints.ts'
import type { PostRow } from '../table.ts'
import { addComment, planComment } from './comments.ts'

/** `POST /api/posts`: replies to the discussion that the relationship names (api-core 3.7). */
export async function reply(input: WriteInput, context: WriteContext): Promise<PostRow> {
  const discussion = await findRowForUpdate(context, 'discussions', discussionIdOf(input))
  if (!context.actor.can('reply', 'discussions', discussion)) throw permissionDenied()
  return addComment(context, await planComment(context, input, discussion), discussion)
}

function discussionIdOf({ relationships }: WriteInput): number {
  const relationship = relationships.discussion
  const data = isRecord(relationship) ? relationship.data : undefined
  const id = isRecord(data) ? data.id : undefined
  if ((typeof id !== 'string' && typeof id !== 'number') || !/^\d{1,15}$/.test(String(id))) throw notFound()
  return Number(id)
}
