import type { ErrorDocument } from '@parley/shared'
import type { App } from '../../points/app.ts'
import type { Page, RouteMatch } from '../../points/routes.ts'
import { ApiError } from '../../store/api-error.ts'
import type { PushableDocument } from '../../store/store.ts'
import type { Entry } from './entry.ts'
import { LateDocument, lateName } from './late-document.ts'

/**
 * Loads modules and documents of an entry's page. Stores a failure in `error`.
 * @param onModules called when the modules are there.
 */
export async function loadEntry(
  app: App,
  entry: Entry,
  signal: AbortSignal,
  onModules: () => void,
): Promise<Entry> {
  const match = app.routes.match(entry.url)
  if (match === undefined) {
    entry.error = new ApiError({ status: 404, url: entry.url })
    return entry
  }
  entry.location = match.location
  entry.extension = match.route.extension
  const status = refusalOf(match, app)
  if (status !== undefined) {
    entry.error = new ApiError({ status, url: entry.url })
    return entry
  }
  for (const { path, waits } of match.route.late?.(match.location, app) ?? []) {
    const late = new LateDocument(path)
    entry.state.set(lateName(path), late)
    if (!waits) void late.load(app.api)
  }
  try {
    const paths = match.route.requests?.(match.location, app) ?? []
    const modules = Promise.all([
      resolvePage(app, match, entry),
      app.slots.loadFor(match.name, app.reportFailure, (code) => app.connection.load(code)),
    ])
    const [, ...documents] = await Promise.all([
      modules.then(([, failure]) => {
        entry.isPartial = failure !== undefined
        onModules()
      }),
      ...paths.map((path) => app.store.read(() => app.api.request<PushableDocument>(path, { signal }))),
    ])
    for (const document of documents) app.store.push(document)
    entry.documents = documents
  } catch (error) {
    entry.error = error
  }
  // A new object, so that a page replaces its skeleton.
  return { ...entry, loading: undefined }
}

async function resolvePage(app: App, { route }: RouteMatch, entry: Entry): Promise<Page> {
  const { page: declared } = route
  const page = typeof declared === 'function' ? (await app.connection.load(declared)).default : declared
  entry.page = page
  return page
}

/** An entry with the documents that came with its page; `undefined` if they do not match the page's requests. */
export function bootEntry(
  app: App,
  entry: Entry,
  pages: ReadonlyMap<string, Page>,
  documents: Readonly<Record<string, unknown>>,
): Entry | undefined {
  const match = app.routes.match(entry.url)
  if (match === undefined) return { ...entry, error: new ApiError({ status: 404, url: entry.url }) }
  const status = refusalOf(match, app)
  if (status !== undefined) {
    return { ...entry, location: match.location, error: new ApiError({ status, url: entry.url }) }
  }
  const { page: declared, requests, extension } = match.route
  const page = typeof declared === 'function' ? pages.get(match.name) : declared
  const paths = requests?.(match.location, app) ?? []
  if (page === undefined || !paths.every((path) => path in documents)) return undefined
  const answers = paths.map((path) => documents[path])
  const failed = answers.find(isErrorDocument)
  if (failed !== undefined) {
    const status = Number(failed.errors[0]?.status ?? 500)
    return {
      ...entry,
      location: match.location,
      extension,
      error: new ApiError({ status, errors: failed.errors, url: entry.url }),
    }
  }
  for (const answer of answers) app.store.push(answer as PushableDocument)
  for (const { path } of match.route.late?.(match.location, app) ?? []) {
    const document = isErrorDocument(documents[path]) ? undefined : documents[path]
    entry.state.set(lateName(path), new LateDocument(path, document))
  }
  return { ...entry, location: match.location, page, extension, documents: answers }
}

/** The status for a viewer who may not see the page: a guest, if the route is for members (api-core 3.15). */
export function refusalOf({ route }: RouteMatch, app: App): number | undefined {
  if (app.boot.isView && (route.isPersonal || route.isForm)) return 403
  return route.isForMembers && app.userId === undefined ? 401 : undefined
}

function isErrorDocument(document: unknown): document is ErrorDocument {
  return (
    typeof document === 'object' &&
    document !== null &&
    'errors' in document &&
    Array.isArray(document.errors)
  )
}
