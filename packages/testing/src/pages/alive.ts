import { expect, type Page, type Response } from '@playwright/test'

/** Resolves when the loaded page is hydrated; at once if it runs no scripts. */
export async function waitForHydration(page: Page): Promise<void> {
  // The client removes this variable at the end of hydration.
  const isHydrated = () => page.evaluate<boolean>('window.earlyClick === undefined')
  // By default the second question comes after a tenth of a second, the third after another quarter.
  await expect.poll(isHydrated, { intervals: [10, 15, 25] }).toBe(true)
}

/** Patches the methods that load a page so that they wait for hydration, unless a call has the option `waitUntil`. */
export function waitForHydrationOnLoad(page: Page): void {
  for (const name of ['goto', 'reload', 'goBack', 'goForward'] as const) {
    const load = page[name].bind(page) as (...parameters: unknown[]) => Promise<Response | null>
    const loadAndWait = async (...parameters: unknown[]) => {
      const response = await load(...parameters)
      if (!parameters.some(hasWaitUntil)) await waitForHydration(page)
      return response
    }
    Object.assign(page, { [name]: loadAndWait })
  }
}

function hasWaitUntil(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'waitUntil' in options
}
