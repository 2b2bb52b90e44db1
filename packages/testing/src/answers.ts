import type { Page } from '@playwright/test'

/** Keeps what a page asks for back. @returns lets it through, and all that is asked for later. */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  let letThrough = () => {}
  const isOver = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(url, async (route) => {
    await isOver
    // To what was said before about this URL, `refuse` for one.
    await route.fallback()
  })
  return letThrough
}

/** Keeps the scripts of the next page back. @returns lets them come. */
export function holdScripts(page: Page): Promise<() => void> {
  return holdBack(page, '**/assets/entry-client-*.js')
}

/** Answers what a page asks for with an error, until `page.unroute(url)`. Status 0: there is no answer. */
export async function refuse(page: Page, url: string, status: number): Promise<void> {
  await page.route(url, (route) =>
    status === 0 ? route.abort('internetdisconnected') : route.fulfill({ status, json: { errors: [] } }),
  )
}
