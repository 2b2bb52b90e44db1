import type { Page } from '@playwright/test'

const phoneWidth = 768

/** Whether the page has the phone layout. */
export function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? phoneWidth) < phoneWidth
}
