import type { z } from 'zod'
import type { Context, WriteContext } from '../context.ts'
import { type Problem, permissionDenied, validationError } from '../errors.ts'
import type { WriteInput } from '../points/endpoints.ts'
import type { Field } from '../points/fields.ts'
import type { ResourceRows, Row } from '../points/resource-rows.ts'
import type { Resource } from '../points/resources.ts'
import { problemsOf } from '../schema/problems.ts'
import { isRecord } from './query.ts'
import { currentRow, resourceOf } from './rows.ts'

/** The members of a write document; 422 on members of the wrong kind (api-core 1.2, D2). */
export function readWriteInput(body: unknown, context: Context): WriteInput {
  const document = isRecord(body) ? body : {}
  const data = member(document, 'data', '/data', context)
  return {
    attributes: member(data, 'attributes', '/data', context),
    relationships: member(data, 'relationships', '/data', context),
    meta: member(document, 'meta', '/data', context),
  }
}

function member(parent: Record<string, unknown>, name: string, pointer: string, context: Context) {
  const value = parent[name]
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return {}
  if (isRecord(value)) return value
  const detail = context.forum.translate(
    'core.api.malformed_document_message',
    { member: name },
    context.locale,
  )
  throw validationError({ problems: [{ detail, pointer }] })
}

/**
 * Reads attributes by their fields' schemas, null and absent ones as missing. Throws a validation error that
 * names every refused one. Those in `optional` are undefined when they are missing.
 */
export function readAttributes<Names extends string>(
  context: Context,
  type: keyof ResourceRows & string,
  attributes: Readonly<Record<string, unknown>>,
  names: readonly Names[],
): Record<Names, unknown> {
  const resource = resourceOf(context, type)
  const problems: Problem[] = []
  const values: Partial<Record<Names, unknown>> = {}
  for (const name of names) {
    const field = resource.fields.get(name)
    if (!field?.schema) throw new Error(`${type}.${name} cannot be written`)
    const result = readField(name, field, attributes[name] ?? undefined, context)
    if (result.problems) problems.push(...result.problems)
    else values[name] = result.value
  }
  if (problems.length > 0) throw validationError({ problems })
  return values as Record<Names, unknown>
}

type FieldResult = { value: unknown; problems?: undefined } | { problems: Problem[] }

function readField(name: string, field: Field, raw: unknown, context: Context): FieldResult {
  const parsed = (field.schema as z.ZodType).safeParse(raw)
  if (parsed.success) return { value: parsed.data }
  const translate = (key: string) => context.forum.translate(key, undefined, context.locale)
  return { problems: problemsOf(parsed.error, field.errorName ?? name, translate) }
}

/**
 * Applies the writable attributes that were sent to a row: first every permission (403), then every value (422),
 * then one update, then what follows from each change. Unknown and null attributes are ignored. Returns the row
 * as it is afterwards; undefined if a change made it go.
 */
export async function applyAttributes(
  context: WriteContext,
  resource: Resource,
  row: Row,
  attributes: Readonly<Record<string, unknown>>,
  except: readonly string[] = [],
): Promise<Row | undefined> {
  const sent = [...resource.fields].filter(
    ([name, field]) =>
      field.writable &&
      !except.includes(name) &&
      (attributes[name] ?? null) !== null &&
      field.accepts?.(row) !== false,
  )
  if (sent.length === 0) return row
  for (const [name, field] of sent) {
    if (!(await mayWrite(context, resource, row, field, attributes[name]))) throw permissionDenied()
  }
  const values = readAttributes(
    context,
    resource.type as keyof ResourceRows,
    attributes,
    sent.map(([name]) => name),
  )
  const changes = sent
    .map(([name, field]) => ({ field, value: values[name] }))
    .filter(({ field, value }) => isChange(field, row, value))
  if (changes.length === 0) return row
  const after = await store(context, resource, row, changes)
  for (const { field, value } of changes) await field.changed?.({ row: after, before: row, value }, context)
  if (after !== row) await context.emit('resource.changed', { type: resource.type, id: row.id })
  return currentRow(context, resource.type as keyof ResourceRows, row.id)
}

interface Change {
  field: Field
  value: unknown
}

async function store(
  context: WriteContext,
  resource: Resource,
  row: Row,
  changes: readonly Change[],
): Promise<Row> {
  const columns: Record<string, unknown> = {}
  for (const { field, value } of changes) {
    Object.assign(columns, field.set ? await field.set(value, row, context) : columnValue(field, value))
  }
  if (Object.keys(columns).length === 0) return row
  await context.db
    .updateTable(resource.table as 'users')
    .set(columns)
    .where('id', '=', row.id)
    .execute()
  return { ...row, ...columns }
}

function columnValue(field: Field, value: unknown): Record<string, unknown> {
  return field.column ? { [field.column]: value } : {}
}

async function mayWrite(
  context: WriteContext,
  resource: Resource,
  row: Row,
  field: Field,
  value: unknown,
): Promise<boolean> {
  if (typeof field.writable === 'function') return field.writable(row, value, context)
  return context.actor.can(field.writable ?? '', resource.type as never, row as never)
}

function isChange(field: Field, row: Row, value: unknown): boolean {
  if (field.current) return field.current(row) !== value
  if (field.column) return (row as unknown as Record<string, unknown>)[field.column] !== value
  return true
}
