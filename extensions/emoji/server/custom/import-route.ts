import {
  answerRow,
  type Context,
  type Problem,
  problemOf,
  type Route,
  translatorOf,
  validationError,
} from '@parley/server'
import { z } from 'zod'
import { type CustomEmoji, mostCustomEmoji } from '../../shared/custom.ts'
import { schemas } from './fields.ts'
import { requireAdministrator } from './require-administrator.ts'
import { importEmoji, tooMany } from './write.ts'

const row = z.object({
  title: z.string().nullish(),
  text_to_replace: z.string(),
  path: z.string(),
})

/** `POST /api/the-turk/import-emojis`: stores all emoji of a file or none, and answers with the last one. */
export const importRoute: Route = {
  method: 'POST',
  path: '/api/the-turk/import-emojis',
  document: { type: 'emojis' },
  describes: {
    summary: 'Import custom emoji',
    body: z.object({ data: z.union([z.array(row), z.record(z.string(), row), row]) }),
    answers: { 201: { resource: 'emojis' }, 403: 'error', 422: 'error' },
  },
  async run(request, context) {
    requireAdministrator(context)
    const emoji = readRows(request.body.data, context)
    const { id } = await context.forum.write(context, (writing) => importEmoji(emoji, writing))
    return answerRow(request, context, id, { status: 201 })
  },
}

/** @throws 422 with the first problem of each attribute. */
function readRows(data: unknown, context: Context): CustomEmoji[] {
  const translate = translatorOf(context)
  const sent = listOf(data)
  if (sent === undefined || sent.length === 0)
    throw validationError({ problems: [problemOf('required', 'data', translate)] })
  if (sent.length > mostCustomEmoji) throw tooMany(context, 'core.api.table_full_message', mostCustomEmoji)
  const problems = new Map<string, Problem>()
  const rows = sent.map((each, index): CustomEmoji => {
    const values = isRecord(each) ? each : {}
    const read = <Name extends keyof typeof schemas>(name: Name): string => {
      const sentValue = Object.hasOwn(values, name) ? values[name] : undefined
      const result = schemas[name].safeParse(sentValue ?? undefined)
      if (result.success) return result.data
      const { detail, pointer } = problemIn(result.error, name, context)
      if (!problems.has(name))
        problems.set(name, {
          detail: translate('emoji.api.import_row_message', { row: index + 1, message: detail }),
          ...(pointer !== undefined && { pointer }),
        })
      return ''
    }
    const title = (values.title ?? null) === null ? null : read('title')
    return { title, text_to_replace: read('text_to_replace'), path: read('path') }
  })
  if (problems.size > 0) throw validationError({ problems: [...problems.values()] })
  return rows
}

function problemIn(error: z.ZodError, name: string, context: Context): Problem {
  const [issue] = error.issues
  const params = issue?.code === 'custom' ? (issue.params as { rule?: string } | undefined) : undefined
  return problemOf({ rule: 'string', ...params }, name, translatorOf(context))
}

/** The rows of a list, of a record of rows, or of a single row. */
function listOf(data: unknown): readonly unknown[] | undefined {
  if (Array.isArray(data)) return data
  if (!isRecord(data)) return undefined
  const isRow = Object.keys(schemas).some((name) => typeof data[name] === 'string')
  return isRow ? [data] : Object.values(data)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
