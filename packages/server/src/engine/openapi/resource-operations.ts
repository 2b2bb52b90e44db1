import { jsonSchemaOf } from '../../infrastructure/schema/json-schema.ts'
import type { Points } from '../../points/extension-point.ts'
import type { WriteDescription } from '../../points/resources/described.ts'
import type { EndpointName } from '../../points/resources/endpoints.ts'
import type { Relation } from '../../points/resources/relations.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { apiContentType } from '../http/answers/documents.ts'
import type { ResourceRoute, TotalsRoute } from '../http/api-routes.ts'
import {
  failures,
  includedTypes,
  listDocument,
  listMeta,
  resourceDocument,
  response,
  totalsDocument,
} from './answers.ts'
import {
  fieldsParameters,
  filterParameters,
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
  create: 'Create one of',
  update: 'Change one of',
  delete: 'Delete one of',
}

/** An operation of the document with its path and method. */
export interface RoutedOperation {
  path: string
  method: string
  operation: Part
}

/** Describes the parameters and answers of a resource endpoint. */
export function resourceOperation(route: ResourceRoute, points: Points): RoutedOperation {
  const { resource, name, method } = route
  const { type, endpoints } = resource
  const isRead = name === 'index' || name === 'show'
  const bySlug = name === 'show' && endpoints.show?.idOf !== undefined
  const { path, parameters } = templateOf(route.path, () => !bySlug && !endpoints.show?.findBySlug)
  const body = requestOf(route)
  const operation = {
    operationId: `${type}.${name}`,
    summary: `${verbs[name]} ${type}`,
    tags: [type],
    security: securityOf({
      isApi: true,
      isSafe: isRead,
      needsAccount: endpoints[name]?.authenticated ?? false,
    }),
    parameters: [...parameters, ...parametersOf(route, points)],
    ...(body && { requestBody: body }),
    responses: { ...successOf(route, points), ...failures(failuresOf(route, points)) },
  }
  return { path, method, operation }
}

/** Describes the totals of a list, which take its filters and fail as it does. */
export function totalsOperation({ resource, path, method }: TotalsRoute, points: Points): RoutedOperation {
  const { type, endpoints } = resource
  const needsAccount = endpoints.index?.authenticated ?? false
  const operation = {
    operationId: `${type}.totals`,
    summary: `Count the list of ${type}`,
    tags: [type],
    security: securityOf({ isApi: true, isSafe: true, needsAccount }),
    parameters: filterParameters(resource),
    responses: {
      200: response(200, totalsDocument()),
      ...failures(failuresOf({ resource, name: 'index' }, points)),
    },
  }
  return { path, method, operation }
}

function parametersOf({ resource, name }: ResourceRoute, points: Points): Part[] {
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
    // Show endpoints with `prepare` show a page of related rows.
    ...(name === 'show' && show?.prepare ? [...pageParameters(20), nearParameter] : []),
    ...(name === 'create' ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
  ]
}

function statusOf({ endpoints: { create, update } }: Resource, name: EndpointName): number {
  if (name === 'create') return create?.status ?? 201
  if (name === 'update') return update?.status ?? 200
  return name === 'delete' ? 204 : 200
}

function successOf({ resource, name }: ResourceRoute, points: Points): Record<string, Part> {
  const { type, endpoints } = resource
  const status = statusOf(resource, name)
  if (status === 204) return { [status]: response(status) }
  const { show } = resource.includes
  // A repeated creation may include what `show` does. A change may include more than the request asks for.
  const allowed = [...resource.includes[name].allowed, ...(name === 'create' ? show.allowed : [])]
  const includesAny = name === 'update' && resource.endpoints.update?.answer !== undefined
  const included = includesAny ? [...points.resources.keys()] : includedTypes(points, type, allowed)
  const content =
    name === 'index'
      ? listDocument(type, included, {
          meta: listMeta(resource),
          isWhole: endpoints.index?.isWhole !== undefined,
        })
      : resourceDocument(resourceRef(type), included)
  return { [status]: response(status, content) }
}

function failuresOf(
  { resource: { type, endpoints }, name }: Pick<ResourceRoute, 'resource' | 'name'>,
  points: Points,
): number[] {
  const isThrottled = [...points.throttles.values()].some(({ endpoints: throttled }) =>
    throttled.includes(`${type}.${name}`),
  )
  const also = [...(endpoints[name]?.authenticated ? [401] : []), ...(isThrottled ? [429] : [])]
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

function requestOf({ resource, name }: ResourceRoute): Part | undefined {
  const { endpoints } = resource
  if (name !== 'create' && name !== 'update') return undefined
  // Updates with `run` ignore the body.
  if (name === 'update' && endpoints.update?.run) return undefined
  const { requires: described = [], ignores = [], ...also } = endpoints[name]?.describes ?? {}
  const requires = requiredOf({ resource, name }, described)
  const attributes = attributesOf({ resource, ignores, also })
  const relationships = relationshipsOf({ resource, name, also })
  const meta = schemasOf(also.meta)
  const part = (properties: Part) => {
    const required = requires.filter((key) => Object.hasOwn(properties, key))
    return { type: 'object', properties, ...(required.length > 0 && { required }) }
  }
  const data = {
    attributes: part(attributes),
    ...(Object.keys(relationships).length > 0 && { relationships: part(relationships) }),
    ...(name === 'update' && fromOf(resource, { attributes, relationships })),
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

/** What the editor of a change began from, for what refuses conflicts. */
function fromOf(resource: Resource, { attributes, relationships }: Record<string, Part>): Part {
  const from = Object.fromEntries([
    ...[...resource.fields].flatMap(([name, { refusesConflicts }]) =>
      refusesConflicts && attributes?.[name] ? [[name, {}]] : [],
    ),
    ...[...resource.relations].flatMap(([name, { to, many, write }]) =>
      write?.refusesConflicts && relationships?.[name] ? [[name, targetsOf({ to, many, write })]] : [],
    ),
  ])
  if (Object.keys(from).length === 0) return {}
  const description = 'What the editor began from: 409 if another has changed it since.'
  return { meta: { type: 'object', properties: { from: { type: 'object', description, properties: from } } } }
}

interface WrittenParts {
  resource: ResourceRoute['resource']
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
}: Pick<ResourceRoute, 'resource' | 'name'> & { also: WriteDescription }): Part {
  const written = [...resource.relations].flatMap(([relation, { to, many, write }]) =>
    write && (write.at ?? name) === name ? [[relation, targetsOf({ to, many, write })] as const] : [],
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

function targetsOf({ to, many, write }: Pick<Relation, 'to' | 'many' | 'write'>): Part {
  const target = identifierOf({ const: to })
  if (many) return { type: 'array', items: target }
  return write?.takesNull ? { anyOf: [target, { type: 'null' }] } : target
}

/** The attributes and relationships that a write requires. */
function requiredOf(
  { resource, name }: Pick<ResourceRoute, 'resource' | 'name'>,
  described: readonly string[],
) {
  if (name !== 'create') return described
  const relations = [...resource.relations].filter(([, { write }]) => write?.isRequired)
  return [...described, ...relations.map(([relation]) => relation)]
}

function schemasOf(schemas: WriteDescription['meta'] = {}): Part {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, jsonSchemaOf(schema)]))
}
