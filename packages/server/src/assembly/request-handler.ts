import type { IncomingMessage, ServerResponse } from 'node:http'
import { overrideMethod } from '../engine/http/method-override.ts'
import { basePathOf } from '../engine/http/server.ts'
import type { ExtensionHealth } from '../points/health/extension-health.ts'
import type { Builds } from './builds.ts'

/** Passes requests to the current build. */
export function createHandler(
  builds: Pick<Builds, 'current'>,
  health: ExtensionHealth,
  baseUrl: string,
): (request: IncomingMessage, response: ServerResponse) => void {
  const basePath = basePathOf(baseUrl)
  return (request, response) => {
    health.countRequest(builds.current.enabled)
    overrideMethod(request, basePath)
    builds.current.app.routing(request, response)
  }
}
