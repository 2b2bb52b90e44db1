import type { Browser, CDPSession, Page } from '@playwright/test'
import { largestDiscussion } from '../targets.ts'
import { below, type WebFigure } from './figure.ts'

const runs = 5
/** A cheap phone on a mobile connection: times the processor is slower, bits per second, milliseconds there and back. */
const phone = { slowdown: 4, bandwidth: 1_600_000, latency: 150 }

/** What a visit may take: seconds, milliseconds, a share of the window. */
const goals = { paint: 0.9, shift: 0.02, blocking: 150, interaction: 200 }

interface Visit {
  /** Seconds until the largest part was painted, https://web.dev/articles/lcp. */
  paint: number
  /** https://web.dev/articles/cls */
  shift: number
  /** Milliseconds in which the page could not react, https://web.dev/articles/tbt. */
  blocking: number
  /** Milliseconds from the slowest input to its paint, https://web.dev/articles/inp. */
  interaction: number
}

interface Screen {
  name: string
  path: string
  /** What a reader does first. */
  interact(page: Page): Promise<void>
}

/** First visits of a phone to the index and to a discussion, each with an empty cache. */
export async function measureLoading(browser: Browser, url: string): Promise<WebFigure[]> {
  const { slug } = await largestDiscussion(url)
  const screens: Screen[] = [
    { name: 'index', path: '/', interact: useIndex },
    { name: 'discussion', path: `/d/${slug}`, interact: useDiscussion },
  ]
  const visits = new Map<Screen, Visit[]>(screens.map((screen) => [screen, []]))
  // The server draws each page once before it counts.
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
    await slowDown(await context.newCDPSession(page))
    await page.addInitScript(watchVitals)
    await page.goto(url + path, { waitUntil: 'networkidle' })
    // Blocking time ends where the page is quiet; what an input costs is another figure.
    const loaded = await page.evaluate<Omit<Visit, 'interaction'>>('vitals.loaded()')
    await interact(page)
    return { ...loaded, interaction: await page.evaluate<number>('vitals.interaction()') }
  } finally {
    await context.close()
  }
}

async function slowDown(session: CDPSession): Promise<void> {
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
  await page.getByRole('button', { name: /^\d[\d,]* of [\d,]+$/ }).tap()
  await page.getByRole('slider').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByRole('link', { name: 'Back to the discussions' }).tap()
  await page.getByRole('main').getByRole('listitem').first().waitFor()
}

const watchVitals = `
  const seen = { paint: 0, shift: 0, firstPaint: 0, tasks: [], inputs: new Map() }
  const watch = (type, note, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options })
  watch('largest-contentful-paint', (entry) => { seen.paint = entry.startTime })
  watch('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime })
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value })
  watch('longtask', (entry) => { seen.tasks.push(entry) })
  watch('event', (entry) => {
    if (entry.interactionId) seen.inputs.set(entry.interactionId, Math.max(entry.duration, seen.inputs.get(entry.interactionId) ?? 0))
  }, { durationThreshold: 16 })
  // Observers hear of what happened a frame later.
  const heard = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))))
  globalThis.vitals = {
    async loaded() {
      await heard()
      const after = seen.tasks.filter((task) => task.startTime + task.duration > seen.firstPaint)
      const blocking = after.reduce((sum, task) => sum + Math.max(0, task.duration - 50), 0)
      return { paint: seen.paint / 1000, shift: seen.shift, blocking }
    },
    async interaction() {
      await heard()
      return Math.max(0, ...seen.inputs.values())
    },
  }
`
