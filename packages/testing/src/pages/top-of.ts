import type { Locator } from '@playwright/test'

/** Pixels between the window's upper edge and an element. */
export function topOf(element: Locator): Promise<number> {
  return element.evaluate((found) => found.getBoundingClientRect().top)
}
