import {
  answerList,
  type Context,
  notAuthenticated,
  permissionDenied,
  type Route,
  type RouteRequest,
  refuseFilter,
  type Tables,
  wholeNumber,
} from '@parley/server'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { z } from 'zod'
import { fileKinds } from '../../shared.ts'
import { findByName, ofAll } from '../media/names.ts'
import { hidesOthers, viewsOthers } from '../rights.ts'

const query = {
  'page[offset]': wholeNumber({ min: 0 }).optional(),
  'page[limit]': wholeNumber({ min: 1, max: 50 }).optional(),
  'filter[q]': z.string().optional(),
  'filter[type]': z.enum(fileKinds).optional(),
  'filter[hidden]': z.enum(['true', 'false']).optional(),
}

/** `GET /api/fof/uploads`: the files of a user that are not hidden, newest first; one's own without `filter[user]`. */
const uploadsRoute: Route = {
  method: 'GET',
  path: '/api/fof/uploads',
  document: { type: 'files' },
  describes: {
    summary: 'List the files of a user',
    query: { ...query, 'filter[user]': wholeNumber({ min: 1 }).optional() },
    answers: { 200: { resources: 'files' }, 401: 'error', 403: 'error', 422: 'error' },
  },
  async run(request, context) {
    const { actor } = context
    if (actor.isGuest) throw notAuthenticated()
    const userId = userIdOf(request, context)
    if (userId !== actor.id && !viewsOthers(actor)) throw permissionDenied()
    const isHidden = showsHidden(request, context)
    if (isHidden && userId !== actor.id && !hidesOthers(actor)) throw permissionDenied()
    const named = await namedFiles(request, userId, context)
    return answerList(request, context, {
      sort: () => order(named),
      ignoresSort: true,
      where: (eb) =>
        eb.and([
          eb('fof_upload_files.actor_id', '=', userId),
          eb('fof_upload_files.hidden', '=', isHidden),
          eb('fof_upload_files.shared', '=', false),
          ...(named?.(eb) ?? []),
        ]),
    })
  },
}

/** `GET /api/fof/upload/shared-files`: shared files, newest first. */
const sharedFilesRoute: Route = {
  method: 'GET',
  path: '/api/fof/upload/shared-files',
  isInViews: true,
  document: { type: 'shared-files' },
  describes: {
    summary: 'List the shared files',
    query,
    answers: { 200: { resources: 'shared-files' }, 422: 'error' },
  },
  async run(request, context) {
    const isHidden = showsHidden(request, context)
    const named = await namedFiles(request, ofAll, context)
    return answerList(request, context, {
      sort: () => order(named),
      ignoresSort: true,
      where: (eb) =>
        eb.and([...(isHidden ? [eb('fof_upload_files.hidden', '=', true)] : []), ...(named?.(eb) ?? [])]),
    })
  },
}

function userIdOf({ query }: RouteRequest, context: Context): number {
  const { user } = (query.filter ?? {}) as Record<string, unknown>
  if (user === undefined) return context.actor.id
  if (typeof user === 'string' && /^\d{1,15}$/.test(user)) return Number(user)
  return refuseFilter('core.api.invalid_filter_type.must_be_numeric_message', 'user', context)
}

function showsHidden(request: RouteRequest, context: Context): boolean {
  return filterOf(request, 'hidden', context) === 'true'
}

/** @throws 422 for a list: what is searched for would be left out silently. */
function filterOf({ query }: RouteRequest, name: string, context: Context): string | undefined {
  const value = (query.filter as Record<string, unknown> | undefined)?.[name]
  if (value === undefined || typeof value === 'string') return value
  return refuseFilter('core.api.invalid_filter_type.must_not_be_array_message', name, context)
}

/** The newest first. Of files that a search has found the ids are known. */
function order(named: Conditions | undefined): string {
  return named ? '-id' : '-created_at'
}

type Conditions = (eb: ExpressionBuilder<Tables, 'fof_upload_files'>) => Expression<SqlBool>[]

/** The condition of `filter[q]`: files whose names have its words. Undefined without words. */
async function namedFiles(
  request: RouteRequest,
  ownerId: number,
  context: Context,
): Promise<Conditions | undefined> {
  const q = filterOf(request, 'q', context)
  if (q === undefined || q.trim() === '') return undefined
  const type = filterOf(request, 'type', context)
  // A kind that is none finds nothing.
  const kind = fileKinds.find((one) => one === type)
  const ids = await findByName({ text: q, ownerId, kind }, context)
  return (eb) => [ids.length > 0 ? eb('fof_upload_files.id', 'in', ids) : eb.lit(false)]
}

export const listRoutes: readonly Route[] = [uploadsRoute, sharedFilesRoute]
