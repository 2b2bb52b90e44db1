import { invalidParameter, permissionDenied } from '../../infrastructure/errors.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'
import type { Route } from '../../points/requests/routes.ts'
import { viewStatistics } from './contract-route.ts'
import { formatCsv, type Report, readRange, readReport, reportFields, reportSchema } from './report.ts'

const fileHeaders = (name: string) => ({ 'content-disposition': `attachment; filename="${name}"` })

/** The statistics of the dashboard, and the same as a file. */
export const reportRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/admin/statistics',
    describes: {
      summary: 'Show the statistics of a range of days',
      query: reportFields,
      answers: { 200: { json: reportSchema }, 400: 'error', 403: 'error' },
    },
    run: async ({ query }, context) => ({ status: 200, json: await reportOf(query, context) }),
  },
  {
    method: 'GET',
    path: '/api/admin/statistics.csv',
    describes: {
      summary: 'Export the statistics of a range of days',
      query: reportFields,
      answers: { 200: { text: 'text/csv' }, 400: 'error', 403: 'error' },
    },
    async run({ query }, context) {
      const report = await reportOf(query, context)
      const { unit, from, to } = report
      return {
        status: 200,
        // The byte order mark tells spreadsheets that the file is UTF-8.
        text: `\uFEFF${formatCsv(report, translatorOf(context)('core.admin.statistics.period_label'))}`,
        contentType: 'text/csv; charset=utf-8',
        headers: fileHeaders(`statistics-${from}-${to}-${unit}.csv`),
      }
    },
  },
]

async function reportOf(query: unknown, context: Context): Promise<Report> {
  if (!context.actor.can(viewStatistics)) throw permissionDenied()
  const range = readRange(query, context.now)
  if (!range) throw invalidParameter()
  return readReport(context, range)
}
