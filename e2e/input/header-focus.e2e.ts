import type { Page } from '@playwright/test'
import { expect, test } from '../world.ts'

/** Widths with the wide header: a desktop, and a tablet. */
const widths = [
  [1280, ''],
  [834, '@long'],
] as const
const depths = [0, 40, 800, 2268]

async function expectSteady(page: Page, depth: number, act: () => Promise<void>): Promise<void> {
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), depth)
  const before = await page.evaluate(() => Math.round(window.scrollY))
  await act()
  // The browser scrolls to what has the focus before the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect(await page.evaluate(() => Math.round(window.scrollY))).toBe(before)
}

for (const [width, tag] of widths) {
  test(`focus in the header never moves the page, ${width} wide`, { tag: tag || [] }, async ({
    page,
    on,
    isPhone,
    samples,
    logInAs,
    uniqueName,
  }) => {
    test.skip(isPhone, 'Phones have a header of other parts.')
    await page.setViewportSize({ width, height: 900 })
    await logInAs(uniqueName(`steady-${width}`))
    for (const path of ['/', `/d/${samples.long.id}`]) {
      await page.goto(path)
      for (const depth of depths) {
        await expectSteady(page, depth, async () => {
          await page.keyboard.press('/')
          await expect(on.header.bar.getByRole('combobox')).toBeFocused()
        })
        await expectSteady(page, depth, async () => {
          for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Shift+Tab')
          for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('Tab')
        })
        for (const button of [on.notifications.bell, on.header.account.button]) {
          await expectSteady(page, depth, async () => {
            await button.click()
            await expect(button).toHaveAttribute('aria-expanded', 'true')
            await page.keyboard.press('Escape')
          })
        }
      }
    }
  })
}
