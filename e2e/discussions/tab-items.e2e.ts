import { expectAccessible, expectNoSidewaysScroll } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import { withExtension } from '../fixtures/with-extension.ts'
import { expect } from '../world.ts'

const test = withExtension('tab-items')
test.describe.configure({ mode: 'default' })

test('ten items with long names fit into a bar of 320 px, which scrolls to the last', {
  tag: '@phone',
}, async ({ page, on, isPhone, picture }) => {
  test.skip(!isPhone, 'Wide screens have no bar.')
  await page.setViewportSize({ width: 320, height: 640 })
  await on.index.goto()
  await settled(page)
  const bar = page.getByRole('navigation', { name: 'Main pages' })
  test.skip(!(await bar.isVisible()), 'No extension shows a bar.')
  const items = bar.getByRole('listitem')
  const added = bar.getByRole('link', { name: /^ShipShip/ })
  await expect(added).toHaveCount(10)
  const boxes = await items.evaluateAll((all) =>
    all.map((item) => {
      const { left, width, height } = item.getBoundingClientRect()
      const label = item.querySelector('.MobileTab-label')?.getBoundingClientRect()
      return { left, width, height, labelWidth: label?.width ?? 0 }
    }),
  )
  for (const [index, { left, width, height, labelWidth }] of boxes.entries()) {
    expect(width, 'wide enough for a finger').toBeGreaterThanOrEqual(64)
    expect(labelWidth, 'a long name is cut').toBeLessThanOrEqual(width)
    expect(height).toBe(boxes[0]?.height)
    const before = boxes[index - 1]
    if (before)
      expect(left, 'items stand side by side').toBeGreaterThanOrEqual(before.left + before.width - 1)
  }
  await expectNoSidewaysScroll(page)
  await picture('tab-items')
  const last = added.last()
  await expect(last).not.toBeInViewport()
  await last.focus()
  await expect(last).toBeInViewport({ ratio: 0.9 })
  await picture('tab-items-end')
  await expectAccessible(page)
  await last.tap()
  await expect(page).toHaveURL(/item=10/)
})
