import { saveScreenshot } from '@parley/testing/screenshot'
import { expect, test } from '@playwright/test'

test('the window has the size of its project, and touch on the phone', async ({ page }, info) => {
  await page.setContent('<meta name="viewport" content="width=device-width"><h1>Parley</h1>')
  const window = await page.evaluate(() => ({
    width: innerWidth,
    height: innerHeight,
    touchPoints: navigator.maxTouchPoints,
  }))
  expect(window).toEqual(
    info.project.name === 'phone'
      ? { width: 390, height: 844, touchPoints: expect.any(Number) }
      : { width: 1280, height: 900, touchPoints: 0 },
  )
  if (info.project.name === 'phone') expect(window.touchPoints).toBeGreaterThan(0)
  await saveScreenshot(page, info, 'browser')
})
