import { expect, type Page } from '@playwright/test'

/** Resolves when the scripts of a page that was loaded answer clicks. At once where no scripts run. */
export async function alive(page: Page): Promise<void> {
  // Taken away by the client when it has come to life.
  await expect.poll(() => page.evaluate<boolean>('window.earlyClick === undefined')).toBe(true)
}
