import { type BootData, bootDocuments } from '@parley/shared'
import { type ComponentType, type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { loadMessages, type SiteMessages } from '../base/i18n/site-messages.ts'
import { resumeChoice } from '../base/load-again.ts'
import { followHistory, followLinks, preloadLinks } from '../base/router/links.ts'
import { loadPages } from '../base/router/pages.ts'
import { historyDepth } from '../base/router/router.ts'
import type { App } from '../points/app.ts'
import type { ClientExtension } from '../points/extension.ts'
import type { Page, RouteMatch } from '../points/routes.ts'
import { type InstalledExtension, loadExtensions } from '../points/sources.ts'
import { showTooltips } from '../ui/menus/tooltips.ts'
import { type AppOptions, type Assembly, bootPage } from './shared-parts.ts'

export interface StartOptions {
  /** The client's half of every installed extension, by id. */
  extensions: Readonly<Record<string, ClientExtension>>
  messages: SiteMessages
}

/** The root component of a bundle. */
export interface RootProps {
  app: App
  /** Called once, after hydration. The function must stay the same. */
  onHydrated?: () => void
}

type Assemble = (installed: readonly InstalledExtension[], enabled: readonly string[]) => Assembly

/**
 * Hydrates the page that the server rendered. Its parameters are by position: this is part of the first view.
 * @param onHydrated called after hydration.
 * @param smallPage the page that frames what the server writes itself, such as a form to reset a password.
 */
export async function startBundle(
  { extensions, messages: siteMessages }: StartOptions,
  assemble: Assemble,
  createApp: (options: AppOptions) => App,
  Root: ComponentType<RootProps>,
  onHydrated: (app: App) => void,
  smallPage?: Page,
): Promise<void> {
  const boot = readBootData()
  const [{ installed, faults }, messages] = await Promise.all([
    loadExtensions(extensions, (id) => boot.extensions.includes(id)),
    retryOnce(() => loadMessages(siteMessages, boot.locale)).catch(() => undefined),
  ])
  await nextTask()
  const assembly = assemble(installed, boot.extensions)
  const app = createApp({
    boot,
    assembly,
    messages: messages ?? siteMessages.english,
    address: window.location,
  })
  const match = app.routes.match(app.router.state.entry.url)
  // If the page's code does not load, `reload` below loads it again and reports the error.
  const pages = await retryOnce(() => loadScreen(app, match)).catch(() => new Map<string, Page>())
  const isReady = bootPage(app, pages, bootDocuments(boot), smallPage)

  history.replaceState({ key: app.router.state.entry.key, depth: historyDepth() }, '')
  history.scrollRestoration = 'manual'
  // Changes of state wait for the end of hydration: until then the page must match the server's HTML.
  const handleHydrated = () => {
    followLinks(app)
    onHydrated(app)
    resumeChoice(app)
    for (const { extension, error } of [...faults, ...assembly.faults]) app.reportFailure(extension, error)
  }
  await nextTask()
  renderRoot(
    <Root app={app} onHydrated={handleHydrated} />,
    isReady && messages !== undefined && !boot.hasFailed,
  )
  // What does not arrive on this document's own page is an error: loading it again would not end.
  if (!isReady) void app.router.reload(false)
  preloadLinks(app)
  followHistory(app)
  showTooltips()
}

/** Yields to the event loop between two steps that each take long on slow phones. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Retries a load once after a broken connection, to keep the server's HTML. */
function retryOnce<T>(load: () => Promise<T>): Promise<T> {
  return load().catch(load)
}

async function loadScreen(app: App, match: RouteMatch | undefined): Promise<ReadonlyMap<string, Page>> {
  if (match === undefined) return new Map()
  const items = app.slots.loadFor(match.name, app.reportFailure)
  const [pages] = await Promise.all([loadPages([match]), items])
  return pages
}

function renderRoot(root: ReactNode, isReady: boolean): void {
  const container = document.getElementById('app')
  if (container === null) throw new Error('The page has no element with the id "app".')
  // The server's HTML matches these documents only; without them the page renders from scratch.
  // In a transition React yields to the event loop between pieces of work.
  if (isReady && container.hasChildNodes()) startTransition(() => void hydrateRoot(container, root))
  else createRoot(container).render(root)
}

function readBootData(): BootData {
  const text = document.getElementById('parley-boot')?.textContent
  if (!text) throw new Error('The page contains no boot data (#parley-boot).')
  return JSON.parse(text)
}
