import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Context } from '../context/context.ts'
import type { Declared, Owned } from '../declared.ts'
import { type RouteDescription, routeFault } from '../resources/described.ts'
import { checkUploads, type UploadedFile, type Uploads } from './uploads.ts'
import { definePoint } from '../extension-point.ts'
import type { Session } from './session.ts'

/**
 * A path that is no resource: `POST /api/token`, `GET /logout`. Below `/api/` failures are JSON:API error
 * documents and `Authorization` counts, elsewhere failures are HTML pages.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the base URL, with `:name` parameters. */
  path: string
  /** Throttles know it by this name. */
  name?: string
  /** False where a request without CSRF token is safe. */
  csrf?: false
  /** Failures are JSON:API error documents although the path is not below `/api/`. */
  jsonErrors?: true
  /** Answers everybody as a guest in the forum's locale: no cookie is read, so that anybody may keep the answer. */
  isPublic?: true
  /** Reads files from `multipart/form-data`; for routes without it such a body is empty. */
  uploads?: Uploads
  /** For the description of the API. */
  describes?: RouteDescription
  run(request: RouteRequest, context: Context): RouteAnswer | Promise<RouteAnswer>
}

export interface RouteRequest {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, unknown>>
  /** The JSON or form body; empty when there is none. */
  body: Readonly<Record<string, unknown>>
  /** Whether an HTML form sent the body: the answer is a page or a redirect, not JSON. */
  isForm: boolean
  /** Of routes with `uploads`: the files that were sent, if the body could be read. */
  files: readonly UploadedFile[]
  session: Session
}

export type RouteAnswer = { status: number; headers?: Readonly<Record<string, string>> } & (
  | { json: unknown; contentType?: string }
  /** As bytes it is UTF-8. */
  | { html: string | Buffer }
  /** Gets an entity tag. */
  | { text: string; contentType: string }
  | { redirect: string }
  | { empty: true }
)

/** Checks and combines the routes of all extensions. `types` are those of the resources that there are. */
export function combineRoutes(
  declared: readonly Declared<readonly Route[] | undefined>[],
  types: ReadonlySet<string> = new Set(),
): Owned<Route>[] {
  const routes: Owned<Route>[] = []
  for (const { owner, section } of declared) {
    for (const route of section ?? []) {
      const where = `routes › ${route.method} ${route.path}`
      if (!route.path.startsWith('/')) throw new ExtensionError(owner, where, 'does not start with /')
      const first = routes.find((other) => other.method === route.method && other.path === route.path)
      if (route.isPublic && route.method !== 'GET')
        throw new ExtensionError(owner, where, 'is public, so it can only be read')
      if (route.uploads) checkUploads(route.uploads, owner, where)
      const fault = route.describes && routeFault(route.describes, route.method, types)
      if (fault) throw new ExtensionError(owner, `${where} › describes`, fault)
      if (first) throw new ExtensionError(owner, where, `already declared by ${first.owner}`)
      routes.push({ ...route, owner })
    }
  }
  return routes
}

declare module '../extension.ts' {
  interface Extension {
    /** HTTP routes besides those of resources. */
    routes?: readonly Route[]
  }
}

declare module '../extension-point.ts' {
  interface Points {
    routes: readonly Owned<Route>[]
  }
}

/** Routes. */
export const routesPoint = definePoint('routes', {
  sections: ['routes'],
  needs: ['resources'],
  combine: ({ routes }, { resources }) => combineRoutes(routes, new Set(resources.keys())),
})
