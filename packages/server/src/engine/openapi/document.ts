import type { Forum } from '../../points/context/context.ts'
import { resourcePlaces } from '../http/api-routes.ts'
import { failureComponents, headerComponents } from './answers.ts'
import { fieldsComponents } from './parameters.ts'
import { resourceOperation } from './resource-operations.ts'
import { routeOperation } from './route-operations.ts'
import { componentSchemas, type Part } from './schemas.ts'
import { securitySchemes } from './security.ts'

const about = `The forum's API: JSON:API 1.0 documents over HTTP. Times are RFC 3339 in UTC. Unknown parameters,
filters and attributes are ignored. A POST with the header X-HTTP-Method-Override is treated as that method. What the
forum shows depends on who asks, so no attribute is always there.`

/**
 * The description of everything a forum answers, extensions included, by OpenAPI 3.1
 * (https://spec.openapis.org/oas/v3.1.1.html), made from what is declared.
 */
export function openApiDocument({ points, baseUrl, version }: Forum): Part {
  const placed = [
    ...resourcePlaces(points).map((place) => resourceOperation(place, points)),
    ...points.routes.map((route) => routeOperation(route, points)),
  ]
  const paths: Record<string, Record<string, Part>> = {}
  const ids = new Set<unknown>()
  for (const { path, method, operation } of placed) {
    // Names of routes may be shared; what they are called here may not.
    const operationId = ids.has(operation.operationId) ? `${method} ${path}` : operation.operationId
    ids.add(operationId)
    paths[path] = { ...paths[path], [method.toLowerCase()]: { ...operation, operationId } }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Forum API', version, description: about.replaceAll('\n', ' ') },
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
    'Of those who are logged in: a request repeated with the same key and body within a day changes nothing more and is answered with what the first one made, as that is now, or 410 when it is gone; with another body it is 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}
