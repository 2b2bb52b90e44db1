import { makeDiscussion, makePost } from '@parley/testing/discussions'
import { expectAccessible, expectNoInlineScript, layoutShift } from '@parley/testing/page-checks'
import { settled, topOf } from '@parley/testing/pages'
import { expect, test } from '../world.ts'

const shiftLimit = 0.02
const headerHeight = 56

test('reading marks a discussion as read, and all can be marked as read', async ({
  page,
  forum,
  on,
  picture,
  logInAs,
}, info) => {
  const title = `News ${info.project.name} ${info.repeatEachIndex}.${info.retry}`
  await makeDiscussion(forum, { title, slug: 'news', posts: [{}, {}, {}] })
  await logInAs('reader')
  await on.index.goto()
  await expect(on.index.unread(title)).toHaveAccessibleName('3 unread posts. Mark as read')
  const read = on.discussion.whenRead()
  await on.index.link(title).click()
  await expect(on.discussion.title).toHaveText(title)
  await read
  await page.goBack()
  await expect(on.index.row(title)).toBeVisible()
  await expect(on.index.unread(title)).toBeHidden()
  await expect(on.index.row(title)).toContainText('2 replies')
  await page.reload()
  await expect(on.index.unread(title)).toBeHidden()

  await expect(page.getByRole('button', { name: /unread post/ }).first()).toBeVisible()
  await on.index.markAllAsRead.click()
  await expect(on.dialog.called('Mark all discussions as read?')).toBeVisible()
  await expectAccessible(page)
  await picture('mark-all-as-read')
  const allRead = on.index.whenAllRead()
  await on.dialog.answer('Mark all discussions as read?', 'Mark all as read')
  await expect(page.getByRole('button', { name: /unread post/ })).toHaveCount(0)
  await allRead
  await page.reload()
  await expect(on.index.rows.first()).toBeVisible()
  await expect(page.getByRole('button', { name: /unread post/ })).toHaveCount(0)
})

test('earlier posts wait while the focus is on what they would scroll away', async ({
  page,
  on,
  isPhone,
  samples,
  logInAs,
}) => {
  test.skip(isPhone, 'There is no keyboard on a phone.')
  await logInAs('tabber')
  await on.discussion.goto(samples.long.id, 120)
  await expect(on.discussion.post(120)).toBeInViewport()
  await settled(page)
  // From the slider back to the button for a reply, which is at the top of the page.
  await on.discussion.scrubber.focus()
  const reply = on.discussion.replyLink
  for (let tabs = 0; tabs < 8 && !(await reply.evaluate((link) => link.matches(':focus'))); tabs += 1)
    await page.keyboard.press('Shift+Tab')
  await expect(reply).toBeFocused()
  await settled(page)
  await expect(reply).toBeInViewport()
  await expect(on.discussion.post(1)).toHaveCount(0)
})

test('going back to a list restores its pages and the scroll position', async ({ page, on, picture }) => {
  await on.index.goto('/?sort=oldest')
  await expect(on.index.rows).toHaveCount(20)
  await on.index.loadMore.click()
  await expect(on.index.rows).toHaveCount(40)
  await picture('index-more')
  const row = on.index.rows.nth(33)
  await row.scrollIntoViewIfNeeded()
  const title = (await row.getByRole('heading').textContent()) ?? ''
  const before = await topOf(on.index.rows.nth(33))
  await row.getByRole('link', { name: title, exact: true }).click()
  await expect(on.discussion.title).toHaveText(title)
  await page.goBack()
  await expect(on.index.rows).toHaveCount(40)
  expect(Math.abs((await topOf(on.index.rows.nth(33))) - before)).toBeLessThanOrEqual(1)
})

test('the list can be sorted', async ({ on, page }) => {
  // The explicit path of the list, which links shorten to `/`.
  await on.index.goto('/all')
  await expect(on.index.rows).toHaveCount(20)
  await on.index.sort.open()
  await page.getByRole('menuitemradio', { name: 'Top' }).click()
  await expect(page).toHaveURL(/\?sort=top$/)
  await expect(on.index.titles.first()).toHaveText('What are you reading this month?')
})

test('a link into a long discussion opens at its post, and loading upwards keeps the position', async ({
  page,
  on,
  samples,
  picture,
}) => {
  await on.discussion.goto(samples.long.id, 150)
  const post = on.discussion.post(150)
  await expect(post).toBeInViewport()
  await expect(on.discussion.post(140)).toBeAttached()
  await picture('discussion-at-150')
  expect(await layoutShift(page)).toBeLessThan(shiftLimit)

  const first = await on.discussion.loadedNumber('first')
  expect(first).toBeGreaterThan(1)
  const loaded = page.waitForResponse((response) => response.url().includes('/api/posts'))
  // Scrolling near the earliest loaded post loads the posts before it.
  await on.discussion.post(first).evaluate((element) => element.scrollIntoView({ block: 'start' }))
  const before = await on.discussion.topOf(first)
  await loaded
  await expect.poll(() => on.discussion.loadedNumber('first')).toBeLessThan(first)
  const after = await on.discussion.topOf(first)
  expect(Math.abs(after - before)).toBeLessThanOrEqual(2)
})

test('a link to a loaded post scrolls there and highlights it, and back returns', async ({
  page,
  forum,
  on,
  picture,
}) => {
  const { id } = await makeDiscussion(forum, { title: 'Echoes', slug: 'echoes', posts: Array(18).fill({}) })
  await makePost(forum, id, { content: `As said in [number three](/d/${id}/3).` })
  await on.discussion.goto(id)
  // Only the hydrated page updates its URL while scrolling.
  await settled(page)
  const reply = on.discussion.postSaying('As said')
  await reply.evaluate((post) => post.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect(page).toHaveURL(/\/d\/\d+-echoes\/\d+$/)
  const reading = page.url()
  const before = await on.discussion.topOf(19)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))

  await on.discussion.permalink(reply, 3).click()
  const target = on.discussion.post(3)
  await expect(target).toBeFocused()
  await expect(target).toHaveClass(/is-marked/)
  await expect(page).toHaveURL(/\/d\/\d+(-echoes)?\/3$/)
  await expect(reply).not.toBeInViewport()
  await expect.poll(() => on.discussion.topOf(3)).toBeGreaterThan(headerHeight)
  await picture('discussion-marked')
  await expect(target).not.toHaveClass(/is-marked/)

  await page.goBack()
  await expect(page).toHaveURL(reading)
  await expect(reply).toBeInViewport()
  expect(Math.abs((await on.discussion.topOf(19)) - before)).toBeLessThanOrEqual(1)
  expect(requests.filter((url) => /\/api\/|\/d\//.test(url))).toEqual([])
})

test('index and discussion load without layout shift', async ({ page, on, samples, picture }) => {
  await on.index.goto()
  await expect(on.index.rows.first()).toBeVisible()
  await settled(page)
  expect(await layoutShift(page)).toBeLessThan(shiftLimit)
  await expectNoInlineScript(page)
  await on.discussion.goto(samples.rich.id)
  await settled(page)
  expect(await layoutShift(page)).toBeLessThan(shiftLimit)
  await expectNoInlineScript(page)
  await expectAccessible(page)
  await picture('discussion-rich')
})

test('the page of a user', async ({ page, on, samples, picture }) => {
  await page.goto(`/u/${samples.author.username}`)
  await expect(page.getByRole('heading', { level: 1, name: samples.author.username })).toBeVisible()
  await expectAccessible(page)
  await picture('user-posts')
  await page
    .getByRole('link', { name: /^Discussions/ })
    .filter({ visible: true })
    .last()
    .click()
  await expect(page).toHaveURL(/\/u\/mira\/discussions/)
  await expect(page.getByRole('link', { name: samples.rich.title })).toBeVisible()
  await expectAccessible(page)
  await picture('user-discussions')
  await expect(on.header.bar).toBeVisible()
})

test('an unknown URL shows an error page that leads to the index and, for guests, to the log-in', async ({
  page,
  on,
  watch,
  picture,
}) => {
  watch.expect(/status 404/)
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expectAccessible(page)
  await picture('not-found')
  await page.getByRole('main').getByRole('link', { name: 'All discussions' }).click()
  await expect(on.index.rows.first()).toBeVisible()
  await page.goto('/d/999999')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(on.dialog.called('Log in')).toBeVisible()
})
