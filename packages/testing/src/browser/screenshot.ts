import type { Page, TestInfo } from '@playwright/test'

/**
 * Keeps a picture of the page under test-results/screenshots/<project>/<name>.png, whole or as much as the
 * window shows; only where PICTURES is set, since each takes a good part of a second.
 */
export async function keepScreenshot(
  page: Page,
  info: Pick<TestInfo, 'project'>,
  name: string,
  options: { fullPage?: boolean } = {},
): Promise<void> {
  if (!process.env.PICTURES) return
  const path = `test-results/screenshots/${info.project.name}/${name}.png`
  await page.screenshot({ path, animations: 'disabled', ...options })
}
