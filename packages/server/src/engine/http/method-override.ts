import type { IncomingMessage } from 'node:http'

/** Answers to others have another form: to HEAD none has a body, and the sender of a POST would wait for one (D25). */
const overridable = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Treats a POST to the API as the method that `X-HTTP-Method-Override` names (api-core 1.8). It happens before
 * routing, so the request itself is changed.
 */
export function overrideMethod(request: IncomingMessage, basePath: string): void {
  const override = request.headers['x-http-method-override']
  if (override === undefined || request.method !== 'POST') return
  if (!request.url?.startsWith(`${basePath}/api/`)) return
  const method = String(override).toUpperCase()
  // Every other one counts as a method that no path has.
  request.method = overridable.has(method) ? method : 'PUT'
}
