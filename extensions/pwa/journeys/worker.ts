/** A page of a browser. */
interface Page {
  evaluate<T>(read: () => T): Promise<Awaited<T>>
}

/** Waits until the worker of the forum controls the page. */
export async function controlled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (serviceWorker.controller === null)
      await new Promise((resolve) =>
        serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
  })
}

/** The names of the caches that the browser has. Unlike opening one, this never makes one that was just deleted. */
export function cacheNames(page: Page): Promise<string[]> {
  return page.evaluate(() => caches.keys())
}

/** The addresses that the browser keeps, by cache, without their origin. */
export function keptBy(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => {
    const read = async (name: string) => {
      const requests = await (await caches.open(name)).keys()
      return [name, requests.map(({ url }) => url.slice(location.origin.length))] as const
    }
    return Object.fromEntries(await Promise.all((await caches.keys()).map(read)))
  })
}

/** The texts of everything that the browser keeps. */
export function keptTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) texts.push((await (await cache.match(request))?.text()) ?? '')
    }
    return texts.join('\n')
  })
}
