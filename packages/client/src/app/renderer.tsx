import type { BootDocuments, PageBoot, SmallPage } from '@parley/shared'
import type { Messages } from '@parley/shared/i18n'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { loadMessages, type SiteMessages } from '../base/i18n/site-messages.ts'
import { refusalOf } from '../base/router/load-entry.ts'
import { loadPages } from '../base/router/pages.ts'
import { redirectOf } from '../base/router/router.ts'
import { entryHead, fullTitle } from '../base/router/use-router.ts'
import type { App } from '../points/app.ts'
import type { ClientExtension } from '../points/extension.ts'
import type { Page, PageHead, RouteMatch } from '../points/routes.ts'
import type { LoadedItems } from '../points/screen-slots.ts'
import { type InstalledExtension, loadExtensions } from '../points/sources.ts'
import { type AppOptions, type Assembly, bootPage } from './shared-parts.ts'

/** A requested page, before its documents are loaded. */
export interface OpenPage {
  /** Name of the route; `undefined` if no route matches. */
  route: string | undefined
  /** 200, or 404 without a route. */
  status: number
  /** API paths whose answers `render` needs, below the API's URL: `/discussions?sort=…`. */
  requests: string[]
  /** Renders the page with the answers to its requests, by path. An error document renders an error page. */
  render(documents: BootDocuments['documents']): RenderedPage
}

export interface RenderedPage extends Omit<PageHead, 'title'> {
  /** Title of the page without the forum's; undefined for the home page. */
  heading?: string
  /** Contents of `<div id="app">`, without scripts. */
  html: string
  /** Full text of `<title>`, not escaped. */
  title: string
  status: number
  /** Path below the base path to redirect to; `html` is empty then. */
  redirect?: string
  /** The error, if this is an error page in place of the page. */
  failure?: unknown
}

export interface Renderer {
  /** Whether a route of the core or of any installed extension matches `path`, which is below the base path. */
  has(path: string): boolean
  /** `url` is the path and query of the page, with the base path. */
  open(url: string, boot: PageBoot): OpenPage
}

export interface RendererOptions {
  extensions: Readonly<Record<string, ClientExtension>>
  messages: SiteMessages
}

/** What a renderer renders: one bundle of the client. */
export interface RenderedBundle {
  assemble: (
    installed: readonly InstalledExtension[],
    enabled: readonly string[],
    loaded: LoadedItems,
  ) => Assembly
  createApp: (options: AppOptions) => App
  /** The page for what the server writes itself, where it does. */
  smallPage?: Page
  Root: ComponentType<{ app: App }>
}

/** Loads the code and messages of all pages, once per process; rendering is synchronous from then on. */
export async function createBundleRenderer(
  options: RendererOptions,
  bundle: RenderedBundle,
): Promise<Renderer> {
  const { installed } = await loadExtensions(options.extensions, () => true)
  const messages = new Map<string, Messages>([['en', options.messages.english]])
  for (const locale of Object.keys(options.messages.others)) {
    messages.set(locale, await loadMessages(options.messages, locale))
  }
  const { everything, site } = await assembleSite(installed, bundle)

  const openApp = (boot: PageBoot, url: string) => {
    const { assembly, pages } = site(boot.extensions)
    const [pathname = '/', search] = url.split('?', 2)
    const address = { pathname, search: search === undefined ? '' : `?${search}` }
    const texts = messages.get(boot.locale) ?? options.messages.english
    return { app: bundle.createApp({ boot, assembly, messages: texts, address }), pages }
  }

  return {
    has: (path) => everything.points.routes.match(path) !== undefined,
    open(url, boot) {
      const { app, pages } = openApp(boot, url)
      const rendering = { app, pages, bundle }
      if (boot.smallPage !== undefined) return openSmallPage(rendering, boot.smallPage)
      const match = app.routes.match(app.router.state.entry.url)
      const opened = { route: match?.name, status: match ? 200 : 404 }
      try {
        const requests = match && refusalOf(match, app) === undefined ? allRequests(match, app) : []
        return { ...opened, requests, render: (documents) => renderPage(rendering, documents) }
      } catch (error) {
        return { ...opened, requests: [], render: () => renderFailure(rendering, error) }
      }
    },
  }
}

function allRequests({ route, location }: RouteMatch, app: App): string[] {
  const late = route.late?.(location, app).map(({ path }) => path) ?? []
  return [...(route.requests?.(location, app) ?? []), ...late]
}

/** A page that is being rendered. */
interface Rendering {
  app: App
  pages: ReadonlyMap<string, Page>
  bundle: RenderedBundle
}

function openSmallPage(rendering: Rendering, { status }: SmallPage): OpenPage {
  return { route: undefined, status, requests: [], render: () => renderPage(rendering, {}) }
}

function renderPage(rendering: Rendering, documents: BootDocuments['documents']): RenderedPage {
  const { app, pages, bundle } = rendering
  try {
    bootPage(app, pages, documents, bundle.smallPage)
    return renderRoot(rendering)
  } catch (error) {
    return renderFailure(rendering, error)
  }
}

/** The error page for a page that cannot be rendered. The browser tries to render the page again. */
function renderFailure(rendering: Rendering, error: unknown): RenderedPage {
  rendering.app.router.fail(error)
  return { ...renderRoot(rendering), failure: error }
}

function renderRoot({ app, bundle: { Root } }: Rendering): RenderedPage {
  const { entry } = app.router.state
  const redirect = redirectOf(app, entry)
  if (redirect !== undefined) return { html: '', title: '', status: 302, redirect }
  const head = entryHead(app, entry)
  const html = renderToString(<Root app={app} />)
  const { title: heading, ...rest } = head
  return { ...rest, heading, html, title: fullTitle(app, head, entry), status: head.status ?? 200 }
}

/** Caches assemblies by the set of enabled extensions, which changes rarely and for the whole process. */
async function assembleSite(installed: readonly InstalledExtension[], { assemble }: RenderedBundle) {
  const assemblies = new Map<string, Assembly>()
  const loaded: LoadedItems = new Map()
  const everything = assemble(
    installed,
    installed.map(({ id }) => id),
    loaded,
  )
  const pages: ReadonlyMap<string, Page> = await loadPages(everything.points.routes.all())
  // Ignores faults: they recur in the browser, which reports them to administrators.
  await everything.points.slots.loadAll(() => {})
  const site = (enabled: readonly string[]) => {
    const key = enabled.join()
    const assembly = assemblies.get(key) ?? assemble(installed, enabled, loaded)
    assemblies.set(key, assembly)
    return { assembly, pages }
  }
  return { everything, site }
}
