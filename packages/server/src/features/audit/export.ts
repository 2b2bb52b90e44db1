import { filterConditions } from '../../engine/jsonapi/lists/conditions.ts'
import { isAfter, orderOf, orderRows, valuesOf } from '../../engine/jsonapi/lists/order.ts'
import { parseFilters, type Query } from '../../engine/jsonapi/query.ts'
import { resourceOf, visibleRows } from '../../engine/jsonapi/rows.ts'
import { csvRow } from '../../infrastructure/csv.ts'
import { notFound } from '../../infrastructure/errors.ts'
import { type Context, unboundedReads } from '../../points/context/context.ts'
import { exportedEntry, exportedNames } from './entry.ts'
import type { AuditEntryRow } from './table.ts'

export const exportFormats = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Which entries are read. */
export interface EntriesRequest {
  /** The filters of the list: `filter[…]`. */
  filter?: Query['filter']
  /** Only entries after this one, by id: the last one that an interrupted export has. */
  after?: number
}

/** Which entries are exported, and how. */
export interface ExportRequest extends EntriesRequest {
  format: ExportFormat
}

const batchSize = 200
const newestFirst = [{ name: 'createdAt', descending: true }]

/**
 * Yields the entries that meet the filters as text, the newest first, however many there are: memory holds one batch.
 * @throws 422 for invalid filters and 404 for an entry `after` that does not exist, before the first piece.
 */
export async function* exportEntries(
  context: Context,
  { format, ...request }: ExportRequest,
): AsyncGenerator<string, void, undefined> {
  const write = format === 'csv' ? csvLine : jsonLine
  // An export that goes on is appended to a file that has the names.
  if (format === 'csv' && request.after === undefined) yield csvRow(exportedNames)
  for await (const rows of batches(context, request)) {
    yield rows.map((row) => write(exportedEntry(row, context))).join('')
  }
}

/** Yields the entries that meet the filters with all their values, the newest first. @throws as `exportEntries`. */
export async function* listEntries(
  context: Context,
  request: EntriesRequest,
): AsyncGenerator<Readonly<Record<string, unknown>>, void, undefined> {
  for await (const rows of batches(context, request)) {
    for (const row of rows) yield exportedEntry(row, context)
  }
}

async function* batches(
  context: Context,
  { filter, after }: EntriesRequest,
): AsyncGenerator<AuditEntryRow[], void, undefined> {
  const resource = resourceOf(context, 'audit-entries')
  const order = orderOf(resource, newestFirst)
  const db = unboundedReads(context)
  let base = orderRows(visibleRows(context, resource, { db }), order).limit(batchSize)
  for (const condition of filterConditions(context, resource, parseFilters(filter)))
    base = base.where(condition)
  let last = after === undefined ? undefined : await findEntry(context, after)
  for (;;) {
    const query = last ? base.where(isAfter(order, valuesOf(last, order))) : base
    const rows = (await query.execute()) as AuditEntryRow[]
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) return
    last = rows.at(-1)
  }
}

async function findEntry({ db }: Context, id: number): Promise<AuditEntryRow> {
  const row = await db.selectFrom('audit_entries').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

function jsonLine(entry: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(entry)}\n`
}

function csvLine(entry: Readonly<Record<string, unknown>>): string {
  return csvRow(
    exportedNames.map((name) => {
      const value = entry[name] ?? ''
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
    }),
  )
}
