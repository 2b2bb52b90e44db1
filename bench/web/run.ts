import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../../e2e/browser.ts'
import { seededFolder } from '../data.ts'
import { startServer } from '../server.ts'
import type { WebFigure } from './figure.ts'
import { measureScrolling, scrolledForum } from './scrolling.ts'

/** `npm run bench:web`: the client in Chromium, on forums that are served as they would be to readers. */
const measurements = [{ forum: scrolledForum, measure: measureScrolling }]

const browser = await chromium.launch({
  executablePath: (await findChromium()).path,
  args: ['--no-sandbox', '--disable-smooth-scrolling'],
})
const figures: WebFigure[] = []
try {
  for (const { forum, measure } of measurements) figures.push(...(await onForum(forum, browser, measure)))
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
