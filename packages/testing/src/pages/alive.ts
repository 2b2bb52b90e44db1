import { expect, type Page, type Response } from '@playwright/test'

/** Resolves when the scripts of a page that was loaded answer clicks. At once where no scripts run. */
export async function alive(page: Page): Promise<void> {
  // Taken away by the client when it has come to life.
  await expect.poll(() => page.evaluate<boolean>('window.earlyClick === undefined')).toBe(true)
}

/** Lets everything that loads a page resolve only when its scripts answer clicks, unless told what to wait for. */
export function waitUntilAlive(page: Page): void {
  for (const load of ['goto', 'reload', 'goBack', 'goForward'] as const) {
    const plain = page[load].bind(page) as (...parameters: unknown[]) => Promise<Response | null>
    const patient = async (...parameters: unknown[]) => {
      const answer = await plain(...parameters)
      if (!parameters.some(saysWhatToWaitFor)) await alive(page)
      return answer
    }
    Object.assign(page, { [load]: patient })
  }
}

function saysWhatToWaitFor(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'waitUntil' in options
}
