import type { KeepMessage, PushMessage, WorkerValues } from '../shared.ts'

// The compiler knows the names of pages here, not those of service workers (https://w3c.github.io/ServiceWorker/).
interface LifetimeEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface RequestEvent extends LifetimeEvent {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface MessageToWorker extends LifetimeEvent {
  readonly data: KeepMessage | undefined
}
interface PushedEvent extends LifetimeEvent {
  readonly data: { json(): unknown } | null
}
interface NotificationClick extends LifetimeEvent {
  readonly notification: Notification
}
interface WorkerEvents {
  install: LifetimeEvent
  activate: LifetimeEvent
  fetch: RequestEvent
  message: MessageToWorker
  push: PushedEvent
  notificationclick: NotificationClick
}
interface WindowOfForum {
  readonly url: string
  readonly visibilityState: DocumentVisibilityState
  focus(): Promise<unknown>
  navigate(address: string): Promise<unknown>
}
interface ServiceWorkerScope {
  readonly values: WorkerValues
  readonly location: { readonly href: string }
  readonly registration: ServiceWorkerRegistration
  readonly navigator: Partial<NavigatorBadge>
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<WindowOfForum[]>
    openWindow(address: string): Promise<unknown>
  }
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void
}

const worker = self as unknown as ServiceWorkerScope
const { build, shell, chunks, texts, others } = worker.values
const scope = new URL(worker.registration.scope)
/** Other forums of the same site have caches beside these. */
const cachesOfForum = `parley ${scope.pathname} `
const cacheName = cachesOfForum + build
const day = 86_400_000

const addressOf = (path: string) => new URL(path.replace(/^\//, ''), scope).href
const offline = addressOf('/offline')
const needed = shell.map(addressOf)
const files = new Set([...shell, ...chunks, ...Object.values(texts).flat(), ...others].map(addressOf))

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('message', (event) => {
  if (event.data?.type === 'keep' && event.data.build === build) event.waitUntil(keepAll(event.data.locale))
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(openPage(event))
  else if (files.has(request.url)) event.respondWith(readFile(event))
})

/** A new worker waits until no page of an earlier client is open: such a page still finds its files. */
async function install(): Promise<void> {
  await keep(offline)
  await Promise.all(needed.map(keep))
  await Promise.allSettled(others.map(addressOf).map(keep))
}

async function activate(): Promise<void> {
  await deleteCaches((name) => name !== cacheName)
  // Pages load without it, too, only later.
  await worker.registration.navigationPreload?.enable().catch(() => {})
  await worker.clients.claim()
}

/** Loads a page. Without a connection it is the page that says so; pages themselves are never kept. */
async function openPage(event: RequestEvent): Promise<Response> {
  try {
    const page = (await event.preloadResponse) ?? (await fetch(event.request))
    const served = page.headers.get('x-client-build')
    if (served !== null && served !== build) event.waitUntil(leaveIfRemoved())
    return page
  } catch (error) {
    const kept = await findKept(offline)
    if (kept === undefined) throw error
    return kept
  }
}

/** A hashed file never changes. */
async function readFile(event: RequestEvent): Promise<Response> {
  const { request } = event
  const kept = await findKept(request.url)
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  if (isWhole(answer)) event.waitUntil(store(request.url, answer.clone()))
  return answer
}

/** Keeps what pages load on demand, one after the other, and a fresh page without a connection. */
async function keepAll(locale: string): Promise<void> {
  const page = await findKept(offline)
  const isFresh = Date.now() - Date.parse(page?.headers.get('date') ?? '') < day
  if (!isFresh) await keep(offline)
  for (const path of [...chunks, ...(texts[locale] ?? [])]) {
    const address = addressOf(path)
    if ((await findKept(address)) === undefined) await keep(address)
  }
}

/** The forum has no worker any more: its pages do without. */
async function leaveIfRemoved(): Promise<void> {
  const answer = await fetch(worker.location.href, { cache: 'no-store' })
  if (answer.status !== 404) return
  await worker.registration.unregister()
  await deleteCaches(() => true)
}

async function keep(address: string): Promise<void> {
  const answer = await fetch(address, address === offline ? { cache: 'reload' } : undefined)
  if (!isWhole(answer)) throw new Error(`${address} answers ${answer.status}`)
  await store(address, answer)
}

function isWhole({ ok, redirected, type }: Response): boolean {
  return ok && !redirected && type === 'basic'
}

/** Only the page without a connection begins a cache. A removed worker still serves open pages, and has no cache. */
async function store(address: string, answer: Response): Promise<void> {
  const cache = await caches.open(cacheName)
  if (address === offline || (await cache.match(offline))) await cache.put(address, answer)
  else await caches.delete(cacheName)
}

async function findKept(address: string): Promise<Response | undefined> {
  return await caches.match(address, { cacheName })
}

async function deleteCaches(isOld: (name: string) => boolean): Promise<void> {
  const own = (await caches.keys()).filter((name) => name.startsWith(cachesOfForum) && isOld(name))
  await Promise.all(own.map((name) => caches.delete(name)))
}

worker.addEventListener('push', (event) => {
  const message = readMessage(event)
  if (message) event.waitUntil(notify(message))
})
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openLink(String(event.notification.data?.link ?? scope.href)))
})

function readMessage({ data }: PushedEvent): PushMessage | undefined {
  try {
    return data?.json() as PushMessage
  } catch {
    // Only the forum has the key, but a push may be empty.
    return undefined
  }
}

async function notify({ title, content, link, badge, icon }: PushMessage): Promise<void> {
  await worker.registration.showNotification(title, {
    body: content,
    data: { link },
    // A later push about the same page takes the place of an earlier one.
    tag: link,
    ...(badge && { badge }),
    ...(icon && { icon }),
  })
  await worker.navigator.setAppBadge?.()
}

/** In windows at these addresses administrators work. */
const elsewhere = ['/admin', '/view-as/'].map(addressOf)

/** Opens a page of the forum in one of its open windows, the one that shows it first, else in a new one. */
async function openLink(address: string): Promise<void> {
  const link = address.startsWith(scope.href) ? address : scope.href
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const own = windows.filter(
    ({ url }) => url.startsWith(scope.href) && !elsewhere.some((start) => url.startsWith(start)),
  )
  const shown = own.find(({ url }) => url === link)
  if (shown) return void (await shown.focus())
  const first = own.find(({ visibilityState }) => visibilityState === 'visible') ?? own[0]
  if (first === undefined) return void (await worker.clients.openWindow(link))
  // A window without this worker cannot be led elsewhere.
  const isLed = await first.navigate(link).then(
    () => true,
    () => false,
  )
  await (isLed ? first.focus() : worker.clients.openWindow(link))
}
