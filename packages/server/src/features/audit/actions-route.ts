import { z } from 'zod'
import { apiContentType } from '../../engine/http/answers/documents.ts'
import { permissionDenied } from '../../infrastructure/errors.ts'
import type { Context } from '../../points/context/context.ts'
import type { Route } from '../../points/requests/routes.ts'

/** Stands in a sentence for a name. */
const anyName = '…'

const actions = z.object({
  data: z.array(
    z.object({
      type: z.literal('audit-actions'),
      id: z.string(),
      attributes: z.object({ text: z.string() }),
    }),
  ),
})

/** `GET /api/audit-actions`: the actions that the log records, by which it can be filtered, in words. */
export const actionsRoute: Route = {
  method: 'GET',
  path: '/api/audit-actions',
  describes: {
    summary: 'List the actions that the audit log records',
    answers: { 200: { document: actions }, 403: 'error' },
  },
  run(_request, context) {
    if (!context.actor.can('auditLog.view')) throw permissionDenied()
    return { status: 200, json: { data: listActions(context) }, contentType: apiContentType }
  },
}

function listActions({ forum, locale }: Context): z.output<typeof actions>['data'] {
  return [...forum.points.audit]
    .map(([id, { text }]) => ({
      type: 'audit-actions' as const,
      id,
      attributes: { text: forum.translate(text, { actor: anyName, target: anyName }, locale) },
    }))
    .sort((one, other) => one.id.localeCompare(other.id, 'en'))
}
