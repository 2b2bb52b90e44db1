import { expect, type Page } from '@playwright/test'

/**
 * Presses keys in sequence until they have an effect. On a busy machine a second may pass between two of them: then the
 * later one does not belong to the sequence.
 */
export async function pressInSequence(
  page: Page,
  keys: readonly string[],
  expectEffect: () => Promise<void>,
): Promise<void> {
  await expect(async () => {
    for (const key of keys) await page.keyboard.press(key)
    await expectEffect()
  }).toPass()
}
