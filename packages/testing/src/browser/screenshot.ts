import type { Page, TestInfo } from '@playwright/test'

/**
 * Saves a screenshot of the window, or of the whole page, as test-results/screenshots/<project>/<name>.png. Does
 * nothing unless PICTURES is set, since each takes most of a second.
 */
export async function saveScreenshot(
  page: Page,
  info: Pick<TestInfo, 'project'>,
  name: string,
  options: { fullPage?: boolean } = {},
): Promise<void> {
  if (!process.env.PICTURES) return
  const path = `test-results/screenshots/${info.project.name}/${name}.png`
  await page.screenshot({ path, animations: 'disabled', ...options })
}
