import { saveScreenshot } from '@parley/testing/screenshot'
import { expect, test } from '@playwright/test'

const windows: Record<string, { width: number; height: number; hasTouch: boolean }> = {
  desktop: { width: 1280, height: 900, hasTouch: false },
  tablet: { width: 834, height: 1112, hasTouch: true },
  phone: { width: 390, height: 844, hasTouch: true },
}

test(
  'the window has the size and the input of its project',
  { tag: ['@phone', '@tablet'] },
  async ({ page }, info) => {
    await page.setContent('<meta name="viewport" content="width=device-width"><h1>Parley</h1>')
    const window = await page.evaluate(() => ({
      width: innerWidth,
      height: innerHeight,
      hasTouch: navigator.maxTouchPoints > 0 && matchMedia('(pointer: coarse)').matches,
    }))
    expect(window).toEqual(windows[info.project.name])
    await saveScreenshot(page, info, 'browser')
  },
)
