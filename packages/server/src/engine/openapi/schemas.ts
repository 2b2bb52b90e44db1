import type { Points } from '../../points/extension-point.ts'
import type { Json } from '../../points/resources/described.ts'
import type { Relation } from '../../points/resources/relations.ts'
import type { Resource } from '../../points/resources/resources.ts'

/** A JSON Schema (2020-12), or another part of the document. */
export type Part = Readonly<Record<string, unknown>>

/** A reference to the schema of a resource type. */
export function resourceRef(type: string): Part {
  return { $ref: `#/components/schemas/${type}` }
}

/** The schemas of the resource objects of every type, and of the error document. */
export function componentSchemas(points: Points): Part {
  const resources = [...points.resources.values()].map((resource) => [
    resource.type,
    resourceObject(resource, [...points.resources.keys()]),
  ])
  return { ...Object.fromEntries(resources), errors: errorDocument }
}

/** The schema of a resource object. No attribute is required, because `fields[type]` may omit it. */
export function objectOf(type: string, attributes: Part, relationships: Part = {}): Part {
  return {
    type: 'object',
    required: ['type', 'id'],
    properties: {
      type: { const: type },
      id: { type: 'string' },
      attributes,
      ...(Object.keys(relationships).length > 0 && {
        relationships: { type: 'object', properties: relationships },
      }),
    },
  }
}

function resourceObject({ type, fields, relations, forms }: Resource, types: readonly string[]): Part {
  const shown = [...fields].filter(([, field]) => field.column || field.get || field.load)
  const attributes = shown.map(([name, { json, form = 'full' }]) => [
    name,
    { ...jsonPart(json), ...(forms.length > 1 && { description: `In the form "${form}" and fuller ones.` }) },
  ])
  const relationships = [...relations].map(([name, relation]) => [name, relationshipOf(relation, types)])
  return objectOf(
    type,
    { type: 'object', properties: Object.fromEntries(attributes) },
    Object.fromEntries(relationships),
  )
}

/** The schema of a value; an empty one, which allows any value, if the field declares none. */
function jsonPart(json: Json = 'any'): Part {
  if (json === 'any') return {}
  const name = json.replace('?', '')
  const type = name === 'date' ? 'string' : name
  return {
    type: json.endsWith('?') ? [type, 'null'] : type,
    ...(name === 'date' && { format: 'date-time' }),
  }
}

function relationshipOf({ to, many }: Relation, types: readonly string[]): Part {
  const target = identifierOf(to === '*' ? { enum: types } : { const: to })
  return {
    type: 'object',
    required: ['data'],
    properties: { data: many ? { type: 'array', items: target } : target },
  }
}

/** The schema of a resource identifier. */
export function identifierOf(type: Part): Part {
  return { type: 'object', required: ['type', 'id'], properties: { type, id: { type: 'string' } } }
}

const errorDocument: Part = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['status', 'code'],
        properties: {
          status: { type: 'string', pattern: '^[45]\\d\\d$' },
          code: { type: 'string', description: 'The error, for programs.' },
          title: { type: 'string' },
          detail: { type: 'string', description: 'The error, for users.' },
          source: {
            type: 'object',
            properties: {
              pointer: {
                type: 'string',
                description: 'JSON pointer to the wrong value; fields have their names of the database.',
              },
            },
          },
        },
        additionalProperties: true,
      },
    },
  },
}
