import type { Browser, CDPSession, Page } from '@playwright/test'
import { administrator } from '../data.ts'
import { wireBytes } from '../first-view.ts'
import { largestDiscussion } from '../targets.ts'
import { atMost, below, type WebFigure } from './figure.ts'

const runs = 5
/** A cheap phone on a mobile connection: slowdown factor of the processor, bits per second, round-trip time in ms. */
const phone = { slowdown: 4, bandwidth: 1_600_000, latency: 150 }

/** Limits: `paint` in seconds, `blocking` and `interaction` in milliseconds, `shift` as a score. */
const goals = { paint: 0.9, shift: 0.02, blocking: 150, interaction: 200 }
/** Those of the administration area, whose pages must not move at all; `scripts` in bytes, without charts. */
const adminGoals = { ...goals, paint: 1.2, shift: 0.0001, scripts: 170_000 }

interface Visit {
  /** Largest contentful paint in seconds, https://web.dev/articles/lcp. */
  paint: number
  /** Cumulative layout shift, https://web.dev/articles/cls. */
  shift: number
  /** Total blocking time in milliseconds, https://web.dev/articles/tbt. */
  blocking: number
  /** Interaction to next paint in milliseconds, https://web.dev/articles/inp. */
  interaction: number
  /** URLs of the scripts that were loaded before the interactions. */
  scripts: string[]
}

interface Screen {
  name: string
  path: string
  goals: typeof goals & { scripts?: number }
  /** The value of the session cookie; undefined for guests. */
  session?: string
  /** Typical first interactions of a reader. */
  interact(page: Page): Promise<void>
}

/**
 * Measures first visits on a phone, each with an empty cache: a guest's to the index and to a discussion, an
 * administrator's to the dashboard and to the list of members.
 */
export async function measureLoading(browser: Browser, url: string): Promise<WebFigure[]> {
  const { slug } = await largestDiscussion(url)
  const session = await logIn(url)
  const screens: Screen[] = [
    { name: 'index', path: '/', goals, interact: useIndex },
    { name: 'discussion', path: `/d/${slug}`, goals, interact: useDiscussion },
    { name: 'dashboard', path: '/admin', goals: adminGoals, session, interact: useDashboard },
    { name: 'members', path: '/admin/users', goals: adminGoals, session, interact: useMembers },
  ]
  const visits = new Map<Screen, Visit[]>(screens.map((screen) => [screen, []]))
  // Warms up the server and its page cache.
  for (const screen of screens) await fetch(url + screen.path, { headers: { cookie: cookieOf(screen) } })
  for (let run = 0; run < runs; run += 1) {
    for (const [screen, found] of visits) found.push(await visit(browser, url, screen))
  }
  const figures = [...visits].map(async ([screen, found]) => [
    ...vitalsOf(screen, found),
    ...(await scriptsOf(screen, found)),
  ])
  return (await Promise.all(figures)).flat()
}

function vitalsOf({ name, goals }: Screen, found: readonly Visit[]): WebFigure[] {
  return [
    below(
      `${name}: largest paint`,
      found.map(({ paint }) => paint),
      goals.paint,
      's',
    ),
    below(
      `${name}: layout shift`,
      found.map(({ shift }) => shift),
      goals.shift,
    ),
    below(
      `${name}: blocking time`,
      found.map(({ blocking }) => blocking),
      goals.blocking,
      'ms',
    ),
    below(
      `${name}: slowest input to its paint`,
      found.map(({ interaction }) => interaction),
      goals.interaction,
      'ms',
    ),
  ]
}

/** The transferred size of a page's scripts, if it has a goal. */
async function scriptsOf({ name, goals }: Screen, [visit]: readonly Visit[]): Promise<WebFigure[]> {
  if (goals.scripts === undefined) return []
  const loaded = visit?.scripts.filter((file) => !isChart(file)) ?? []
  const sizes = await Promise.all(loaded.map(wireBytes))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return [atMost(`${name}: JavaScript, brotli`, bytes, goals.scripts, 'bytes')]
}

/** Whether a script draws charts: they are loaded once the page is there. */
function isChart(file: string): boolean {
  return file.includes('/draw-chart')
}

/** Logs the administrator in. Returns the value of the session cookie. */
async function logIn(url: string): Promise<string> {
  const { username: identification, password } = administrator
  const response = await fetch(`${url}/api/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identification, password, remember: true }),
  })
  const { token } = (await response.json()) as { token: string }
  return `${'0'.repeat(40)}.${token}`
}

function cookieOf({ session }: Screen): string {
  return session === undefined ? '' : `parley_session=${session}`
}

async function visit(browser: Browser, url: string, screen: Screen): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const { path, session, interact } = screen
  try {
    if (session !== undefined) await context.addCookies([{ url, name: 'parley_session', value: session }])
    const page = await context.newPage()
    await throttle(await context.newCDPSession(page))
    await page.addInitScript(watchVitals)
    await page.goto(url + path, { waitUntil: 'networkidle' })
    // Read before the interactions, which would add to the blocking time.
    const loaded = await page.evaluate<Omit<Visit, 'interaction'>>('vitals.loaded()')
    await interact(page)
    return { ...loaded, interaction: await page.evaluate<number>('vitals.interaction()') }
  } finally {
    await context.close()
  }
}

async function throttle(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: phone.latency,
    downloadThroughput: phone.bandwidth / 8,
    uploadThroughput: phone.bandwidth / 16,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: phone.slowdown })
}

async function useIndex(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sort by/ }).tap()
  await page.getByRole('menu').first().waitFor()
  await page.keyboard.press('Escape')
  await openNavigation(page)
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('listitem').first().getByRole('heading').getByRole('link').tap()
  await page.getByRole('feed').waitFor()
}

async function useDashboard(page: Page): Promise<void> {
  await openNavigation(page)
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('link', { name: 'Today', exact: true }).tap()
  await page.waitForURL('**/admin?period=day')
}

async function useMembers(page: Page): Promise<void> {
  await openNavigation(page)
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .tap()
  await page.getByRole('menu').first().waitFor()
}

async function openNavigation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open navigation' }).tap()
  await page.getByRole('dialog', { name: 'Navigation' }).waitFor()
}

async function useDiscussion(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^#\d[\d,]* of #[\d,]+$/ }).tap()
  await page.getByRole('slider').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByRole('link', { name: 'Back to discussions' }).tap()
  await page.getByRole('main').getByRole('listitem').first().waitFor()
}

const watchVitals = `
  const seen = { paint: 0, shift: 0, firstPaint: 0, tasks: [], inputs: new Map() }
  const watch = (type, record, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true, ...options })
  watch('largest-contentful-paint', (entry) => { seen.paint = entry.startTime })
  watch('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime })
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value })
  watch('longtask', (entry) => { seen.tasks.push(entry) })
  watch('event', (entry) => {
    if (entry.interactionId) seen.inputs.set(entry.interactionId, Math.max(entry.duration, seen.inputs.get(entry.interactionId) ?? 0))
  }, { durationThreshold: 16 })
  // Observers are notified a frame later.
  const notified = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))))
  globalThis.vitals = {
    async loaded() {
      await notified()
      const after = seen.tasks.filter((task) => task.startTime + task.duration > seen.firstPaint)
      const blocking = after.reduce((sum, task) => sum + Math.max(0, task.duration - 50), 0)
      const scripts = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /\\.js$/.test(name))
      return { paint: seen.paint / 1000, shift: seen.shift, blocking, scripts: [...new Set(scripts)] }
    },
    async interaction() {
      await notified()
      return Math.max(0, ...seen.inputs.values())
    },
  }
`
