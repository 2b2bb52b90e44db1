import type { Browser, CDPSession, Page } from '@playwright/test'
import { largestDiscussion } from '../targets.ts'
import { below, type WebFigure } from './figure.ts'

const runs = 5
/** A cheap phone on a mobile connection: slowdown factor of the processor, bits per second, round-trip time in ms. */
const phone = { slowdown: 4, bandwidth: 1_600_000, latency: 150 }

/** Limits: `paint` in seconds, `blocking` and `interaction` in milliseconds, `shift` as a score. */
const goals = { paint: 0.9, shift: 0.02, blocking: 150, interaction: 200 }

interface Visit {
  /** Largest contentful paint in seconds, https://web.dev/articles/lcp. */
  paint: number
  /** Cumulative layout shift, https://web.dev/articles/cls. */
  shift: number
  /** Total blocking time in milliseconds, https://web.dev/articles/tbt. */
  blocking: number
  /** Interaction to next paint in milliseconds, https://web.dev/articles/inp. */
  interaction: number
}

interface Screen {
  name: string
  path: string
  /** Typical first interactions of a reader. */
  interact(page: Page): Promise<void>
}

/** Measures first visits to the index and to a discussion on a phone, each with an empty cache. */
export async function measureLoading(browser: Browser, url: string): Promise<WebFigure[]> {
  const { slug } = await largestDiscussion(url)
  const screens: Screen[] = [
    { name: 'index', path: '/', interact: useIndex },
    { name: 'discussion', path: `/d/${slug}`, interact: useDiscussion },
  ]
  const visits = new Map<Screen, Visit[]>(screens.map((screen) => [screen, []]))
  // Warms up the server's page cache.
  for (const { path } of screens) await fetch(url + path)
  for (let run = 0; run < runs; run += 1) {
    for (const [screen, found] of visits) found.push(await visit(browser, url, screen))
  }
  return [...visits].flatMap(([{ name }, found]) => [
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
  ])
}

async function visit(browser: Browser, url: string, { path, interact }: Screen): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  try {
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
  await page.getByRole('button', { name: 'Open navigation' }).tap()
  await page.getByRole('dialog', { name: 'Navigation' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('listitem').first().getByRole('heading').getByRole('link').tap()
  await page.getByRole('feed').waitFor()
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
      return { paint: seen.paint / 1000, shift: seen.shift, blocking }
    },
    async interaction() {
      await notified()
      return Math.max(0, ...seen.inputs.values())
    },
  }
`
