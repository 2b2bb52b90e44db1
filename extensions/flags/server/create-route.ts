import {
  answerRow,
  defineError,
  type Extension,
  findRowForUpdate,
  notFound,
  type PostRow,
  permissionDenied,
  readWriteInput,
  timestamp,
  translatorOf,
  tryAttributes,
  validationError,
  type WriteContext,
  type WriteInput,
} from '@parley/server'
import { z } from 'zod'
import { reported } from '../shared.ts'
import { reportFields } from './report-fields.ts'
import { putFlag } from './stored-flags.ts'

const invalidParameter = defineError('invalid_parameter', 400)

/** `POST /api/flags`: reports a post. Reporting it again replaces what was said before. */
export const createRoute: NonNullable<Extension['routes']>[number] = {
  method: 'POST',
  path: '/api/flags',
  document: { type: 'flags', include: { default: ['user', 'post', 'post.flags'] } },
  describes: {
    summary: 'Report a post',
    body: z.object({
      data: z.object({
        type: z.literal('flags').optional(),
        attributes: z.object(reportFields).partial(),
        relationships: z.object({
          post: z.object({ data: z.object({ type: z.literal('posts'), id: z.string() }) }),
        }),
      }),
    }),
    answers: { 201: { resource: 'flags' }, 400: 'error', 403: 'error', 404: 'error', 422: 'error' },
  },
  async run(request, context) {
    const input = readWriteInput(request.body, context)
    const flag = await context.forum.write(context, (writing) => report(input, writing))
    return answerRow(request, { ...context, cache: new Map(), isCommitted: true }, flag.id, { status: 201 })
  },
}

async function report(input: WriteInput, context: WriteContext) {
  const { actor, db } = context
  const post = await findRowForUpdate(context, 'posts', postIdOf(input))
  if (post.type !== 'comment') throw invalidParameter()
  if (!actor.can('flag', 'posts', post)) throw permissionDenied()
  const values = readReport(input, context)
  context.changeUsers([actor.id], async () => {
    await db
      .updateTable('users')
      .set({ last_flagged_at: timestamp(context) })
      .where('id', '=', actor.id)
      .execute()
  })
  return putFlag(context, post, { type: reported, user_id: actor.id, ...values })
}

function postIdOf({ relationships }: WriteInput): PostRow['id'] {
  const { data } = (relationships.post ?? {}) as { data?: unknown }
  const { id } = (data ?? {}) as { id?: unknown }
  if ((typeof id !== 'string' && typeof id !== 'number') || !/^\d{1,15}$/.test(String(id))) throw notFound()
  return Number(id)
}

/** What the report says. @throws 422 for texts that are too long, and for a report that says nothing. */
function readReport({ attributes }: WriteInput, context: WriteContext) {
  const { values, problems } = tryAttributes(context, 'flags', attributes, ['reason', 'reasonDetail'])
  if (problems.length > 0) throw validationError({ problems })
  const [reason, reason_detail] = [textOf(values.reason), textOf(values.reasonDetail)]
  if (reason !== null || reason_detail !== null) return { reason, reason_detail }
  const detail = translatorOf(context)('flags.forum.flag_post.reason_missing_message')
  throw validationError({ problems: [{ detail, pointer: '/data/attributes/message' }] })
}

function textOf(value: unknown): string | null {
  return String(value ?? '').trim() || null
}
