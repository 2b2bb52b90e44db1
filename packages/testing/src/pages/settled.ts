import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { waitForHydration } from './alive.ts'

interface Traffic {
  /** Requests without an answer. */
  readonly open: Set<Request>
  /** Number of requests so far. */
  begun: number
}

const trafficOf = new WeakMap<Page, Traffic>()

/** Counts the requests of a page from now on, for `settled`. */
export function countRequests(page: Page): void {
  const traffic: Traffic = { open: new Set(), begun: 0 }
  trafficOf.set(page, traffic)
  page.on('request', (request) => {
    traffic.open.add(request)
    traffic.begun += 1
  })
  page.on('requestfinished', (request) => traffic.open.delete(request))
  page.on('requestfailed', (request) => traffic.open.delete(request))
}

/** Resolves when the page is hydrated, every request is answered, and no answer has led to a further request. */
export async function settled(page: Page): Promise<void> {
  await waitForHydration(page)
  const traffic = trafficOf.get(page)
  if (traffic === undefined) throw new Error('The requests of this page are not counted.')
  await expect(async () => {
    const { begun } = traffic
    await page.evaluate(renderTwice)
    expect(traffic.open.size, 'open requests').toBe(0)
    expect(traffic.begun, 'requests').toBe(begun)
  }).toPass({ intervals: [10, 20, 40] })
}

/** Resolves when every request of the pages is answered, or after two seconds: journeys may hold answers back. */
export async function answered(context: BrowserContext): Promise<void> {
  const isWaiting = () => context.pages().some((page) => (trafficOf.get(page)?.open.size ?? 0) > 0)
  for (let waits = 0; waits < 100 && isWaiting(); waits += 1) await sleep(20)
}

/** Resolves when the page has rendered what it has received, and effects have begun what they begin. */
function renderTwice(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
  })
}
