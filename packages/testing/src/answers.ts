import type { Page } from '@playwright/test'

/** Holds a page's requests to a URL. @returns a function that releases them, and lets later requests pass. */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await released
    // Continues with an earlier route for the URL, such as that of `failRequests`.
    await route.fallback()
  })
  return release
}

/** Holds the scripts of the next page, also of the administration. @returns a function that releases them. */
export function holdScripts(page: Page): Promise<() => void> {
  return holdRequests(page, '**/assets/entry-*.js')
}

/** Fails a page's requests to a URL until `page.unroute(url)`. Status 0: the connection is lost. */
export async function failRequests(page: Page, url: string, status: number): Promise<void> {
  await page.route(url, (route) =>
    status === 0 ? route.abort('internetdisconnected') : route.fulfill({ status, json: { errors: [] } }),
  )
}
