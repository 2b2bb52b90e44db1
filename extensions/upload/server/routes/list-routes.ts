import {
  answerList,
  type Context,
  notAuthenticated,
  permissionDenied,
  type Route,
  type RouteRequest,
  refuseFilter,
  wholeNumber,
} from '@parley/server'
import { viewsOthers } from '../rights.ts'

const page = {
  'page[offset]': wholeNumber({ min: 0 }).optional(),
  'page[limit]': wholeNumber({ min: 1, max: 50 }).optional(),
}

/** `GET /api/fof/uploads`: the files of a user that are not hidden, newest first; one's own without `filter[user]`. */
const uploadsRoute: Route = {
  method: 'GET',
  path: '/api/fof/uploads',
  document: { type: 'files' },
  describes: {
    summary: 'List the files of a user',
    query: { ...page, 'filter[user]': wholeNumber({ min: 1 }).optional() },
    answers: { 200: { resources: 'files' }, 401: 'error', 403: 'error', 422: 'error' },
  },
  async run(request, context) {
    const { actor } = context
    if (actor.isGuest) throw notAuthenticated()
    const userId = userIdOf(request, context)
    if (userId !== actor.id && !viewsOthers(actor)) throw permissionDenied()
    return answerList(request, context, {
      sort: () => '-id',
      ignoresSort: true,
      where: (eb) =>
        eb.and([
          eb('fof_upload_files.actor_id', '=', userId),
          eb('fof_upload_files.hidden', '=', false),
          eb('fof_upload_files.shared', '=', false),
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
    query: page,
    answers: { 200: { resources: 'shared-files' }, 422: 'error' },
  },
  run: (request, context) => answerList(request, context, { sort: () => '-id', ignoresSort: true }),
}

function userIdOf({ query }: RouteRequest, context: Context): number {
  const { user } = (query.filter ?? {}) as Record<string, unknown>
  if (user === undefined) return context.actor.id
  if (typeof user === 'string' && /^\d{1,15}$/.test(user)) return Number(user)
  return refuseFilter('core.api.invalid_filter_type.must_be_numeric_message', 'user', context)
}

export const listRoutes: readonly Route[] = [uploadsRoute, sharedFilesRoute]
