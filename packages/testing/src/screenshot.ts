import type { Page, TestInfo } from '@playwright/test'

/**
 * Keeps a picture of the page under test-results/screenshots/<project>/<name>.png, whole or as much as the
 * window shows.
 */
export async function keepScreenshot(
  page: Page,
  info: Pick<TestInfo, 'project'>,
  name: string,
  options: { fullPage?: boolean } = {},
): Promise<void> {
  const path = `test-results/screenshots/${info.project.name}/${name}.png`
  await page.screenshot({ path, animations: 'disabled', ...options })
}
