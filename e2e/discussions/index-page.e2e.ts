import { failRequests } from '@parley/testing/answers'
import { makeDiscussion } from '@parley/testing/discussions'
import {
  expectAccessible,
  expectAccessibleFromRightToLeft,
  expectNoSidewaysScroll,
  layoutShift,
} from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import type { Locator } from '@playwright/test'
import { swipe } from '../swipe.ts'
import { expect, test } from '../world.ts'

const shiftLimit = 0.02

test('the welcome stays hidden once it is dismissed', { tag: '@tablet' }, async ({ page, on, picture }) => {
  await on.index.goto()
  const welcome = page.getByRole('region', { name: /^Welcome to/ })
  await expect(welcome).toBeVisible()
  await expect(welcome.getByRole('link', { name: 'Sign up' })).toBeVisible()
  await picture('index-guest')
  await welcome.getByRole('button', { name: 'Dismiss' }).click()
  await expect(welcome).toBeHidden()
  await page.reload()
  await expect(on.index.rows.first()).toBeVisible()
  await expect(welcome).toBeHidden()
  expect(await layoutShift(page)).toBeLessThan(shiftLimit)
})

test('back from a discussion that one has started, the list has it', { tag: '@phone' }, async ({
  page,
  on,
  logInAs,
}) => {
  const title = `Lanterns ${Date.now()}`
  await logInAs('starter')
  await on.index.goto()
  await on.index.startLink.click()
  await on.composer.title.fill(title)
  await on.composer.text.fill('Who has some?')
  await on.composer.submit.click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.goBack()
  await expect(on.index.rows.first()).toContainText(title)
})

test('a picture has two badges at most; the heading of the discussion says all in words', {
  tag: '@phone',
}, async ({ page, forum, on, logInAs }) => {
  const title = 'Lost gloves'
  const { id } = await makeDiscussion(forum, { title, hidden_at: new Date().toISOString() })
  await logInAs('badged', 'moderator')
  await on.index.goto()
  const badges = on.index.row(title).locator('.Badge')
  // As extensions add them.
  await badges.evaluate((badge) => badge.after(badge.cloneNode(true), badge.cloneNode(true)))
  const widths = () =>
    badges.evaluateAll((all) => all.map((badge) => badge.getBoundingClientRect().width > 9))
  expect(await widths()).toEqual([true, true, false])
  await page.goto(`/d/${id}`)
  const word = on.discussion.title.locator('..').getByText('Hidden', { exact: true })
  expect((await word.boundingBox())?.width).toBeGreaterThan(20)
})

test('every sort order has a URL and works by keyboard', { tag: '@tablet' }, async ({
  page,
  on,
  isPhone,
}) => {
  test.skip(isPhone, 'There is no keyboard on a phone.')
  await on.index.goto()
  await settled(page)
  for (const [name, address] of [
    ['Newest', '/?sort=newest'],
    ['Oldest', '/?sort=oldest'],
    ['Top', '/?sort=top'],
    ['Latest', '/'],
  ] as const) {
    await on.index.sort.button.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitemradio').first()).toBeFocused()
    await page.keyboard.press(name.slice(0, 1))
    await expect(page.getByRole('menuitemradio', { name })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
    await expect(on.index.sort.button).toContainText(name)
  }
  await expect(page.getByRole('menuitemradio', { name: 'Relevance' })).toHaveCount(0)
})

test('further pages have a URL, which a reload keeps', async ({ page, on }) => {
  await on.index.goto('/?sort=oldest')
  await expect(on.index.rows).toHaveCount(20)
  await on.index.loadMore.click()
  await expect(on.index.rows).toHaveCount(40)
  await expect(page).toHaveURL('/?sort=oldest&page=2')
  const title = (await on.index.titles.nth(20).textContent()) ?? ''
  await on.index.link(title).click()
  await expect(on.discussion.title).toHaveText(title)
  await page.goBack()
  await expect(on.index.rows).toHaveCount(40)
  await expect(page).toHaveURL('/?sort=oldest&page=2')
  await page.reload()
  await expect(on.index.rows).toHaveCount(20)
  await expect(on.index.titles.first()).toHaveText(title)
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(page).toHaveURL('/?sort=oldest')
})

test('refreshing shows new discussions and returns to the first page', async ({
  page,
  forum,
  on,
  watch,
}, info) => {
  await on.index.goto()
  await on.index.loadMore.click()
  await expect(on.index.rows).toHaveCount(40)
  const title = `Just in ${info.testId}${info.retry}`
  await makeDiscussion(forum, { title })
  const refresh = page.getByRole('button', { name: 'Refresh' })
  watch.expect(/api\/discussions/)
  await failRequests(page, '**/api/discussions?*', 500)
  await refresh.click()
  await expect(page.getByRole('status').filter({ hasText: 'Something went wrong' })).toBeVisible()
  await expect(on.index.rows).toHaveCount(40)
  await page.unroute('**/api/discussions?*')
  await refresh.click()
  await expect(on.index.row(title)).toBeVisible()
  await expect(on.index.rows).toHaveCount(20)
  await expect(page).toHaveURL('/')
})

test('a list that cannot be loaded shows an error and a retry', async ({ page, on, watch, picture }) => {
  await on.index.goto()
  await expect(on.index.rows.first()).toBeVisible()
  watch.expect(/api\/discussions/, /ERR_FAILED/)
  await page.route('**/api/discussions?*', (route) => route.abort('failed'))
  await on.index.sort.open()
  await page.getByRole('menuitemradio', { name: 'Top' }).click()
  await expect(page.getByRole('heading', { name: 'Can’t reach the forum' })).toBeVisible()
  await expectAccessible(page)
  await picture('index-offline')
  await page.unroute('**/api/discussions?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(on.index.rows.first()).toBeVisible()
})

test('an empty list shows an invitation', { tag: '@tablet' }, async ({ page, on, picture, logInAs }) => {
  await logInAs('pioneer')
  await on.index.goto()
  await page.route('**/api/discussions?*', (route) =>
    route.fulfill({ json: { links: { first: '/api/discussions' }, data: [] } }),
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('heading', { name: 'No discussions here yet' })).toBeVisible()
  await expectAccessible(page)
  await picture('index-empty')
})

test('swiping a row marks it as read, or opens its menu in the other direction', { tag: '@phone' }, async ({
  page,
  on,
  isPhone,
  picture,
  logInAs,
  makeUnread,
}) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  test.skip(!isPhone, 'The desktop has no touch.')
  const title = await makeUnread('Swipe me')
  await logInAs('swiper', 'moderator')
  await on.index.goto()
  const hint = page.getByText('Swipe right to mark as read, left for actions')
  await expect(hint).toBeVisible()
  await expect(on.index.unread(title)).toBeVisible()
  await settled(page)
  await expectAccessible(page)
  await picture('index-phone-member')
  const row = on.index.row(title)
  await swipe(page, row, 40)
  await expect(on.index.unread(title)).toBeVisible()
  await swipe(page, row, 90, () => picture('index-swiping'))
  await expect(on.index.unread(title)).toBeHidden()
  await picture('index-swiped')
  await on.alerts.control('Marked as read', 'Undo').click()
  await expect(on.index.unread(title)).toBeVisible()
  await swipe(page, row, 90)
  await expect(on.index.unread(title)).toBeHidden()
  const read = page.waitForResponse((response) => response.url().includes('/api/discussions/'))
  await on.alerts.control('Marked as read', 'Dismiss').click()
  expect((await read).status()).toBe(200)
  await expect(hint).toBeHidden()
  await expect(page).toHaveURL('/')
  // A discussion without unread posts does not change.
  await swipe(page, row, 200)
  await expect(page).toHaveURL('/')

  await swipe(page, row, -90)
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await expectAccessible(page)
  await picture('index-swiped-menu')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await page.reload()
  await expect(on.index.rows.first()).toBeVisible()
  await expect(hint).toBeHidden()
})

test('a swipe promises members only what they can do', { tag: '@phone' }, async ({
  page,
  on,
  isPhone,
  logInAs,
  makeUnread,
}) => {
  test.skip(!isPhone, 'The desktop has no touch.')
  const title = await makeUnread('Members swipe')
  await logInAs('modest')
  await on.index.goto()
  await settled(page)
  await expect(page.locator('.SwipeHint')).toHaveText(
    /^Swipe right to mark as read, left for actions\s*Got it$/,
  )
  const promise = page.locator('.DiscussionRow-swipe')
  await swipe(page, on.index.row(title), 40, () => expect(promise).toHaveText('Mark as read'))
  await swipe(page, on.index.row(title), -120)
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /Rename|Delete/ })).toHaveCount(0)
})

test('a tap beside a title opens the discussion, on its number too', { tag: '@phone' }, async ({
  page,
  on,
  isPhone,
  logInAs,
  makeUnread,
}) => {
  test.skip(!isPhone, 'The desktop has no touch.')
  await logInAs('tapper')
  for (const width of [390, 834]) {
    const title = await makeUnread(`Tapped at ${width}`)
    await page.setViewportSize({ width, height: 900 })
    await on.index.goto()
    const box = await on.index.unread(title).boundingBox()
    if (box === null) throw new Error('The row has no number.')
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    await expect(on.discussion.title).toHaveText(title)
    await expect(on.alerts.saying('Marked as read')).toHaveCount(0)
  }
})

test('on wide touch screens menus end at the edge of the list, and numbers before them', {
  tag: '@phone',
}, async ({ page, on, isPhone, picture, logInAs, makeUnread }) => {
  test.skip(!isPhone, 'The desktop has no touch.')
  const title = await makeUnread('At the edge')
  await logInAs('edger', 'moderator')
  await page.setViewportSize({ width: 834, height: 1112 })
  await on.index.goto()
  const row = on.index.row(title)
  const endOf = async (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().right)
  const menu = row.getByRole('button', { name: 'Actions for this discussion' })
  await expect(menu).toBeVisible()
  const edge = (await endOf(page.locator('.Toolbar'))) - 8
  expect(Math.abs((await endOf(menu.locator('.Icon'))) - edge)).toBeLessThan(8)
  const { x = 0, width = 0, height = 0 } = (await menu.boundingBox()) ?? {}
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  expect(await endOf(on.index.unread(title))).toBeLessThanOrEqual(x)
  await picture('index-834-touch')
})

test('the menu of a row opens by keyboard and mouse', async ({
  page,
  on,
  isPhone,
  picture,
  logInAs,
  makeUnread,
}) => {
  test.skip(isPhone, 'Phones swipe instead.')
  const title = await makeUnread('Within reach')
  await logInAs('reacher', 'moderator')
  for (const width of [1280, 600]) {
    await page.setViewportSize({ width, height: 800 })
    await on.index.goto()
    await settled(page)
    await on.index.unread(title).focus()
    await page.keyboard.press('Shift+Tab')
    await expect(on.index.link(title)).toBeFocused()
    // The picture leads to the author and is no stop.
    await page.keyboard.press('Shift+Tab')
    await expect(on.index.row(title).locator(':focus')).toHaveCount(0)
    await on.index.link(title).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const button = on.index.row(title).getByRole('button', { name: 'Actions for this discussion' })
    await expect(button).toBeFocused()
    await expect(button.locator('xpath=ancestor::div[2]')).toHaveCSS('opacity', '1')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
    await picture(`index-row-menu-${width}`)
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  }
})

test('on tablets the navigation is in a row above the list', async ({
  page,
  on,
  isPhone,
  picture,
  logInAs,
}) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  test.skip(isPhone, 'Phones have a drawer.')
  await page.setViewportSize({ width: 768, height: 1000 })
  await on.index.goto()
  await expect(on.search.field).toBeVisible()
  await expectNoSidewaysScroll(page)
  await picture('index-768-guest')
  await logInAs('tablet')
  for (const width of [834, 992]) {
    await page.setViewportSize({ width, height: 1000 })
    await on.index.goto()
    await expect(on.index.startLink).toBeVisible()
    await expectNoSidewaysScroll(page)
    await picture(`index-${width}`)
  }
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await on.search.goto('boathouse')
  await expect(page.getByRole('navigation', { name: 'Discussions' })).toBeVisible()
})

test('marking as read and loading more by keyboard', async ({ page, on, isPhone, logInAs }) => {
  test.skip(isPhone, 'There is no keyboard on a phone.')
  await logInAs('marker')
  await on.index.goto('/?sort=oldest')
  await expect(on.index.rows).toHaveCount(20)
  await settled(page)
  await on.index.loadMore.focus()
  await page.keyboard.press('Enter')
  await expect(on.index.rows).toHaveCount(40)
  await expect(on.index.rows.nth(20).getByRole('heading').getByRole('link')).toBeFocused()
  await page.keyboard.press('Tab')
  const unread = page.getByRole('button', { name: /unread post/ })
  const before = await unread.count()
  await page.keyboard.press('Enter')
  await expect(unread).toHaveCount(before - 1)
  await expect(on.index.rows.nth(20).getByRole('heading').getByRole('link')).toBeFocused()
  const read = page.waitForResponse((response) => response.url().includes('/api/discussions/'))
  await on.alerts.control('Marked as read', 'Dismiss').press('Enter')
  expect((await read).status()).toBe(200)

  await on.index.markAllAsRead.focus()
  await page.keyboard.press('Enter')
  await expect(on.dialog.called('Mark all discussions as read?')).toBeVisible()
  const allRead = on.index.whenAllRead()
  await on.dialog
    .called('Mark all discussions as read?')
    .getByRole('button', { name: 'Mark all as read' })
    .press('Enter')
  await expect(unread).toHaveCount(0)
  await allRead
})

test('a rejected change is rolled back', { tag: '@long' }, async ({
  page,
  on,
  watch,
  logInAs,
  makeUnread,
}) => {
  const title = await makeUnread('Refused')
  await logInAs('refused')
  await on.index.goto()
  watch.expect(/api\/(discussions|users)\//)
  const message = page.getByRole('status').filter({ hasText: /\w/ })
  for (const status of [401, 403, 404, 422, 429, 500]) {
    await page.route(/api\/(discussions|users)\//, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status, json: { errors: [] } })
        : route.continue(),
    )
    await on.index.unread(title).press('Enter')
    await on.alerts.control('Marked as read', 'Dismiss').click()
    await expect(message.last()).toBeVisible()
    await expect(on.index.unread(title)).toBeVisible()
    await on.index.markAllAsRead.click()
    await on.dialog.answer('Mark all discussions as read?', 'Mark all as read')
    await expect(message.last()).toBeVisible()
    await expect(on.index.unread(title)).toBeVisible()
    await page.unroute(/api\/(discussions|users)\//)
  }
})
