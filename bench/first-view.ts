import { get } from 'node:http'
import { chromium } from '@playwright/test'
import { findChromium } from '../e2e/browser.ts'

/** The cost of a guest's first visit to the index with an empty cache. */
export interface FirstView {
  /** Transferred bytes. */
  scripts: number
  styles: number
  /** Cumulative layout shift: the maximum of desktop and phone. */
  shift: number
}

const viewports = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

/** Opens the index in Chromium and waits, without input, until the network is idle. */
export async function measureFirstView(url: string): Promise<FirstView> {
  const browser = await chromium.launch({
    executablePath: (await findChromium()).path,
    args: ['--no-sandbox'],
  })
  const shifts: number[] = []
  const files = new Map<string, string>()
  try {
    for (const viewport of viewports) {
      const page = await browser.newPage({ viewport })
      page.on('response', (response) => files.set(response.url(), response.request().resourceType()))
      await page.addInitScript(watchShifts)
      await page.goto(url, { waitUntil: 'networkidle' })
      shifts.push(await page.evaluate('globalThis.layoutShift'))
      await page.close()
    }
  } finally {
    await browser.close()
  }
  const sizeOf = async (type: string) => {
    let bytes = 0
    for (const [file, kind] of files) if (kind === type) bytes += await wireBytes(file)
    return bytes
  }
  return { scripts: await sizeOf('script'), styles: await sizeOf('stylesheet'), shift: Math.max(...shifts) }
}

/** https://web.dev/articles/cls */
const watchShifts = `
  globalThis.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.layoutShift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
`

/** Transferred bytes of a body for a client that accepts brotli. */
export function wireBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(bytes))
    })
    request.on('error', reject)
  })
}
