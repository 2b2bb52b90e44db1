import type { z } from 'zod'
import { type Problem, permissionDenied, validationError } from '../../infrastructure/errors.ts'
import { problemsOf } from '../../infrastructure/schema/problems.ts'
import { type Context, translatorOf, type WriteContext } from '../../points/context/context.ts'
import type { WriteInput } from '../../points/resources/endpoints.ts'
import type { Field } from '../../points/resources/fields.ts'
import type { ResourceRows, Row } from '../../points/resources/resource-rows.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { isRecord } from './query.ts'
import { currentRow, resourceOf } from './rows.ts'
import { readTargets, sentRelations } from './write-relations.ts'

/** Reads the members of a write document. @throws 422 for members of the wrong type (api-core 1.2, D2). */
export function readWriteInput(body: unknown, context: Context): WriteInput {
  const document = isRecord(body) ? body : {}
  const data = readMember(document, 'data', '/data', context)
  return {
    attributes: readMember(data, 'attributes', '/data', context),
    relationships: readMember(data, 'relationships', '/data', context),
    meta: readMember(document, 'meta', '/data', context),
  }
}

function readMember(parent: Record<string, unknown>, name: string, pointer: string, context: Context) {
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
 * Reads attributes by the schemas of their fields; null counts as absent, unless the field takes it. @throws a validation
 * error that names every refused attribute.
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
    if (!field?.schema) throw new Error(`${type}.${name} has no schema to read it with`)
    const result = readField(name, field, sentValue(field, attributes[name]), context)
    if (result.problems) problems.push(...result.problems)
    else values[name] = result.value
  }
  if (problems.length > 0) throw validationError({ problems })
  return values as Record<Names, unknown>
}

/** The sent value of a field; undefined if it counts as absent. */
function sentValue({ takesNull }: Field, value: unknown): unknown {
  return takesNull ? value : (value ?? undefined)
}

type FieldResult = { value: unknown; problems?: undefined } | { value?: undefined; problems: Problem[] }

function readField(name: string, field: Field, raw: unknown, context: Context): FieldResult {
  const parsed = (field.schema as z.ZodType).safeParse(raw)
  if (parsed.success) return { value: parsed.data }
  const translate = translatorOf(context)
  return { problems: problemsOf(parsed.error, field.errorName ?? name, translate) }
}

/** The input of `applyChanges`. */
export type Changes = Pick<WriteInput, 'attributes'> & Partial<Pick<WriteInput, 'relationships'>>

/**
 * Applies the writable attributes and relationships of a request to a row: checks all permissions (403) and all values
 * (422), updates the row, then calls `changed` of each changed field. Unknown members are ignored, and null where the field
 * does not take it; unchanged values are not checked. @returns the current row; undefined if a change deleted it.
 */
export async function applyChanges(
  context: WriteContext,
  resource: Resource,
  row: Row,
  { attributes, relationships = {} }: Changes,
  except: readonly string[] = [],
): Promise<Row | undefined> {
  const sent = [...resource.fields].filter(
    ([name, field]) =>
      field.writable &&
      !except.includes(name) &&
      sentValue(field, attributes[name]) !== undefined &&
      field.accepts?.(row) !== false,
  )
  const related = sentRelations(resource, relationships)
  if (sent.length === 0 && related.length === 0) return row
  for (const [name, field] of sent) {
    if (!(await mayWrite(context, resource, row, field, attributes[name]))) throw permissionDenied()
  }
  for (const { write } of related) {
    if (!context.actor.can(write.ability, resource.type as never, row as never)) throw permissionDenied()
  }
  const changes = await readChanges(context, row, sent, attributes)
  const targets = await readTargets(context, related)
  if (changes.length === 0 && targets.length === 0) return row
  const after = await updateRow(context, resource, row, changes)
  for (const { field, value } of changes) await field.changed?.({ row: after, before: row, value }, context)
  for (const { write, ids } of targets) await write.set(ids, row, context)
  if (after !== row || targets.length > 0)
    await context.emit('resource.changed', {
      type: resource.type,
      id: row.id,
      ...(after !== row && { change: { before: row, after } }),
    })
  return currentRow(context, resource.type as keyof ResourceRows, row.id)
}

/** Reads the values that differ from the row's. @throws a validation error that names every refused value. */
async function readChanges(
  context: WriteContext,
  row: Row,
  sent: readonly (readonly [string, Field])[],
  attributes: Readonly<Record<string, unknown>>,
): Promise<Change[]> {
  const problems: Problem[] = []
  const changes: Change[] = []
  for (const [name, field] of sent) {
    if (field.column && columnOf(row, field.column) === attributes[name]) continue
    const { value, problems: refused } = readField(name, field, attributes[name], context)
    if (refused) problems.push(...refused)
    else if (isChange(field, row, value)) {
      problems.push(...((await field.check?.(value, row, context)) ?? []))
      changes.push({ field, value })
    }
  }
  if (problems.length > 0) throw validationError({ problems })
  return changes
}

interface Change {
  field: Field
  value: unknown
}

async function updateRow(
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
  if (field.column) return columnOf(row, field.column) !== value
  return true
}

function columnOf(row: Row, column: string): unknown {
  return (row as unknown as Record<string, unknown>)[column]
}
