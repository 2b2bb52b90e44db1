import { makeDiscussion, makePost } from '@parley/testing/discussions'
import { expectAccessible } from '@parley/testing/page-checks'
import type { Page } from '@playwright/test'
import { expect, test } from './world.ts'

const day = 24 * 60 * 60_000

test('whoever has read a part goes on where they stopped', async ({
  page,
  forum,
  on,
  makePerson,
  logIn,
  picture,
}) => {
  const { id, title } = await makeDiscussion(forum, {
    title: 'A long walk',
    slug: 'a-long-walk',
    posts: Array(40).fill({ content: 'Step by step. '.repeat(60) }),
  })
  await logIn(await makePerson('walker'))
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

test('a guest reads without a trace', async ({ page, on, world }) => {
  const written: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') written.push(request.url())
  })
  // Only the number says which discussion is meant.
  await on.discussion.goto(`${world.long.id}-by-another-name`, 200)
  await expect(on.discussion.post(200)).toBeInViewport()
  await page.mouse.wheel(0, 1500)
  await expect(page).not.toHaveURL(/\/200$/)
  await expect(page).toHaveURL(/\/d\/\d+-what-are-you-reading\/\d+$/)
  expect(written).toEqual([])
})

test('reading on in either direction keeps a bounded number of posts and the line one reads', async ({
  page,
  on,
  world,
}) => {
  test.slow()
  await on.discussion.goto(world.long.id, 90)
  await expect(on.discussion.post(90)).toBeInViewport()
  for (const [end, number] of [
    ['end', 300],
    ['start', 60],
  ] as const) {
    await expect(async () => {
      const moved = await scrollToLoaded(page, end)
      expect(Math.abs(moved)).toBeLessThanOrEqual(2)
      expect(await on.discussion.posts.getByRole('article').count()).toBeLessThanOrEqual(200)
      await expect(on.discussion.post(number)).toBeAttached({ timeout: 100 })
    }).toPass({ timeout: 80_000, intervals: [350] })
  }
  await expect(on.discussion.post(300)).toHaveCount(0)
})

test('the handle of the scrubber is dragged', async ({ page, on, world, picture }) => {
  await on.discussion.goto(world.long.id)
  await on.discussion.openScrubber()
  const box = await on.discussion.scrubber.boundingBox()
  if (box === null) throw new Error('There is no scrubber.')
  const x = box.x + 4
  await page.mouse.move(x, box.y + 22)
  await page.mouse.down()
  await page.mouse.move(x, box.y + box.height / 2, { steps: 5 })
  await expect(on.discussion.scrubber).toHaveAttribute('aria-valuetext', /^1[45]\d of 300/)
  await expect(on.discussion.post(1)).toBeAttached()
  await picture('scrubber-dragged')
  await page.mouse.up()
  await expect(on.discussion.post(150)).toBeInViewport()
  await on.discussion.openScrubber()
  await expect(on.discussion.scrubber).toHaveAttribute('aria-valuetext', /^1[45]\d of 300, \w+ \d{4}$/)
  if (page.viewportSize()?.width === 390) {
    await expect(on.discussion.scrubber).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(on.discussion.positionButton).toBeFocused()
  }
})

test('a jump that fails says so, and one that takes long shows what will be there', async ({
  page,
  on,
  world,
  watch,
  picture,
}) => {
  await on.discussion.goto(world.long.id)
  // Before the script is there, the scrubber's ends are links.
  await page.waitForLoadState('networkidle')
  watch.expect(/status 500/)
  await page.route('**/api/posts?*', (route) => route.fulfill({ status: 500, json: { errors: [] } }))
  await on.discussion.openScrubber()
  await on.discussion.nowLink.click()
  await expect(page.getByText('Something went wrong on our side')).toBeVisible()
  await expect(on.discussion.post(1)).toBeInViewport()
  await picture('jump-failed')
  await page.unroute('**/api/posts?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(on.discussion.post(300)).toBeInViewport()
  await on.discussion.goto(world.long.id)
  await page.waitForLoadState('networkidle')

  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/posts?*', async (route) => {
    await answered
    await route.continue()
  })
  await on.discussion.openScrubber()
  await on.discussion.nowLink.click()
  await expect(on.discussion.posts).toHaveAttribute('aria-busy', 'true')
  await expect(on.discussion.posts.locator('.Skeleton').first()).toBeVisible()
  await picture('jump-waiting')
  answer()
  await expect(on.discussion.post(300)).toBeInViewport()
  await expect(on.discussion.posts.locator('.Skeleton')).toHaveCount(0)
})

for (const status of [429, 404, 401, 0]) {
  test(`posts that do not load can be asked for again (${status || 'offline'})`, async ({
    page,
    on,
    world,
    watch,
    picture,
  }) => {
    watch.expect(new RegExp(`status ${status}`), /net::ERR_INTERNET_DISCONNECTED/)
    await on.discussion.goto(world.long.id, 150)
    await expect(on.discussion.post(150)).toBeInViewport()
    await page.route('**/api/posts?*', (route) =>
      status === 0 ? route.abort('internetdisconnected') : route.fulfill({ status, json: { errors: [] } }),
    )
    await expect(async () => {
      await scrollToLoaded(page, 'end')
      await expect(on.discussion.loadAgain).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 20_000 })
    await on.discussion.loadAgain.scrollIntoViewIfNeeded()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('The posts couldn’t be loaded.')
    if (status === 0) {
      await expectAccessible(page)
      await picture('posts-failed')
    }
    const last = await lastNumber(page)
    await page.unroute('**/api/posts?*')
    // The way back to the network is noticed without a click.
    if (status === 0) await page.evaluate(() => dispatchEvent(new Event('online')))
    else await on.discussion.loadAgain.click()
    await expect.poll(() => lastNumber(page)).toBeGreaterThan(last)
  })
}

test('what others write comes when one returns, below what one reads', async ({
  page,
  forum,
  on,
  makePerson,
  logIn,
  picture,
}) => {
  await page.clock.install()
  const { id } = await makeDiscussion(forum, { title: 'Soup', slug: 'soup', posts: Array(8).fill({}) })
  const other = await makePerson('cook')
  await logIn(await makePerson('guest-at-table'))
  await on.discussion.goto(id)
  await expect(on.discussion.post(8)).toBeAttached()
  await makePost(forum, id, { content: 'Still warm.', user_id: other.id })
  await makePost(forum, id, { content: 'Bring bread.', user_id: other.id })
  await page.clock.fastForward(15_000)
  const before = await topOf(page, 1)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(on.discussion.postSaying('Bring bread.')).toBeAttached()
  await expect(page.getByRole('status').filter({ hasText: '2 new posts' })).toBeAttached()
  expect(Math.abs((await topOf(page, 1)) - before)).toBeLessThanOrEqual(1)
  await on.discussion.newPostsLine.scrollIntoViewIfNeeded()
  await expect(on.discussion.newPostsLine).toHaveText('2 new posts')
  await expect(page.getByText('9 replies')).toBeAttached()
  await picture('discussion-arrived')

  // Whoever reaches the end asks again.
  await makePost(forum, id, { content: 'And cheese.', user_id: other.id })
  await page.clock.fastForward(15_000)
  await page.evaluate(() => {
    scrollTo(0, 0)
    scrollTo(0, document.documentElement.scrollHeight)
  })
  await expect(on.discussion.postSaying('And cheese.')).toBeAttached()
})

test('moderators see where a post was written, and others do not', async ({
  page,
  forum,
  on,
  makePerson,
  logIn,
  picture,
  openDiscussion,
}) => {
  const { id } = await openDiscussion(
    {
      title: 'Well water',
      slug: 'well-water',
      posts: [{ ip_address: '203.0.113.7' }, { ip_address: '2001:db8:85a3::8a2e:370:7334' }],
    },
    { username: 'warden', is: 'administrator' },
  )
  await expect(on.discussion.post(1)).toContainText('203.0.113.7')
  await expectAccessible(page)
  await picture('post-ip')
  await logIn(await makePerson('drinker'))
  await on.discussion.goto(id)
  await expect(on.discussion.post(1)).toBeVisible()
  await expect(page.getByText('203.0.113.7')).toHaveCount(0)
  // What others wrote is not theirs to edit.
  await expect(on.discussion.postMenu(on.discussion.post(1)).button).toHaveCount(0)
  await makePost(forum, id)
})

test('with its last post a discussion leaves the list', async ({
  page,
  forum,
  on,
  watch,
  makePerson,
  logIn,
}) => {
  // The question whether it is still there.
  watch.expect(/status 404/)
  const values = {
    title: 'Short-lived',
    slug: 'short-lived',
    posts: [{ hidden_at: new Date().toISOString() }],
  }
  const { id } = await makeDiscussion(forum, values)
  await logIn(await makePerson('undertaker', { groupIds: [1] }))
  await on.index.goto('/?sort=newest')
  await on.index.link('Short-lived').click()
  const post = on.discussion.post(1)
  await post.getByRole('button', { name: 'Show' }).click()
  await on.discussion.postMenu(post).choose('Delete forever')
  await on.dialog.answer('Delete forever', 'Cancel')
  await expect(post).toBeVisible()
  await on.discussion.postMenu(post).choose('Delete forever')
  const deleted = on.discussion.whenPostDeleted()
  await on.dialog.answer('Delete forever', 'Delete forever')
  await deleted
  await expect(on.index.list).toBeVisible()
  await expect(on.index.row('Short-lived')).toHaveCount(0)
  expect((await page.request.get(`/d/${id}`)).status()).toBe(404)
})

test('a post whose text fails says so to its readers, and another way to its author', async ({
  page,
  on,
  watch,
  makePerson,
  logIn,
  picture,
}) => {
  watch.expect(/status 404/)
  await logIn(await makePerson('reader', { groupIds: [1] }))
  await on.index.goto()
  await page.route('**/api/posts?*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    Object.assign(body.data[0].attributes, { renderFailed: true, contentHtml: 'failed' })
    await route.fulfill({ response, json: body })
  })
  await on.index.titles.first().getByRole('link').click()
  await expect(on.discussion.posts).toContainText('This post can’t be shown to anyone')
  await expectAccessible(page)
  await picture('post-failed')
})

test('events and gaps of days stand between the posts', async ({ page, forum, on, picture }) => {
  const start = Date.now() - 60 * day
  const at = (days: number) => new Date(start + days * day).toISOString()
  const { id } = await makeDiscussion(forum, {
    title: 'Apple harvest',
    slug: 'apple-harvest',
    posts: [
      { created_at: at(0) },
      { created_at: at(3.9) },
      { created_at: at(9), type: 'discussionRenamed', content: '["Pear harvest","Apple harvest"]' },
      { created_at: at(9) },
    ],
  })
  await on.discussion.goto(id)
  await expect(on.discussion.posts.getByText('5 days later')).toBeVisible()
  await expect(on.discussion.posts.getByText(/days later/)).toHaveCount(1)
  await expect(on.discussion.post(3)).toContainText('changed the title from Pear harvest to Apple harvest')
  await expectAccessible(page)
  await picture('discussion-events')
})

test('Page Down on a post goes to the next, as in any feed', async ({ page, on, world, isPhone }) => {
  test.skip(isPhone, 'There is no keyboard on a phone.')
  await on.discussion.goto(world.long.id)
  await on.discussion.permalink(on.discussion.post(4), 4).click()
  await expect(on.discussion.post(4)).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(on.discussion.post(5)).toBeFocused()
  await expect(on.discussion.post(5)).toBeInViewport()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageUp')
  await expect(on.discussion.post(3)).toBeFocused()
})

test('coming back finds the discussion as it was left, however far one had read', async ({
  page,
  on,
  world,
}) => {
  await on.discussion.goto(world.long.id, 30)
  await expect(on.discussion.post(30)).toBeInViewport()
  await expect(async () => {
    await scrollToLoaded(page, 'end')
    await expect(on.discussion.post(90)).toBeAttached({ timeout: 100 })
  }).toPass({ intervals: [350] })
  await on.discussion
    .post(85)
    .evaluate((post) => post.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect(page).toHaveURL(/\/8\d$/)
  const reading = page.url()
  const before = await topOf(page, 85)
  await on.discussion.post(85).getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/u\//)
  await page.goBack()
  await expect(on.discussion.post(85)).toBeInViewport()
  await expect(page).toHaveURL(reading)
  expect(Math.abs((await topOf(page, 85)) - before)).toBeLessThanOrEqual(1)
  // A visit to another far place leads back as well.
  await page.goto(`/d/${world.long.id}/250`)
  await expect(on.discussion.post(250)).toBeInViewport()
  await page.goBack()
  await expect(on.discussion.post(85)).toBeInViewport()
})

test('the address for a reply leads to the end and opens what it takes', async ({
  page,
  on,
  world,
  makePerson,
  logIn,
  isPhone,
}) => {
  await page.goto(`/d/${world.long.id}/reply`)
  await expect(on.dialog.called('Log in')).toBeVisible()
  await expect(on.discussion.post(300)).toBeAttached()
  await logIn(await makePerson('answerer'))
  await page.goto(`/d/${world.long.id}/reply`)
  await expect(on.composer.text).toBeFocused()
  if (!isPhone) await expect(on.discussion.post(300)).toBeInViewport()
})

test('what is refused is as it was, and says why', async ({ page, on, watch, openDiscussion, picture }) => {
  watch.expect(/status (403|500)/)
  await openDiscussion(
    { title: 'Locks', slug: 'locks', posts: [{}, {}] },
    { username: 'locksmith', is: 'administrator' },
  )
  const post = on.discussion.post(2)
  let status = 403
  await page.route('**/api/posts/*', (route) =>
    route.fulfill({ status, json: { errors: [{ status: String(status), code: 'permission_denied' }] } }),
  )
  await on.discussion.postMenu(post).choose('Hide post')
  await on.dialog.answer('Hide post', 'Hide post')
  await expect(page.getByText('You don’t have permission to do that.')).toBeVisible()
  await expect(post).not.toContainText('Hidden by')
  await expect(post).toContainText('Post 2')
  await picture('post-refused')
  await page.unroute('**/api/posts/*')
  await on.discussion.postMenu(post).choose('Hide post')
  await on.dialog.answer('Hide post', 'Hide post')
  await expect(post).toContainText('Hidden by')
  status = 500
  await page.route('**/api/posts/*', (route) => route.fulfill({ status, json: { errors: [] } }))
  await post.getByRole('button', { name: 'Show' }).click()
  await on.discussion.postMenu(post).choose('Delete forever')
  await on.dialog.answer('Delete forever', 'Delete forever')
  await expect(page.getByText('Something went wrong on our side')).toBeVisible()
  await expect(post).toContainText('Hidden by')
})

test('an address without a discussion says so', async ({ page, on, watch, picture }) => {
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

/** Scrolls to the end of what is loaded and waits for what comes; answers how far what one reads has moved. */
function scrollToLoaded(page: Page, end: 'start' | 'end'): Promise<number> {
  return page.evaluate(async (end) => {
    const posts = [...document.querySelectorAll('.PostStream [data-number]')]
    const post = end === 'end' ? posts.at(-1) : posts[0]
    const number = post?.getAttribute('data-number')
    post?.scrollIntoView({ block: 'start', behavior: 'instant' })
    // A step of the reader's own, so that the direction shows.
    scrollBy({ top: end === 'end' ? 1 : -1, behavior: 'instant' })
    const top = () => document.querySelector(`[data-number="${number}"]`)?.getBoundingClientRect().top ?? 0
    const before = top()
    const isLoading = () => document.querySelector('.PostStream[aria-busy]') !== null
    for (let frame = 0; frame < 60 && (frame < 5 || isLoading()); frame += 1) {
      await new Promise(requestAnimationFrame)
    }
    return top() - before
  }, end)
}

function lastNumber(page: Page): Promise<number> {
  return page
    .locator('.PostStream [data-number]')
    .last()
    .evaluate((post) => Number(post.getAttribute('data-number')))
}

function topOf(page: Page, number: number): Promise<number> {
  return page.locator(`[data-number="${number}"]`).evaluate((post) => post.getBoundingClientRect().top)
}
