import type { IncomingMessage } from 'node:http'

/** HEAD is missing: its answers have no body, and the sender of a POST would wait for one (D25). */
const overridable = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Treats a POST to the API as the method that `X-HTTP-Method-Override` names (api-core 1.8). Changes the request,
 * because it runs before routing.
 */
export function overrideMethod(request: IncomingMessage, basePath: string): void {
  const override = request.headers['x-http-method-override']
  if (override === undefined || request.method !== 'POST') return
  if (!request.url?.startsWith(`${basePath}/api/`)) return
  const method = String(override).toUpperCase()
  // No path of the API has PUT: other methods get 405.
  request.method = overridable.has(method) ? method : 'PUT'
}
