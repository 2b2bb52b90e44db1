import { failRequests, holdRequests } from '@parley/testing/answers'
import { makeDiscussion } from '@parley/testing/discussions'
import type { Person } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { ServedForum } from '@parley/testing/start-forum'
import type { Page } from '@playwright/test'
import { renameAsModerator } from '../rename.ts'
import { expect, test } from '../world.ts'

/** Makes discussions of an author that a moderator has renamed. */
async function makeRenamedDiscussions(
  forum: ServedForum,
  author: Person,
  titles: readonly string[],
): Promise<number[]> {
  const ids = []
  for (const title of titles) {
    const { id } = await makeDiscussion(forum, { title: `Before ${title}`, user_id: author.id })
    await renameAsModerator(forum, id, title)
    ids.push(id)
  }
  return ids
}

/** Waits for the response to a POST request below a path of the API. Resolves with its status. */
function waitForWrite(page: Page, path: string): Promise<number> {
  return page
    .waitForResponse(
      (response) => response.url().includes(`/api/${path}`) && response.request().method() === 'POST',
    )
    .then((response) => response.status())
}

test('the bell counts new notifications, opening the list resets it, and an item leads to its post', {
  tag: '@phone',
}, async ({ page, forum, on, isPhone, logInAs, picture }) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const author = await logInAs('author')
  await makeRenamedDiscussions(forum, author, ['Balcony plants for the north', 'Which ferry to take'])
  await on.index.goto()
  await expect(page).toHaveTitle(/^\(2\) /)
  if (isPhone) {
    await expect(await on.notifications.phoneLink()).toHaveAccessibleName(/^Notifications 2 (unread|new)$/)
    await picture('index-new-notifications')
    await page.keyboard.press('Escape')
  } else await expect(on.notifications.bell).toHaveAccessibleName('Notifications: 2 new')

  await on.notifications.open()
  const item = on.notifications.of('Which ferry to take')
  await expect(item).toContainText('archivist renamed this discussion')
  await expect(page).not.toHaveTitle(/^\(/)
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('notifications')

  const read = waitForWrite(page, 'notifications/')
  await item.getByRole('link').click()
  await expect(on.discussion.title).toHaveText('Which ferry to take')
  await expect(page).toHaveURL(/\/d\/[^/]+\/2$/)
  if (!isPhone) await expect(on.notifications.panel).toBeHidden()
  expect(await read).toBe(200)
  await on.index.goto()
  await on.notifications.open()
  await expect(on.notifications.of('Which ferry to take')).not.toHaveClass(/is-unread/)
  await expect(on.notifications.of('Balcony plants for the north')).toHaveClass(/is-unread/)
})

test('all notifications are marked as read, and deleted; both can be undone', { tag: '@tablet' }, async ({
  page,
  forum,
  on,
  picture,
  logInAs,
}) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const author = await logInAs('tidy')
  await makeRenamedDiscussions(forum, author, ['A first thing', 'A second thing', 'A third thing'])
  await page.goto('/notifications')
  const main = page.getByRole('main')
  const second = on.notifications.of('A second thing', main)
  await expect(second).toHaveClass(/is-unread/)
  await picture('notifications-page')
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /notifications/.test(request.url())) writes.push(request.url())
  })
  const markAll = page.getByRole('button', { name: 'Mark all as read' }).filter({ visible: true })
  await markAll.click()
  await expect(second).not.toHaveClass(/is-unread/)
  await expectAccessible(page)
  await picture('notifications-undo')
  await on.alerts.control('All marked as read', 'Undo').click()
  await expect(second).toHaveClass(/is-unread/)
  expect(writes, 'what is undone is not sent').toEqual([])
  await markAll.click()
  // Leaving the page ends the time for undoing.
  await page.goto('/')
  await expect(async () => {
    await page.goto('/notifications')
    await expect(second).not.toHaveClass(/is-unread/, { timeout: 1000 })
  }).toPass()

  await main.getByRole('button', { name: 'Delete all' }).click()
  await expect(second).toBeHidden()
  await on.alerts.control('Notifications deleted', 'Undo').click()
  await expect(second).toBeVisible()
  await main.getByRole('button', { name: 'Delete all' }).click()
  const deleted = waitForWrite(page, 'notifications')
  await on.alerts.control('Notifications deleted', 'Dismiss').click()
  expect(await deleted).toBe(204)
  await expect(main.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible()
  await expectAccessible(page)
  await picture('notifications-empty')
})

test('a single notification is marked as read without opening it', async ({
  page,
  forum,
  on,
  isPhone,
  logInAs,
}) => {
  test.skip(isPhone, 'A tap opens the notification.')
  const author = await logInAs('single')
  await makeRenamedDiscussions(forum, author, ['Only the title'])
  await on.index.goto()
  await on.notifications.open()
  const item = on.notifications.of('Only the title')
  await item.hover()
  const read = waitForWrite(page, 'notifications/')
  await item.getByRole('button', { name: 'Mark as read' }).click()
  await expect(item).not.toHaveClass(/is-unread/)
  await expect(item.getByRole('link')).toBeFocused()
  await expect(on.notifications.panel).toBeVisible()
  await on.alerts.control('Marked as read', 'Dismiss').dispatchEvent('click')
  expect(await read).toBe(200)
})

test('what is read in one tab is read in another, and an answer of the server does not take it back', {
  tag: '@long',
}, async ({ page, context, forum, on, logInAs }) => {
  const author = await logInAs('twice')
  await makeRenamedDiscussions(forum, author, ['Seen here', 'Seen later'])
  await page.goto('/notifications')
  const main = page.getByRole('main')
  const other = await context.newPage()
  await other.goto('/notifications')
  const there = on.notifications.of('Seen here', other.getByRole('main'))
  await expect(there).toHaveClass(/is-unread/)
  await page.getByRole('button', { name: 'Mark all as read' }).filter({ visible: true }).click()
  const here = on.notifications.of('Seen here', main)
  await expect(here).not.toHaveClass(/is-unread/)
  await expect(there, 'nothing is sent yet').toHaveClass(/is-unread/)
  await on.alerts.control('All marked as read', 'Dismiss').click()
  await expect(there).not.toHaveClass(/is-unread/)

  await main.getByRole('button', { name: 'Delete all' }).click()
  await page.goto('/')
  await expect(there, 'leaving the page deletes them').toBeHidden()
})

test('more than twenty are loaded on demand', { tag: '@long' }, async ({ page, forum, on, logInAs }) => {
  test.slow()
  const author = await logInAs('busy')
  await makeRenamedDiscussions(
    forum,
    author,
    [...Array(22).keys()].map((number) => `Busy day ${number + 1}`),
  )
  await on.index.goto()
  await on.notifications.open()
  const items = on.notifications.list.getByRole('region').getByRole('listitem')
  await expect(items).toHaveCount(20)
  await on.notifications.list.getByText('Load more').click()
  await expect(items).toHaveCount(22)
  await page.goto('/notifications?page=2')
  await expect(page.getByRole('main').getByRole('region').getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Previous page' })).toBeVisible()
})

test('errors are shown and nothing is lost', { tag: ['@phone', '@long'] }, async ({
  page,
  forum,
  on,
  watch,
  isPhone,
  picture,
  logInAs,
}) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const author = await logInAs('unlucky')
  await makeRenamedDiscussions(forum, author, ['Bad weather'])
  await on.index.goto()
  watch.expect(/api\/notifications/, /page_error|ERR_FAILED|ERR_INTERNET/)
  await page.route('**/api/notifications*', (route) => route.abort('failed'))
  if (isPhone) {
    await (await on.notifications.phoneLink()).click()
    await expect(page.getByRole('heading', { name: 'Can’t reach the forum' })).toBeVisible()
    await page.unroute('**/api/notifications*')
    await page.getByRole('button', { name: 'Try again' }).click()
  } else {
    await on.notifications.bell.click()
    await expect(on.notifications.panel).toContainText('Couldn’t load')
    await expectAccessible(page)
    await picture('notifications-failed')
    await page.unroute('**/api/notifications*')
    await on.notifications.panel.getByRole('button', { name: 'Try again' }).click()
  }
  const item = on.notifications.of('Bad weather')
  await expect(item).toHaveClass(/is-unread/)

  for (const status of [401, 403, 404, 422, 429, 500]) {
    await failRequests(page, '**/api/notifications/read', status)
    await (isPhone ? on.header.bar : on.notifications.panel)
      .getByRole('button', { name: 'Mark all as read' })
      .click()
    await expect(item).not.toHaveClass(/is-unread/)
    // A click outside would close the list.
    await on.alerts.control('All marked as read', 'Dismiss').dispatchEvent('click')
    await expect(page.locator('.Toast.Alert--danger')).toBeVisible()
    await expect(item).toHaveClass(/is-unread/)
    await page.unroute('**/api/notifications/read')
  }

  await failRequests(page, '**/api/notifications/*', 404)
  await item.getByRole('link').click()
  await expect(on.discussion.title).toHaveText('Bad weather')
  await expect(page.getByText('This no longer exists')).toBeVisible()
})

test('the list shows a loading state', { tag: '@long' }, async ({ page, on, isPhone, picture, logInAs }) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  test.skip(isPhone, 'Phones have a page instead of the list.')
  await logInAs('patient')
  await on.index.goto()
  const release = await holdRequests(page, '**/api/notifications?*')
  await on.notifications.bell.click()
  await expect(on.notifications.panel.getByRole('status')).toContainText('Loading')
  await expectAccessible(page)
  await picture('notifications-loading')
  release()
  await expect(on.notifications.panel).toContainText('You’re all caught up')
  await expectAccessible(page)
  await picture('notifications-panel-empty')
})

test('guests are asked to log in', async ({ page, watch, picture }) => {
  watch.expect(/status 401/)
  const response = await page.goto('/notifications')
  expect(response?.status()).toBe(401)
  await picture('notifications-guest')
})

test('counts are updated when the tab becomes visible', async ({ page, forum, on, logInAs }) => {
  await page.clock.install()
  const author = await logInAs('away')
  await on.index.goto()
  await expect(on.index.rows.first()).toBeVisible()
  await expect(page).not.toHaveTitle(/^\(/)
  await makeRenamedDiscussions(forum, author, ['While you were away'])
  await page.clock.fastForward(60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page).toHaveTitle(/^\(1\) /)
})

test('the list under the bell works by keyboard', async ({ page, forum, on, isPhone, logInAs }) => {
  test.skip(isPhone, 'There is no keyboard on a phone.')
  const author = await logInAs('keys')
  await makeRenamedDiscussions(forum, author, ['By keyboard'])
  await on.index.goto()
  await on.notifications.bell.focus()
  await page.keyboard.press('Enter')
  await expect(on.notifications.panel).toBeFocused()
  await expect(on.notifications.of('By keyboard')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(on.notifications.panel).toBeHidden()
  await expect(on.notifications.bell).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(on.notifications.panel).toBeFocused()
  const names = ['Mark all as read', 'Delete all']
  for (const name of names) {
    await page.keyboard.press('Tab')
    await expect(on.notifications.panel.getByRole('button', { name })).toBeFocused()
  }
  // The title of the discussion comes first, then the notification.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(on.notifications.of('By keyboard').getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(on.discussion.title).toHaveText('By keyboard')
})
