import { jsonSchemaOf } from '../../infrastructure/schema/json-schema.ts'
import type { Points } from '../../points/extension-point.ts'
import type { WriteDescription } from '../../points/resources/described.ts'
import type { EndpointName } from '../../points/resources/endpoints.ts'
import { apiContentType } from '../http/answers/documents.ts'
import type { ResourcePlace } from '../http/api-routes.ts'
import { failures, includedTypes, listDocument, resourceDocument, response } from './answers.ts'
import {
  fieldsParameters,
  includeParameters,
  listParameters,
  nearParameter,
  pageParameters,
  queryParameter,
  templateOf,
} from './parameters.ts'
import { identifierOf, type Part, resourceRef } from './schemas.ts'
import { securityOf } from './security.ts'

const verbs: Readonly<Record<EndpointName, string>> = {
  index: 'List',
  show: 'Show one of',
  create: 'Make one of',
  update: 'Change one of',
  delete: 'Delete one of',
}

/** An operation of the document and where it stands. */
export interface PlacedOperation {
  path: string
  method: string
  operation: Part
}

/** What an endpoint of a resource takes and answers. */
export function resourceOperation(place: ResourcePlace, points: Points): PlacedOperation {
  const { resource, name, method } = place
  const { type, endpoints } = resource
  const isRead = name === 'index' || name === 'show'
  const bySlug = name === 'show' && endpoints.show?.parseId !== undefined
  const { path, parameters } = templateOf(place.path, () => !bySlug && !endpoints.show?.findBySlug)
  const body = requestOf(place)
  const operation = {
    operationId: `${type}.${name}`,
    summary: `${verbs[name]} ${type}`,
    tags: [type],
    security: securityOf({
      isApi: true,
      isSafe: isRead,
      needsAccount: endpoints[name]?.authenticated ?? false,
    }),
    parameters: [...parameters, ...parametersOf(place, points)],
    ...(body && { requestBody: body }),
    responses: { ...successOf(place, points), ...failures(failuresOf(place, points)) },
  }
  return { path, method, operation }
}

function parametersOf({ resource, name }: ResourcePlace, points: Points): Part[] {
  if (name === 'delete') return []
  const { allowed } = resource.includes[name]
  const { show } = resource.endpoints
  return [
    ...includeParameters(resource.includes[name]),
    ...fieldsParameters([resource.type, ...includedTypes(points, resource.type, allowed)]),
    ...(name === 'index' ? listParameters(resource) : []),
    ...(name === 'show' && show?.findBySlug
      ? [queryParameter('bySlug', { enum: ['1', 'true'] }, 'The path has a slug instead of an id.')]
      : []),
    // What a show endpoint prepares is the page of posts that stands in it.
    ...(name === 'show' && show?.prepare ? [...pageParameters(20), nearParameter] : []),
    ...(name === 'create' ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
  ]
}

function successOf({ resource, name }: ResourcePlace, points: Points): Record<string, Part> {
  const { type } = resource
  const status = name === 'create' ? 201 : name === 'delete' ? 204 : 200
  if (name === 'delete') return { [status]: response(status) }
  const { show } = resource.includes
  // A creation that is repeated may show what was made; a change may answer more than it is asked for.
  const allowed = [...resource.includes[name].allowed, ...(name === 'create' ? show.allowed : [])]
  const isOpen = name === 'update' && resource.endpoints.update?.answer !== undefined
  const included = isOpen ? [...points.resources.keys()] : includedTypes(points, type, allowed)
  const content =
    name === 'index'
      ? listDocument(type, included, resource.search !== undefined)
      : resourceDocument(resourceRef(type), included)
  return { [status]: response(status, content) }
}

function failuresOf({ resource: { type, endpoints }, name }: ResourcePlace, points: Points): number[] {
  const throttled = [...points.throttles.values()].some(({ endpoints: watched }) =>
    watched.includes(`${type}.${name}`),
  )
  const also = [...(endpoints[name]?.authenticated ? [401] : []), ...(throttled ? [429] : [])]
  switch (name) {
    case 'index':
      return [400, ...(endpoints.index?.ability ? [403] : []), 422, ...also]
    case 'show':
      return [400, 404, ...also]
    case 'delete':
      return [400, 403, 404, 409, 413, ...also]
    case 'create':
      return [400, 401, 403, 404, 409, 410, 413, 422, ...also]
    default:
      return [400, 401, 403, 404, 409, 413, 422, ...also]
  }
}

function requestOf({ resource, name }: ResourcePlace): Part | undefined {
  const { endpoints } = resource
  if (name !== 'create' && name !== 'update') return undefined
  // Such a change is the same whatever the body says.
  if (name === 'update' && endpoints.update?.run) return undefined
  const { requires = [], ignores = [], ...also } = endpoints[name]?.describes ?? {}
  const attributes = attributesOf({ resource, ignores, also })
  const relationships = relationshipsOf({ resource, name, also })
  const meta = schemasOf(also.meta)
  const part = (properties: Part) => {
    const required = requires.filter((one) => Object.hasOwn(properties, one))
    return { type: 'object', properties, ...(required.length > 0 && { required }) }
  }
  const data = {
    attributes: part(attributes),
    ...(Object.keys(relationships).length > 0 && { relationships: part(relationships) }),
  }
  const schema = {
    type: 'object',
    properties: {
      data: {
        type: 'object',
        properties: { type: { type: 'string' }, id: { type: 'string' }, ...data },
        ...(requires.length > 0 && {
          required: Object.entries(data)
            .filter(([, section]) => 'required' in section)
            .map(([key]) => key),
        }),
      },
      ...(Object.keys(meta).length > 0 && { meta: { type: 'object', properties: meta } }),
    },
    ...(requires.length > 0 && { required: ['data'] }),
  }
  return { required: requires.length > 0, content: { [apiContentType]: { schema } } }
}

interface WrittenParts {
  resource: ResourcePlace['resource']
  ignores: readonly string[]
  also: WriteDescription
}

function attributesOf({ resource, ignores, also }: WrittenParts): Part {
  const written = [...resource.fields].flatMap(([name, { schema }]) =>
    schema && !ignores.includes(name) ? [[name, jsonSchemaOf(schema)] as const] : [],
  )
  return { ...Object.fromEntries(written), ...schemasOf(also.attributes) }
}

function relationshipsOf({
  resource,
  name,
  also,
}: Pick<ResourcePlace, 'resource' | 'name'> & { also: WriteDescription }): Part {
  const written = [...resource.relations].flatMap(([relation, { to, write }]) =>
    write && name === 'update'
      ? [[relation, { type: 'array', items: identifierOf({ const: to }) }] as const]
      : [],
  )
  const others = Object.entries(also.relationships ?? {}).map(
    ([relation, to]) => [relation, identifierOf({ const: to })] as const,
  )
  return Object.fromEntries(
    [...written, ...others].map(([relation, data]) => [
      relation,
      { type: 'object', required: ['data'], properties: { data } },
    ]),
  )
}

function schemasOf(schemas: WriteDescription['meta'] = {}): Part {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, jsonSchemaOf(schema)]))
}
