import type { z } from 'zod'
import { type Problem, validationError } from '../../../infrastructure/errors.ts'
import { problemsOf } from '../../../infrastructure/schema/problems.ts'
import { type Context, translatorOf } from '../../../points/context/context.ts'
import type { WriteInput } from '../../../points/resources/endpoints.ts'
import type { Field } from '../../../points/resources/fields.ts'
import type { ResourceRows } from '../../../points/resources/resource-rows.ts'
import { isRecord } from '../query.ts'
import { resourceOf } from '../rows.ts'

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

/** Reads what the editor of a change began from. @throws 422 unless it is an object. */
export function readFrom(body: unknown, context: Context): NonNullable<WriteInput['from']> {
  const data = isRecord(body) && isRecord(body.data) ? body.data : {}
  return isRecord(data.meta) ? readMember(data.meta, 'from', '/data/meta', context) : {}
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
  const { values, problems } = tryAttributes(context, type, attributes, names)
  if (problems.length > 0) throw validationError({ problems })
  return values as Record<Names, unknown>
}

/** As `readAttributes`, but returns the problems, for callers that check more. `values` lacks refused attributes. */
export function tryAttributes<Names extends string>(
  context: Context,
  type: keyof ResourceRows & string,
  attributes: Readonly<Record<string, unknown>>,
  names: readonly Names[],
): { values: Partial<Record<Names, unknown>>; problems: Problem[] } {
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
  return { values, problems }
}

/** The sent value of a field; undefined if it counts as absent. */
export function sentValue({ takesNull }: Field, value: unknown): unknown {
  return takesNull ? value : (value ?? undefined)
}

type FieldResult = { value: unknown; problems?: undefined } | { value?: undefined; problems: Problem[] }

/** Reads a value by the schema of its field. */
export function readField(name: string, field: Field, raw: unknown, context: Context): FieldResult {
  const parsed = (field.schema as z.ZodType).safeParse(raw)
  if (parsed.success) return { value: parsed.data }
  return { problems: problemsOf(parsed.error, field.errorName ?? name, translatorOf(context)) }
}
