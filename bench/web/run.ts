import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../../e2e/browser.ts'
import { seededFolder, small } from '../data.ts'
import { startServer } from '../server.ts'
import type { WebFigure } from './figure.ts'
import { measureLoading } from './loading.ts'
import { measureScrolling, scrolledForum } from './scrolling.ts'

/**
 * `npm run bench:web`: measures the client in Chromium, on forums in their production configuration. Arguments select
 * measurements: `-- loading`.
 */
const measurements = {
  loading: { forum: small, measure: measureLoading },
  scrolling: { forum: scrolledForum, measure: measureScrolling },
}
const requested = process.argv.slice(2)

const browser = await chromium.launch({
  executablePath: (await findChromium()).path,
  args: ['--no-sandbox', '--disable-smooth-scrolling'],
})
const figures: WebFigure[] = []
try {
  for (const [name, { forum, measure }] of Object.entries(measurements)) {
    if (requested.length === 0 || requested.includes(name))
      figures.push(...(await onForum(forum, browser, measure)))
  }
} finally {
  await browser.close()
}
for (const { name, value, goal, isMissed } of figures) {
  console.log(`${isMissed ? '✗' : '✓'} ${name}: ${value}${goal === undefined ? '' : ` (goal ${goal})`}`)
}
process.exitCode = figures.some(({ isMissed }) => isMissed) ? 1 : 0

async function onForum(
  size: Parameters<typeof seededFolder>[0],
  browser: Browser,
  measure: (browser: Browser, url: string) => Promise<WebFigure[]>,
): Promise<WebFigure[]> {
  const server = await startServer(seededFolder(size))
  try {
    return await measure(browser, server.url)
  } finally {
    await server.stop()
  }
}
