import {
  type Context,
  csvRow,
  defineError,
  displayNameOf,
  type Extension,
  permissionDenied,
  type UserRow,
  unboundedReads,
} from '@parley/server'
import { wireDate } from '@parley/shared'
import { z } from 'zod'
import { findPolicy, policiesPath } from '../policies/routes.ts'
import { exportAnswers } from '../rights.ts'
import '../tables.ts'

type Route = NonNullable<Extension['routes']>[number]

const batchSize = 500
const invalidParameter = defineError('invalid_parameter', 400)

/** A member with the time of the acceptance. */
type Accepted = UserRow & { accepted_at: string }

const columns = {
  id: ({ id }: Accepted) => id,
  email: ({ email }: Accepted) => email,
  username: ({ username }: Accepted) => username,
  display_name: (user: Accepted, { forum }: Context) => displayNameOf(user, forum),
  joined_at: ({ joined_at }: Accepted) => (joined_at === null ? null : wireDate(joined_at)),
  accepted_at: ({ accepted_at }: Accepted) => wireDate(accepted_at),
} as const

type Column = keyof typeof columns

const isColumn = (name: string): name is Column => Object.hasOwn(columns, name)

/** The columns of a request. @throws 400 for an unknown one. */
function columnsOf(include: unknown): readonly Column[] {
  if (include === undefined) return ['email', 'joined_at', 'accepted_at']
  const names = typeof include === 'string' ? include.split(',').map((name) => name.trim()) : ['']
  if (!names.every(isColumn)) throw invalidParameter()
  return [...new Set(names)]
}

/** Yields the members that have accepted a policy, the earliest first: memory holds one batch. */
async function* acceptances(policyId: number, context: Context): AsyncGenerator<Accepted[]> {
  const db = unboundedReads(context)
  const base = db
    .selectFrom('fof_terms_policy_user as answer')
    .innerJoin('users', 'users.id', 'answer.user_id')
    .selectAll('users')
    .select('answer.accepted_at')
    .where('answer.policy_id', '=', policyId)
    .where('answer.is_accepted', '=', true)
    .where('users.deleted_at', 'is', null)
    .orderBy('answer.accepted_at')
    .orderBy('answer.user_id')
    .limit(batchSize)
  let last: Accepted | undefined
  for (;;) {
    const after = last
    const query = after
      ? base.where((eb) =>
          eb(eb.refTuple('answer.accepted_at', 'answer.user_id'), '>', eb.tuple(after.accepted_at, after.id)),
        )
      : base
    const rows = (await query.execute()).map((row) => ({ ...row, group_ids: [] }))
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) return
    last = rows.at(-1)
  }
}

interface Export {
  policyId: number
  names: readonly Column[]
}

async function* csvPieces(
  { policyId, names }: Export,
  hasHeader: boolean,
  context: Context,
): AsyncGenerator<string, void, undefined> {
  if (hasHeader) yield csvRow(names)
  for await (const rows of acceptances(policyId, context))
    yield rows.map((row) => csvRow(names.map((name) => String(columns[name](row, context) ?? '')))).join('')
}

async function* jsonPieces(
  { policyId, names }: Export,
  context: Context,
): AsyncGenerator<string, void, undefined> {
  let separator = '['
  for await (const rows of acceptances(policyId, context)) {
    const objects = rows.map((row) =>
      JSON.stringify(Object.fromEntries(names.map((name) => [name, columns[name](row, context)]))),
    )
    yield separator + objects.join(',')
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

const contentTypes = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' }

function exportRoute(format: keyof typeof contentTypes): Route {
  return {
    method: 'GET',
    path: `${policiesPath}/:id/export.${format}`,
    describes: {
      summary: `Export the acceptances of a policy as ${format.toUpperCase()}`,
      query: { include: z.string().optional(), 'no-csv-headers': z.string().optional() },
      answers: { 200: { text: contentTypes[format] }, 400: 'error', 403: 'error', 404: 'error' },
    },
    async run(request, context) {
      const { id: policyId } = await findPolicy(request, context)
      if (!context.actor.hasPermission(exportAnswers)) throw permissionDenied()
      const exported = { policyId, names: columnsOf(request.query.include) }
      const hasHeader = request.query['no-csv-headers'] === undefined
      return {
        status: 200,
        contentType: contentTypes[format],
        headers: { 'cache-control': 'private, no-store' },
        pieces: () =>
          format === 'csv' ? csvPieces(exported, hasHeader, context) : jsonPieces(exported, context),
      }
    },
  }
}

export const exportRoutes: readonly Route[] = [exportRoute('json'), exportRoute('csv')]
