import type { Forum } from '../../points/context/context.ts'
import { resourceRoutes, totalsRoutes } from '../http/api-routes.ts'
import { failureComponents, headerComponents } from './answers.ts'
import { fieldsComponents } from './parameters.ts'
import { resourceOperation, totalsOperation } from './resource-operations.ts'
import { routeOperation } from './route-operations.ts'
import { componentSchemas, type Part } from './schemas.ts'
import { securitySchemes } from './security.ts'

const introduction = `The forum's API: JSON:API 1.0 documents over HTTP. Times are RFC 3339 in UTC. Unknown parameters,
filters and attributes are ignored. A POST with the header X-HTTP-Method-Override is treated as that method. Answers
depend on the actor, so no attribute is always present.`

/**
 * Generates the description of all endpoints of a forum and its extensions from their declarations, in OpenAPI 3.1
 * (https://spec.openapis.org/oas/v3.1.1.html).
 */
export function openApiDocument({ points, baseUrl, version }: Forum): Part {
  const operations = [
    ...resourceRoutes(points).map((route) => resourceOperation(route, points)),
    ...totalsRoutes(points).map((route) => totalsOperation(route, points)),
    ...points.routes.map((route) => routeOperation(route, points)),
  ]
  const paths: Record<string, Record<string, Part>> = {}
  const ids = new Set<unknown>()
  for (const { path, method, operation } of operations) {
    // Routes may share a name, operations may not.
    const operationId = ids.has(operation.operationId) ? `${method} ${path}` : operation.operationId
    ids.add(operationId)
    paths[path] = { ...paths[path], [method.toLowerCase()]: { ...operation, operationId } }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Forum API', version, description: introduction.replaceAll('\n', ' ') },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      schemas: componentSchemas(points),
      headers: headerComponents,
      responses: failureComponents(),
      parameters: { 'Idempotency-Key': idempotencyKey, ...fieldsComponents(points) },
      securitySchemes,
    },
  }
}

const idempotencyKey: Part = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'For logged-in users: a request repeated with the same key and body within a day changes nothing more. It is answered with the current state of the resource that the first one created, or 410 if that is deleted. With another body it is 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}
