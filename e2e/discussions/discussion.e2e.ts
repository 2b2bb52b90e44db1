import { failRequests } from '@parley/testing/answers'
import { makeDiscussion, makePost } from '@parley/testing/discussions'
import { expectAccessible } from '@parley/testing/page-checks'
import { expect, test } from '../world.ts'

test('a discussion opens at the first unread post', async ({ page, forum, on, picture, logInAs }) => {
  const { id, title } = await makeDiscussion(forum, {
    title: 'A long walk',
    slug: 'a-long-walk',
    posts: Array(40).fill({ content: 'Step by step. '.repeat(60) }),
  })
  await logInAs('walker')
  const read = on.discussion.whenRead()
  await on.discussion.goto(id, 12)
  await expect(on.discussion.post(12)).toBeInViewport()
  const { lastReadPostNumber } = attributesIn((await read).request().postData())
  expect(lastReadPostNumber).toBeGreaterThanOrEqual(11)
  expect(lastReadPostNumber).toBeLessThan(20)

  await on.index.goto()
  await on.index.link(title).click()
  await expect(page).toHaveURL(new RegExp(`/d/${id}-a-long-walk/\\d+$`))
  expect((await on.discussion.newPostsLine.boundingBox())?.y).toBeGreaterThan(56)
  await expect(on.discussion.newPostsLine).toBeInViewport()
  await expect(on.discussion.newPostsLine).toHaveText(`${40 - lastReadPostNumber} new posts`)
  await picture('discussion-unread')
  await on.discussion.openScrubber()
  await expect(on.discussion.nowLink).toContainText('unread')
  await picture('scrubber-unread')
})

test('a guest’s reading sends no writes', async ({ page, on, samples }) => {
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(request.url())
  })
  // Only the ID identifies a discussion, not the slug.
  await on.discussion.goto(`${samples.long.id}-by-another-name`, 200)
  await expect(on.discussion.post(200)).toBeInViewport()
  await page.mouse.wheel(0, 1500)
  await expect(page).not.toHaveURL(/\/200$/)
  await expect(page).toHaveURL(/\/d\/\d+-what-are-you-reading\/\d+$/)
  expect(writes).toEqual([])
})

test('loading posts in either direction keeps a bounded number and the scroll position', {
  tag: '@long',
}, async ({ on, samples }) => {
  test.slow()
  await on.discussion.goto(samples.long.id, 90)
  await expect(on.discussion.post(90)).toBeInViewport()
  for (const [end, number] of [
    ['end', 300],
    ['start', 60],
  ] as const) {
    await expect(async () => {
      const moved = await on.discussion.scrollToLoaded(end)
      expect(Math.abs(moved)).toBeLessThanOrEqual(2)
      expect(await on.discussion.posts.getByRole('article').count()).toBeLessThanOrEqual(200)
      await expect(on.discussion.post(number)).toBeAttached({ timeout: 100 })
    }).toPass({ timeout: 80_000, intervals: [350] })
  }
  await expect(on.discussion.post(300)).toHaveCount(0)
})

for (const [status, tag] of [
  [429, ''],
  [404, '@long'],
  [401, '@long'],
  [0, ''],
] as const) {
  test(`posts that fail to load can be retried (${status || 'offline'})`, { tag: tag || [] }, async ({
    page,
    on,
    samples,
    watch,
    picture,
  }) => {
    watch.expect(new RegExp(`status ${status}`), /net::ERR_INTERNET_DISCONNECTED/)
    await on.discussion.goto(samples.long.id, 150)
    await expect(on.discussion.post(150)).toBeInViewport()
    await failRequests(page, '**/api/posts?*', status)
    await expect(async () => {
      await on.discussion.scrollToLoaded('end')
      await expect(on.discussion.loadAgain).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 20_000 })
    await on.discussion.loadAgain.scrollIntoViewIfNeeded()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Couldn’t load the posts.')
    if (status === 0) {
      await expectAccessible(page)
      await picture('posts-failed')
    }
    const last = await on.discussion.loadedNumber('last')
    await page.unroute('**/api/posts?*')
    // The request is retried without a click when the browser is online again.
    if (status === 0) await page.evaluate(() => dispatchEvent(new Event('online')))
    else await on.discussion.loadAgain.click()
    await expect.poll(() => on.discussion.loadedNumber('last')).toBeGreaterThan(last)
  })
}

test('new posts of others appear on return, without moving the visible text', async ({
  page,
  forum,
  on,
  makePerson,
  picture,
  logInAs,
}) => {
  await page.clock.install()
  const { id } = await makeDiscussion(forum, { title: 'Soup', slug: 'soup', posts: Array(8).fill({}) })
  const other = await makePerson('cook')
  await logInAs('guest-at-table')
  await on.discussion.goto(id)
  await expect(on.discussion.post(8)).toBeAttached()
  await makePost(forum, id, { content: 'Still warm.', user_id: other.id })
  await makePost(forum, id, { content: 'Bring bread.', user_id: other.id })
  await page.clock.fastForward(15_000)
  const before = await on.discussion.topOf(1)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(on.discussion.postSaying('Bring bread.')).toBeAttached()
  await expect(page.getByRole('status').filter({ hasText: '2 new posts' })).toBeAttached()
  expect(Math.abs((await on.discussion.topOf(1)) - before)).toBeLessThanOrEqual(1)
  await on.discussion.newPostsLine.scrollIntoViewIfNeeded()
  await expect(on.discussion.newPostsLine).toHaveText('2 new posts')
  await expect(page.getByText('9 replies')).toBeAttached()
  await picture('discussion-arrived')

  // Scrolling to the end requests new posts again.
  await makePost(forum, id, { content: 'And cheese.', user_id: other.id })
  await page.clock.fastForward(15_000)
  await page.evaluate(() => {
    scrollTo(0, 0)
    scrollTo(0, document.documentElement.scrollHeight)
  })
  await expect(on.discussion.postSaying('And cheese.')).toBeAttached()
})

test('going back restores the loaded posts and the scroll position', async ({ page, on, samples }) => {
  await on.discussion.goto(samples.long.id, 30)
  await expect(on.discussion.post(30)).toBeInViewport()
  await expect(async () => {
    await on.discussion.scrollToLoaded('end')
    await expect(on.discussion.post(90)).toBeAttached({ timeout: 100 })
  }).toPass({ intervals: [350] })
  await on.discussion
    .post(85)
    .evaluate((post) => post.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect(page).toHaveURL(/\/8\d$/)
  const reading = page.url()
  const before = await on.discussion.topOf(85)
  await on.discussion.post(85).getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/u\//)
  await page.goBack()
  await expect(on.discussion.post(85)).toBeInViewport()
  await expect(page).toHaveURL(reading)
  expect(Math.abs((await on.discussion.topOf(85)) - before)).toBeLessThanOrEqual(1)
  // Going back also works from a distant post.
  await page.goto(`/d/${samples.long.id}/250`)
  await expect(on.discussion.post(250)).toBeInViewport()
  await page.goBack()
  await expect(on.discussion.post(85)).toBeInViewport()
})

test('the reply URL leads to the end and opens the composer or the log-in form', { tag: '@tablet' }, async ({
  page,
  on,
  samples,
  isPhone,
  logInAs,
}) => {
  await page.goto(`/d/${samples.long.id}/reply`)
  await expect(on.dialog.called('Log in to reply')).toBeVisible()
  await expect(on.discussion.post(300)).toBeAttached()
  await logInAs('answerer')
  await page.goto(`/d/${samples.long.id}/reply`)
  await expect(on.composer.text).toBeFocused()
  if (!isPhone) await expect(on.discussion.post(300)).toBeInViewport()
})

test('the URL of a missing discussion shows an error page', async ({ page, on, watch, picture }) => {
  watch.expect(/status 404/)
  for (const path of ['/d/999999', '/d/nonsense', '/d/999999/reply']) {
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(on.discussion.title).toBeVisible()
  }
  await expectAccessible(page)
  await picture('discussion-missing')
})

function attributesIn(body: string | null): { lastReadPostNumber: number } {
  return JSON.parse(body ?? '{}').data.attributes
}
