import type { Page } from '@playwright/test'

const phoneWidth = 768

/** Whether the page is drawn for phones. */
export function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? phoneWidth) < phoneWidth
}
