import { z } from 'zod'
import { permissionDenied } from '../../infrastructure/errors.ts'
import { readFields } from '../../infrastructure/schema/problems.ts'
import { type FailedRule, wholeNumber } from '../../infrastructure/schema/values.ts'
import { translatorOf } from '../../points/context/context.ts'
import type { Route } from '../../points/requests/routes.ts'
import { type ExportFormat, exportEntries, exportFormats } from './export.ts'

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
}

const query = {
  format: z
    .unknown()
    .transform((value, context): ExportFormat => {
      const format = exportFormats.find((name) => name === (value ?? 'csv'))
      if (format) return format
      context.addIssue({ code: 'custom', params: { rule: 'in' } satisfies FailedRule })
      return z.NEVER
    })
    .meta({ enum: [...exportFormats], default: 'csv' }),
  after: z.union([z.undefined(), wholeNumber({ min: 1 })]).meta({ type: 'integer', minimum: 1 }),
}

/** `GET /api/audit-entries/export`: a file with all entries that meet the filters of the list, the newest first. */
export const exportRoute: Route = {
  method: 'GET',
  path: '/api/audit-entries/export',
  describes: {
    summary: 'Download the audit log; `after`, the id of the last entry received, resumes a download',
    query,
    answers: { 200: { text: 'text/csv' }, 403: 'error', 404: 'error', 422: 'error' },
  },
  run(request, context) {
    if (!context.actor.can('auditLog.view')) throw permissionDenied()
    const { format, after } = readFields(query, request.query, translatorOf(context))
    const { filter } = request.query
    return {
      status: 200,
      contentType: contentTypes[format],
      headers: {
        'content-disposition': `attachment; filename="audit-log.${format}"`,
        'cache-control': 'private, no-store',
      },
      pieces: () =>
        exportEntries(context, { format, filter, ...(after !== undefined && { after: Number(after) }) }),
    }
  },
}
