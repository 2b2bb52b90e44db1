import type { FastifyInstance } from 'fastify'
import type { EndpointTools } from '../engine/http/endpoint.ts'
import type { ServerOptions } from '../engine/http/server.ts'
import type { ClientBuild } from '../engine/page/client-build.ts'
import type { GuestPageCache } from '../engine/page/guest-cache.ts'
import { mountPages } from '../engine/page/mount-pages.ts'
import type { Pages } from '../engine/page/pages.ts'
import { mountRealtime } from '../engine/realtime/mount-realtime.ts'
import type { Realtime } from '../engine/realtime/realtime.ts'
import type { Forum } from '../points/context/context.ts'

interface Mounted {
  realtime: Realtime
  pageCache: GuestPageCache | undefined
  client: ClientBuild | undefined
  pages: Pages | undefined
}

/** Options of `buildServer` that mount real time, and the client's files and pages. */
export function mountsOf(
  forum: Forum,
  { realtime, pageCache, client, pages }: Mounted,
): Pick<ServerOptions, 'client' | 'mountOthers'> {
  const { basePath } = forum
  // Pages of the previous build are outdated.
  pageCache?.clear()
  return {
    ...(client && { client: client.folder }),
    mountOthers(app: FastifyInstance, tools: EndpointTools) {
      mountRealtime(app, forum, tools, realtime)
      if (pages) mountPages(app, forum, tools, { pages, cache: pageCache, basePath })
    },
  }
}
