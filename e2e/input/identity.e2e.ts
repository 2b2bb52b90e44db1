import { makeDiscussion } from '@parley/testing/discussions'
import { expectAccessible, layoutShift } from '@parley/testing/page-checks'
import type { Page } from '@playwright/test'
import { expect, test } from '../world.ts'

/** Whether the drawing that a page shows has lines: its file arrived, and the sprite has its name. */
function drawnWidth(page: Page): Promise<number> {
  return page
    .locator('.Art use')
    .filter({ visible: true })
    .first()
    .evaluate((use: SVGUseElement) => use.getBBox().width)
}

test('a forum without a logo has a mark of its first letter, which is not read aloud', {
  tag: '@tablet',
}, async ({ page, on, isPhone, picture }) => {
  await on.index.goto()
  if (isPhone) await on.header.openDrawer()
  const place = isPhone ? on.header.drawer : on.header.bar
  const title = await page.evaluate(() => document.querySelector('.Footer span')?.textContent ?? '')
  await expect(place.locator('.ForumMark')).toHaveText(title.charAt(0))
  await expect(place.locator('.ForumMark')).toHaveAttribute('aria-hidden', 'true')
  const icon = page.locator('link[rel="shortcut icon"]')
  await expect(icon).toHaveAttribute('href', new RegExp(`^data:image/svg.*%3E${title.charAt(0)}%3C%2Ftext`))
  await picture('forum-mark')
})

test('avatars without a picture have two letters, which are no part of a name', { tag: '@tablet' }, async ({
  page,
  forum,
  on,
  isPhone,
  logInAs,
}) => {
  const author = await logInAs('tess_underhill')
  const { id } = await makeDiscussion(forum, { title: 'Whose letters?', user_id: author.id })
  await on.discussion.goto(id)
  const avatar = page.getByRole('article').locator('.Avatar').first()
  await expect(avatar).toHaveText('TU')
  await expect(avatar, 'the name beside it is read').toHaveAttribute('aria-hidden', 'true')
  await expectAccessible(page)
  if (!isPhone) await expect(on.header.account.button).toHaveAccessibleName(`Your account ${author.username}`)
})

test('the welcome and empty pages have drawings, which follow the direction of the text', async ({
  page,
  on,
  samples,
  watch,
  logInAs,
  picture,
}) => {
  watch.expect(/status 404/)
  const drawings: string[] = []
  page.on('request', (request) => {
    if (/\/art-\w+\.svg$/.test(request.url())) drawings.push(request.url())
  })
  await on.discussion.goto(samples.rich.id)
  await expect(on.discussion.title).toBeVisible()
  expect(drawings, 'what shows no drawing loads none').toEqual([])
  await on.index.goto()
  await expect(page.getByRole('region', { name: /^Welcome to/ })).toBeVisible()
  await expect.poll(() => drawnWidth(page)).toBeGreaterThan(200)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  expect(drawings).toHaveLength(1)
  await logInAs('drawn')
  for (const [name, path] of Object.entries({
    notifications: '/notifications',
    search: '/all?q=xylophonequartz',
    'not-found': '/nowhere',
    profile: '/u/drawn',
  })) {
    await page.goto(path)
    await expect.poll(() => drawnWidth(page), name).toBeGreaterThan(90)
    await picture(`drawing-${name}`)
  }
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await expect(page.locator('.Art').first()).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)')
})

test('a page that could not be reached has a drawing without a connection', { tag: '@long' }, async ({
  page,
  on,
  context,
  samples,
  watch,
}) => {
  // Code that loads in the background when the connection is lost fails, too.
  watch.expect(/ERR_INTERNET_DISCONNECTED|page_error|Failed to fetch dynamically imported module/)
  await on.discussion.goto(samples.long.id)
  await context.setOffline(true)
  await page.evaluate(() => document.querySelector<HTMLElement>('[href$="/"]')?.click())
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await expect.poll(() => drawnWidth(page)).toBeGreaterThan(90)
  await context.setOffline(false)
})
