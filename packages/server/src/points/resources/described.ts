import type { z } from 'zod'
import { jsonSchemaFault } from '../../infrastructure/schema/json-schema.ts'

const jsonNames = ['string', 'integer', 'number', 'boolean', 'date', 'array', 'object'] as const
type JsonName = (typeof jsonNames)[number]

/**
 * What a value is in answers: a `date` is a text by RFC 3339, `?` says that it may be null, `any` that it depends.
 * The description of the API is made of it, and tests hold the answers to it.
 */
export type Json = JsonName | `${JsonName}?` | 'any'

const known: ReadonlySet<string> = new Set(['any', ...jsonNames.flatMap((name) => [name, `${name}?`])])

/** What is wrong with what is said about a value, if anything. */
export function jsonFault(json: Json | undefined, isRead: boolean): string | undefined {
  if (json === undefined) return undefined
  if (!isRead) return 'has a json type but is not read'
  return known.has(json) ? undefined : `'${json}' is no json type, known are ${[...known].join(', ')}`
}

/** For the description of the API: how a write differs from taking the writable fields of its resource. */
export interface WriteDescription {
  /** Attributes and relationships that it cannot do without. */
  requires?: readonly string[]
  /** Writable fields that it does not take. */
  ignores?: readonly string[]
  /** Further attributes. */
  attributes?: Readonly<Record<string, z.ZodType>>
  /** Further to-one relationships, by the type that they lead to. */
  relationships?: Readonly<Record<string, string>>
  /** Members of `meta`. */
  meta?: Readonly<Record<string, z.ZodType>>
}

/** What is wrong with the description of a write, if anything. `fields` and `relations` are those that may be written. */
export function writeFault(
  { requires = [], ignores = [], attributes = {}, relationships = {}, meta = {} }: WriteDescription,
  fields: ReadonlySet<string>,
  types: ReadonlySet<string>,
): string | undefined {
  const ignored = ignores.find((name) => !fields.has(name))
  if (ignored !== undefined) return `ignores '${ignored}', which is no writable field`
  const taken = new Set([...fields, ...Object.keys(attributes), ...Object.keys(relationships)])
  const missing = requires.find((name) => !taken.has(name) || ignores.includes(name))
  if (missing !== undefined) return `requires '${missing}', which it does not take`
  const lost = Object.entries(relationships).find(([, type]) => !types.has(type))
  if (lost) return `the relationship '${lost[0]}' leads to '${lost[1]}', which is no resource`
  return firstFault([...Object.values(attributes), ...Object.values(meta)])
}

function firstFault(schemas: readonly z.ZodType[], io?: 'input' | 'output'): string | undefined {
  for (const schema of schemas) {
    const fault = jsonSchemaFault(schema, io)
    if (fault) return fault
  }
  return undefined
}

/** For the description of the API: what a route is for, takes and answers. */
export interface RouteDescription {
  /** One line, beginning with a verb. */
  summary: string
  /** Parameters of the query. */
  query?: Readonly<Record<string, z.ZodType>>
  /** The JSON or form body; `z.file()` is a file of a `multipart/form-data` body. */
  body?: z.ZodType
  /** By status. What every request may be answered (CSRF, throttles, faults of the server) is said for it. */
  answers: Readonly<Record<number, DescribedAnswer>>
}

export type DescribedAnswer =
  | 'empty'
  | 'redirect'
  /** HTML. */
  | 'page'
  /** An error document, or a page outside the API. */
  | 'error'
  /** A document with one resource of this type. */
  | { resource: string }
  /** A document with a resource that is not declared. */
  | { type: string; attributes: z.ZodType }
  | { json: z.ZodType }
  /** A text of this media type. */
  | { text: string }

/** What is wrong with the description of a route, if anything. */
export function routeFault(
  { summary, query = {}, body, answers }: RouteDescription,
  method: string,
  types: ReadonlySet<string>,
): string | undefined {
  if (summary.trim() === '') return 'has no summary'
  if (body && method === 'GET') return 'is read, so it has no body'
  if (Object.keys(answers).length === 0) return 'has no answers'
  for (const [status, answer] of Object.entries(answers)) {
    if (!/^[2-4]\d\d$/.test(status)) return `'${status}' is no status of an answer`
    if (typeof answer === 'object' && 'resource' in answer && !types.has(answer.resource))
      return `answers '${answer.resource}', which is no resource`
  }
  const answered = Object.values(answers).flatMap((answer) => {
    if (typeof answer !== 'object') return []
    return 'json' in answer ? [answer.json] : 'attributes' in answer ? [answer.attributes] : []
  })
  return firstFault([...Object.values(query), ...(body ? [body] : [])]) ?? firstFault(answered, 'output')
}
