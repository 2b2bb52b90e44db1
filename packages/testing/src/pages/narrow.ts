import type { Page } from '@playwright/test'

const phoneWidth = 768

/** Whether the page has the phone layout. */
export function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? phoneWidth) < phoneWidth
}

const sideColumnWidth = 992

/** Whether the page is too narrow for a side column: the scrubber is inside a sheet. */
export function hasSheet(page: Page): boolean {
  return (page.viewportSize()?.width ?? sideColumnWidth) < sideColumnWidth
}
