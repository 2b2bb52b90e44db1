import { type BootData, bootDocuments } from '@parley/shared'
import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { App } from '../base/app-context.ts'
import { loadMessages, type SiteMessages } from '../base/i18n/site-messages.ts'
import { type ClientExtension, loadExtensions } from '../base/points/extension.ts'
import { followHistory, followLinks, preloadLinks } from '../base/router/links.ts'
import { loadPages } from '../base/router/pages.ts'
import type { Page, RouteMatch } from '../base/router/route.ts'
import { historyDepth } from '../base/router/router.ts'
import { Forum } from '../features/frame/Frame.tsx'
import { replayClick } from '../features/frame/replay-click.ts'
import { listenForShortcuts } from '../features/keyboard/follow-keys.ts'
import { finishExternalLogIn } from '../features/session/external-log-in/finish-external-log-in.ts'
import { showTooltips } from '../ui/menus/tooltips.ts'
import { assemble, createApp } from './app.ts'

export interface StartOptions {
  /** The browser's half of every installed extension, by id. */
  extensions: Readonly<Record<string, ClientExtension>>
  messages: SiteMessages
}

/** Brings the page that the server sent to life. */
export async function start({ extensions, messages: siteMessages }: StartOptions): Promise<void> {
  const boot = readBootData()
  const [{ installed, faults }, messages] = await Promise.all([
    loadExtensions(extensions, (id) => boot.extensions.includes(id)),
    twice(() => loadMessages(siteMessages, boot.locale)).catch(() => undefined),
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
  // A page whose code does not come is loaded again below, which tells what is wrong.
  const pages = await twice(() => loadScreen(app, match)).catch(() => new Map<string, Page>())
  const isReady = app.router.boot(app, pages, bootDocuments(boot))

  history.replaceState({ key: app.router.state.entry.key, depth: historyDepth() }, '')
  history.scrollRestoration = 'manual'
  // What changes the state waits until then: the page would no longer be the one that the server drew.
  const handleAlive = () => {
    followLinks(app)
    listenForShortcuts(app)
    finishExternalLogIn(app)
    for (const { extension, error } of [...faults, ...assembly.faults]) app.reportFailure(extension, error)
    replayClick()
  }
  await nextTask()
  const forum = <Forum app={app} onHydrated={handleAlive} />
  draw(forum, isReady && messages !== undefined && !boot.hasFailed)
  if (!isReady) void app.router.reload()
  preloadLinks(app)
  followHistory(app)
  showTooltips()
}

/** Lets the page react between two steps that each take a slow phone a while. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Code may be cut off on its way; what was drawn is worth a second try. */
function twice<T>(load: () => Promise<T>): Promise<T> {
  return load().catch(load)
}

async function loadScreen(app: App, match: RouteMatch | undefined): Promise<ReadonlyMap<string, Page>> {
  if (match === undefined) return new Map()
  const items = app.slots.loadFor(match.name, app.reportFailure)
  const [pages] = await Promise.all([loadPages([match]), items])
  return pages
}

function draw(forum: ReactNode, isReady: boolean): void {
  const container = document.getElementById('app')
  if (container === null) throw new Error('The page has no element for the forum.')
  // What the server drew belongs to these documents only; without them the page starts anew.
  // In a transition React works in pieces, between which the page reacts.
  if (isReady && container.hasChildNodes()) startTransition(() => void hydrateRoot(container, forum))
  else createRoot(container).render(forum)
}

function readBootData(): BootData {
  const text = document.getElementById('parley-boot')?.textContent
  if (!text) throw new Error('The page brought no boot data.')
  return JSON.parse(text)
}
