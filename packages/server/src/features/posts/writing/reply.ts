import { isRecord } from '../../../engine/jsonapi/query.ts'
import { findRowForUpdate } from '../../../engine/jsonapi/rows.ts'
import { readAttributes } from '../../../engine/jsonapi/write.ts'
import { notFound, permissionDenied } from '../../../infrastructure/errors.ts'
import { readFields } from '../../../infrastructure/schema/problems.ts'
import { dateTime } from '../../../infrastructure/schema/values.ts'
import { type Context, translatorOf, type WriteContext } from '../../../points/context/context.ts'
import type { WriteInput } from '../../../points/resources/endpoints.ts'
import type { PostRow } from '../table.ts'
import { addComment } from './comments.ts'

/** `POST /api/posts`: replies to the discussion that the relationship names (api-core 3.7). */
export async function reply(input: WriteInput, context: WriteContext): Promise<PostRow> {
  const discussion = await findRowForUpdate(context, 'discussions', discussionIdOf(input))
  if (!context.actor.can('reply', 'discussions', discussion)) throw permissionDenied()
  const { content } = readAttributes(context, 'posts', input.attributes, ['content'])
  return addComment(context, discussion.id, content as string, readCreatedAt(input, context))
}

function discussionIdOf({ relationships }: WriteInput): number {
  const relationship = relationships.discussion
  const data = isRecord(relationship) ? relationship.data : undefined
  const id = isRecord(data) ? data.id : undefined
  if ((typeof id !== 'string' && typeof id !== 'number') || !/^\d{1,15}$/.test(String(id))) throw notFound()
  return Number(id)
}

/** The time of a new post, which administrators may set for imports; undefined for other actors. */
export function readCreatedAt({ attributes }: WriteInput, context: Context): string | undefined {
  const raw = attributes.createdAt ?? undefined
  if (raw === undefined || !context.actor.isAdmin) return undefined
  const translate = translatorOf(context)
  return readFields({ createdAt: dateTime() }, { createdAt: raw }, translate).createdAt
}
