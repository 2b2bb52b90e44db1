import { makeDiscussion } from '@parley/testing/discussions'
import { expect, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Page } from '@playwright/test'

const barOf = (page: Page) => page.getByRole('navigation', { name: 'Main pages' })

test('members reach the main pages and their account from the bar', { tag: '@phone' }, async ({
  page,
  on,
  forum,
  makePerson,
  logIn,
  picture,
  isMobile,
}) => {
  test.skip(!isMobile, 'Wide screens have no bar.')
  const { id } = await makeDiscussion(forum, { posts: Array.from({ length: 15 }, () => ({})) })
  await logIn(await makePerson('walker'))
  await on.index.goto()
  const bar = barOf(page)
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Tags', 'Notifications'])
  await expect(bar.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await picture('mobile-tab')
  await expectAccessible(page)
  await bar.getByRole('link', { name: 'Notifications' }).tap()
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeAttached()
  await expect(bar.getByRole('link', { name: 'Notifications' })).toHaveAttribute('aria-current', 'page')
  await expect(bar.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current', 'page')
  await bar.getByRole('button', { name: /Profile/ }).tap()
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeInViewport()
  await picture('mobile-tab-account')
  await page.keyboard.press('Escape')

  // The drawer has none of it a second time.
  await on.index.goto()
  await page.locator('.Header-drawer').tap()
  const drawer = page.locator('.Drawer')
  await expect(drawer).toBeVisible()
  await expect(drawer.getByRole('link', { name: 'Notifications' })).toHaveCount(0)
  await expect(drawer.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  // The end of a page stands above the bar, and so does a minimized text.
  await page.goto(`/d/${id}`)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const edge = async (selector: string) =>
    page.evaluate((name) => document.querySelector(name)?.getBoundingClientRect(), selector)
  const barTop = (await edge('.MobileTab'))?.top ?? 0
  expect((await edge('.Page-footer, footer'))?.bottom ?? 0).toBeLessThanOrEqual(barTop + 1)
  await page.keyboard.press('r')
  await expect(on.composer.text).toBeFocused()
  await expect(bar).toBeHidden()
  await page.keyboard.type('Half a thought')
  await on.composer.button('Minimize').tap()
  await expect(bar).toBeVisible()
  expect((await edge('.Composer'))?.bottom ?? 0).toBeLessThanOrEqual(barTop + 1)
  await picture('mobile-tab-minimized')
})

test('guests log in from the bar, which wide screens do not have', { tag: '@phone' }, async ({
  page,
  on,
  isMobile,
}) => {
  await on.index.goto()
  const bar = barOf(page)
  if (!isMobile) {
    await expect(bar).toBeHidden()
    return
  }
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeHidden()
  await bar.getByRole('link', { name: 'Log in' }).tap()
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible()
  await expect(bar).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(bar).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expect(bar, 'no modal has it below, also without a text field').toBeHidden()
  await page.goto('/tags')
  await expect(bar.getByRole('link', { name: 'Tags' })).toHaveAttribute('aria-current', 'page')
  const viewport = page.locator('meta[name=viewport]')
  await expect(viewport).toHaveAttribute('content', 'width=device-width, initial-scale=1, viewport-fit=cover')
})

test('in Arabic, and in a window of 320 px', { tag: '@phone' }, async ({ page, on, isMobile }) => {
  test.skip(!isMobile, 'Wide screens have no bar.')
  await page.setViewportSize({ width: 320, height: 640 })
  await on.index.goto()
  const widths = await barOf(page)
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().width))
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(64)
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(320)
  await expectAccessibleFromRightToLeft(page)
})
