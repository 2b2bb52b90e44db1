import { failRequests, holdRequests } from '@parley/testing/answers'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import type { Page } from '@playwright/test'
import { expect, test } from '../world.ts'

test('phones have no list beside a discussion', { tag: '@phone' }, async ({ on, isPhone }) => {
  test.skip(!isPhone, 'Wide screens have a list.')
  await on.index.goto()
  await on.index.titles.first().getByRole('link').click()
  await expect(on.discussion.post(1)).toBeVisible()
  await expect(on.pane.handle).toBeHidden()
})

test.describe('the list beside a discussion', () => {
  test.skip(({ isPhone }) => isPhone, 'Phones have no list beside a discussion.')

  test('opens at the edge, marks the current discussion, leads to others and closes', async ({
    page,
    on,
    picture,
  }) => {
    const release = await holdRequests(page, '**/PaneFrame-*.js')
    await on.index.goto('/?sort=oldest')
    const titles = (await on.index.titles.allTextContents()).map((title) => title.trim())
    await on.index.link(titles[2] ?? '').click()
    await expect(on.discussion.title).toHaveText(titles[2] ?? '')
    await expect(on.pane.items.first()).toBeHidden()

    // A hover before the code is loaded takes effect afterwards.
    await on.pane.reach()
    await expect(on.pane.handle).toHaveCount(0)
    release()
    await expect(on.pane.current).toHaveText(titles[2] ?? '')
    await expect(on.pane.items).toHaveCount(20)
    await expect(on.pane.current).toBeInViewport()
    await picture('pane')
    await expectAccessible(page)

    // The list stays open if the pointer returns in time.
    await page.mouse.move(700, 500)
    await page.mouse.move(100, 500)
    await expect(on.pane.items.first()).toBeVisible()
    await on.pane.link(titles[4] ?? '').click()
    await expect(on.discussion.title).toHaveText(titles[4] ?? '')
    await page.mouse.move(700, 500)
    await expect(on.pane.items.first()).toBeHidden()

    // A reload keeps the list.
    await page.reload()
    await on.pane.reach()
    await expect(on.pane.current).toHaveText(titles[4] ?? '')
    await expect(on.pane.items).toHaveCount(20)
    await on.pane.backLink.click()
    await expect(page).toHaveURL(/\?sort=oldest$/)
  })

  test('stays open when it is pinned, also on later pages', { tag: '@long' }, async ({
    page,
    on,
    samples,
    picture,
  }) => {
    await on.index.goto()
    // The page may come from the cache of guests' pages, without what other journeys have stored since.
    await page.getByRole('button', { name: 'Refresh' }).click()
    await settled(page)
    await on.index.titles.first().getByRole('link').click()
    // The page listens to the pointer once it is shown.
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page).toHaveURL(/\/d\//)
    await on.pane.reach()
    await expect(on.pane.pin).toHaveAttribute('aria-pressed', 'false')
    await on.pane.pin.click()
    await expect(on.pane.pin).toHaveAttribute('aria-pressed', 'true')
    await page.mouse.move(900, 500)
    await page.mouse.click(900, 700)
    await expect(on.pane.pin).toBeVisible()
    expect(await isOverlapping(page)).toBe(false)
    await picture('pane-pinned')
    await expectAccessible(page)
    await expectAccessibleFromRightToLeft(page)
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    expect(await isOverlapping(page)).toBe(false)
    await picture('pane-pinned-rtl')
    await page.evaluate(() => document.documentElement.removeAttribute('dir'))
    const next = on.pane.items.nth(1).getByRole('link')
    const title = (await next.textContent()) ?? ''
    await next.click()
    await expect(on.discussion.title).toHaveText(title)
    await expect(on.discussion.title).toBeFocused()
    await expect(on.pane.current).toHaveText(title)

    await page.reload()
    await expect(on.pane.current).toHaveText(title)
    expect(await isOverlapping(page)).toBe(false)
    // Without a previous list, a pinned pane shows all discussions, and an unpinned pane is absent.
    await page.evaluate(() => sessionStorage.clear())
    await on.discussion.goto(samples.rich.id)
    await expect(on.pane.items).toHaveCount(20)
    await on.pane.pin.click()
    await page.mouse.click(900, 700)
    await expect(on.pane.pin).toBeHidden()
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await expect(on.discussion.title).toHaveText(samples.rich.title)
    await expect(on.pane.region).toHaveCount(0)
  })

  test('works with the keyboard', { tag: '@long' }, async ({ page, on }) => {
    await on.index.goto('/?sort=oldest')
    const titles = (await on.index.titles.allTextContents()).map((title) => title.trim())
    await on.index.link(titles[1] ?? '').click()
    await on.pane.handle.focus()
    await expect(on.pane.current).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(on.pane.current).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(on.pane.link(titles[2] ?? '')).toBeFocused()
    await page.keyboard.press('Home')
    await expect(on.pane.link(titles[0] ?? '')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(on.pane.handle).toBeFocused()
    await expect(on.pane.current).toBeHidden()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(on.discussion.title).toBeFocused()
    await expect(on.discussion.title).toHaveText(titles[2] ?? '')
    await expect(on.pane.current).toBeHidden()
  })

  test('loads more on scrolling and shows an error if it cannot', { tag: '@long' }, async ({
    page,
    on,
    watch,
    picture,
  }) => {
    await on.index.goto('/?sort=oldest')
    await on.index.titles.first().getByRole('link').click()
    // The page listens to the pointer once it is shown.
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page).toHaveURL(/\/d\//)
    await on.pane.reach()
    await expect(on.pane.items).toHaveCount(20)
    watch.expect(/status 500/)
    await failRequests(page, '**/api/discussions?*', 500)
    await page.mouse.move(100, 500)
    await page.mouse.wheel(0, 5000)
    await expect(on.pane.region.getByRole('alert')).toHaveText('Couldn’t load the list.')
    await picture('pane-failed')
    await page.unroute('**/api/discussions?*')
    await on.pane.region.getByRole('button', { name: 'Load more' }).click()
    await expect(on.pane.items).toHaveCount(40)
    // The next discussion keeps the loaded pages.
    const far = on.pane.items.nth(30).getByRole('link')
    const title = (await far.textContent()) ?? ''
    await far.click()
    await expect(on.discussion.title).toHaveText(title)
    await expect(page.getByRole('article').first()).toBeVisible()
    await settled(page)
    await on.pane.reach()
    await expect(on.pane.items.nth(39)).toBeAttached()
    await expect(on.pane.current).toBeInViewport()

    // A reload loads the list up to the current discussion again.
    await failRequests(page, '**/api/discussions?*', 500)
    await page.reload()
    await on.pane.reach()
    await expect(on.pane.region.getByRole('alert')).toHaveText('Couldn’t load the list.')
    await expectAccessible(page)
    await picture('pane-missing')
    await page.unroute('**/api/discussions?*')
    await page.mouse.move(100, 500)
    await on.pane.region.getByRole('button', { name: 'Try again' }).click()
    await expect(on.pane.items.nth(39)).toBeAttached()
    await expect(on.pane.current).toBeInViewport()
  })
})

/** Whether the list covers a part of the discussion. */
function isOverlapping(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const list = document.querySelector('.DiscussionPane-panel')?.getBoundingClientRect()
    const main = document.querySelector('.DiscussionPage-main')?.getBoundingClientRect()
    return list === undefined || main === undefined || (list.right > main.left && main.right > list.left)
  })
}
