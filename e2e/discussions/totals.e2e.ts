import { failRequests, holdRequests } from '@parley/testing/answers'
import { settled } from '@parley/testing/pages'
import { expect, test } from '../world.ts'

test('the heading and the end of the list say how many discussions there are', async ({
  page,
  on,
  logInAs,
}) => {
  const count = page.locator('.Toolbar-title small')
  await on.index.goto()
  await expect(count).toHaveText(/^\d+ discussions$/)
  const total = Number.parseInt((await count.textContent()) ?? '', 10)
  expect(total).toBeGreaterThan(40)
  await expect(page.getByText(`20 of ${total}`)).toBeVisible()
  await on.index.loadMore.click()
  await expect(page.getByText(`40 of ${total}`)).toBeVisible()
  await logInAs('counter')
  await on.index.goto()
  await expect(count).toHaveText(/^[\d,]+\+? unread posts$/)
  await on.index.markAllAsRead.click()
  const allRead = on.index.whenAllRead()
  await on.dialog.answer('Mark all discussions as read?', 'Mark all as read')
  await allRead
  await expect(count).toHaveText(/^\d+ discussions$/)
})

test('totals are asked for beside the list, once, and leave no gap when they fail', { tag: '@long' }, async ({
  page,
  on,
  watch,
}) => {
  const count = page.locator('.Toolbar-title small')
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(totals\/)?discussions$/.test(pathname)) requests.push(pathname)
  })
  await on.index.goto()
  await expect(count).toHaveText(/^\d+ discussions$/)
  await settled(page)
  expect(requests).toEqual([])
  const release = await holdRequests(page, '**/api/totals/discussions')
  await on.index.sort.open()
  await page.getByRole('menuitemradio', { name: 'Top' }).click()
  await expect(page).toHaveURL('/?sort=top')
  await expect(on.index.rows).toHaveCount(20)
  await expect(count).toHaveCount(0)
  const end = await page.locator('.LoadMore').boundingBox()
  release()
  await expect(count).toHaveText(/^\d+ discussions$/)
  expect((await page.locator('.LoadMore').boundingBox())?.height).toBe(end?.height)
  await on.index.loadMore.click()
  await expect(page.getByText(/^40 of \d+$/)).toBeVisible()
  expect(requests.sort()).toEqual(['/api/discussions', '/api/discussions', '/api/totals/discussions'])
  watch.expect(/api\/totals/)
  await failRequests(page, '**/api/totals/discussions', 429)
  await on.index.sort.open()
  await page.getByRole('menuitemradio', { name: 'Newest' }).click()
  await expect(page).toHaveURL('/?sort=newest')
  await settled(page)
  await expect(on.index.rows).toHaveCount(20)
  await expect(count).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: /\w/ })).toHaveCount(0)
})
