import type { IncomingMessage } from 'node:http'

const overridable = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Treats a POST to the API as the method that `X-HTTP-Method-Override` names (api-core 1.8). It happens before
 * routing, so the request itself is changed.
 */
export function overrideMethod(request: IncomingMessage, basePath: string): void {
  const override = request.headers['x-http-method-override']
  if (override === undefined || request.method !== 'POST') return
  if (!request.url?.startsWith(`${basePath}/api/`)) return
  const method = String(override).toUpperCase()
  // A method nobody knows is one that no path has, like PUT.
  request.method = overridable.has(method) ? method : 'PUT'
}
