import { ExtensionError } from '../../infrastructure/errors.ts'
import type { FileStore } from '../../infrastructure/files/file-store.ts'
import type { Context } from '../context/context.ts'
import type { Declared, Owned } from '../declared.ts'
import { type RouteDescription, routeFault } from '../resources/described.ts'
import type { Includes } from '../resources/endpoints.ts'
import { type EndpointIncludes, includeFault } from '../resources/includes.ts'
import type { ResourceType } from '../resources/resource-rows.ts'
import type { Resource } from '../resources/resources.ts'
import type { Session } from './session.ts'
import { checkUploads, type UploadedDraft, type UploadedFile, type Uploads } from './uploads.ts'

/**
 * An HTTP route besides those of resources: `POST /api/token`, `GET /logout`. Below `/api/` failures are JSON:API error
 * documents and `Authorization` is accepted; elsewhere failures are HTML pages.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the base URL, with `:name` parameters. */
  path: string
  /** The name by which throttles refer to the route. */
  name?: string
  /** False if a request without CSRF token is safe. */
  csrf?: false
  /** Failures are JSON:API error documents although the path is not below `/api/`. */
  jsonErrors?: true
  /** Treats every request as a guest's in the forum's locale, without cookies: shared caches may store the answer. */
  isPublic?: true
  /** Answers every visitor also while only administrators are served. */
  isAlwaysOpen?: true
  /**
   * Also answers where an administrator views the forum as another account or group. Only for GET routes that store nothing
   * and tell nothing that is for the owner of an account only.
   */
  isInViews?: true
  /**
   * Waits for other sites, and so is none of the answers that the forum makes at the same time: its own limits say how many
   * wait. For GET routes.
   */
  isSlow?: true
  /** Reads files from `multipart/form-data`; for routes without it such a body is empty. */
  uploads?: Uploads
  /**
   * The resources with which it answers by `answerList`, `answerRow` or `answerRows`. The documents of such a GET route may be
   * sent with the pages that ask for them.
   */
  document?: RouteDocument
  /** The description of the route in the OpenAPI document. */
  describes?: RouteDescription
  run(request: RouteRequest, context: Context): RouteAnswer | Promise<RouteAnswer>
}

/** The resources in the documents of a route. */
export interface RouteDocument {
  type: ResourceType
  /** The relationships that they may include. */
  include?: Includes
}

export interface RouteRequest {
  /** Path and query, with the base path. */
  url: string
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, unknown>>
  /** The JSON or form body; empty without one. */
  body: Readonly<Record<string, unknown>>
  /** Whether an HTML form sent the body, so that the answer is a page or a redirect, not JSON. */
  isForm: boolean
  /** The uploaded files, for routes with `uploads` and a valid body. */
  files: readonly UploadedFile[]
  /** The same for routes whose files go to disk. */
  drafts: readonly UploadedDraft[]
  session: Session
  /** What the route declares. */
  document?: RouteDocument
}

export type RouteAnswer = { status: number; headers?: Readonly<Record<string, string>> } & (
  | { json: unknown; contentType?: string }
  /** Bytes are UTF-8. */
  | { html: string | Buffer }
  /** Sent with an entity tag. */
  | { text: string; contentType: string }
  /** Text that is too long for memory, sent piece by piece. What the first pieces throw becomes an error answer. */
  | { pieces(): AsyncGenerator<string, void, undefined>; contentType: string }
  /**
   * A file of `from`, by default of `forum.files`, or the part of it that the request asks for; 404 if it is missing. Browsers
   * save it under the name `saveAs`, and only the one that asked keeps it; without a name it is sent as at its own address.
   */
  | { storedFile: string; saveAs?: string; from?: FileStore }
  | { redirect: string }
  | { empty: true }
)

/** Checks and combines the routes of all extensions. */
export function combineRoutes(
  declared: readonly Declared<readonly Route[] | undefined>[],
  resources: ReadonlyMap<string, Resource> = new Map(),
): Owned<Route>[] {
  const routes: Owned<Route>[] = []
  const types = new Set(resources.keys())
  for (const { owner, section } of declared) {
    for (const route of section ?? []) {
      const where = `routes › ${route.method} ${route.path}`
      if (!route.path.startsWith('/')) throw new ExtensionError(owner, where, 'does not start with /')
      const first = routes.find((other) => other.method === route.method && other.path === route.path)
      if (route.isPublic && route.method !== 'GET')
        throw new ExtensionError(owner, where, 'is public, so its method must be GET')
      if (route.isInViews && route.method !== 'GET')
        throw new ExtensionError(owner, where, 'is in views, so its method must be GET')
      if (route.uploads) checkUploads(route.uploads, owner, where)
      const fault = route.describes && routeFault(route.describes, route.method, types)
      if (fault) throw new ExtensionError(owner, `${where} › describes`, fault)
      const documentFault = route.document && faultOfDocument(route.document, resources)
      if (documentFault) throw new ExtensionError(owner, `${where} › document`, documentFault)
      if (first) throw new ExtensionError(owner, where, `already declared by ${first.owner}`)
      routes.push({ ...route, owner })
    }
  }
  return routes
}

function faultOfDocument(
  document: RouteDocument,
  resources: ReadonlyMap<string, Resource>,
): string | undefined {
  const resource = resources.get(document.type)
  if (!resource) return `answers '${document.type}', which is no resource`
  return includeFault(resource, documentIncludes(document).allowed, resources)
}

/** The relationships that the documents of a route include by default and by request. */
export function documentIncludes({ include = {} }: RouteDocument): EndpointIncludes {
  const { default: defaults = [], optional = [] } = include
  return { default: defaults, allowed: new Set([...defaults, ...optional]) }
}

declare module '../extension.ts' {
  interface Extension {
    /** HTTP routes for what is no resource: an action, a file, a page without the client. */
    routes?: readonly Route[]
  }
}

declare module '../extension-point.ts' {
  interface Points {
    routes: readonly Owned<Route>[]
  }
}
