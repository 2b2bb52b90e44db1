import { failRequests } from '@parley/testing/answers'
import { makeDiscussion, makePost } from '@parley/testing/discussions'
import { expectAccessible } from '@parley/testing/page-checks'
import { expect, test } from '../world.ts'

const day = 24 * 60 * 60_000

test('moderators find the IP address of a post in its menu', async ({
  page,
  forum,
  on,
  picture,
  openDiscussion,
  forgetSession,
  logInAs,
}) => {
  const { id } = await openDiscussion(
    {
      title: 'Well water',
      slug: 'well-water',
      posts: [{ ip_address: '203.0.113.7' }, { ip_address: '2001:db8:85a3::8a2e:370:7334' }],
    },
    { username: 'warden', is: 'administrator' },
  )
  const menu = on.discussion.postMenu(on.discussion.post(1))
  const address = page.getByRole('menuitem', { name: '203.0.113.7' })
  await expect(address).toBeHidden()
  await menu.open()
  await expect(address).toBeVisible()
  await expectAccessible(page)
  await picture('post-ip')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await address.click()
  await expect(on.alerts.saying('IP address copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('203.0.113.7')
  await forgetSession()
  await logInAs('drinker')
  await on.discussion.goto(id)
  await expect(on.discussion.post(1)).toBeVisible()
  await expect(page.getByText('203.0.113.7')).toHaveCount(0)
  // Members cannot edit posts of others.
  const ofMember = on.discussion.postMenu(on.discussion.post(1))
  await ofMember.open()
  for (const name of ['Edit', 'Delete']) await expect(ofMember.item(name)).toHaveCount(0)
  await makePost(forum, id)
})

test('deleting the last post removes the discussion from the list', async ({
  page,
  forum,
  on,
  watch,
  logInAs,
}) => {
  // A request checks whether the discussion still exists.
  watch.expect(/status 404/)
  const values = {
    title: 'Short-lived',
    slug: 'short-lived',
    posts: [{ hidden_at: new Date().toISOString() }],
  }
  const { id } = await makeDiscussion(forum, values)
  await logInAs('undertaker', 'administrator')
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

test('a post that failed to render says so to its readers', async ({ page, on, watch, picture, logInAs }) => {
  watch.expect(/status 404/)
  await logInAs('reader', 'administrator')
  await on.index.goto()
  await page.route('**/api/posts?*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    Object.assign(body.data[0].attributes, { renderFailed: true, contentHtml: 'failed' })
    await route.fulfill({ response, json: body })
  })
  await on.index.titles.first().getByRole('link').click()
  await expect(on.discussion.posts).toContainText('The text is safe')
  await expectAccessible(page)
  await picture('post-failed')
})

test('event posts and gaps of days are shown between the posts', async ({ page, forum, on, picture }) => {
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

test('a rejected action is rolled back with a message', async ({
  page,
  on,
  watch,
  openDiscussion,
  picture,
}) => {
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
  await expect(page.getByText('You don’t have permission to do that.')).toBeVisible()
  await expect(post).not.toContainText('Hidden by')
  await expect(post).toContainText('Post 2')
  await picture('post-refused')
  await page.unroute('**/api/posts/*')
  await on.discussion.postMenu(post).choose('Hide post')
  await expect(post).toContainText('Hidden by')
  status = 500
  await failRequests(page, '**/api/posts/*', status)
  await post.getByRole('button', { name: 'Show' }).click()
  await on.discussion.postMenu(post).choose('Delete forever')
  await on.dialog.answer('Delete forever', 'Delete forever')
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await expect(post).toContainText('Hidden by')
})

test('Page Down on a post goes to the next, as in any feed', { tag: '@long' }, async ({
  page,
  on,
  samples,
  isPhone,
}) => {
  test.skip(isPhone, 'There is no keyboard on a phone.')
  await on.discussion.goto(samples.long.id)
  await on.discussion.permalink(on.discussion.post(4), 4).click()
  await expect(on.discussion.post(4)).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(on.discussion.post(5)).toBeFocused()
  await expect(on.discussion.post(5)).toBeInViewport()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageUp')
  await expect(on.discussion.post(3)).toBeFocused()
})

test('exact times and who edited a post are read by touch and by keys', { tag: '@tablet' }, async ({
  page,
  on,
  samples,
  isPhone,
}) => {
  await on.discussion.goto(samples.rich.id, 3)
  const edited = on.discussion.post(3).getByRole('button', { name: 'edited' })
  const time = on.discussion
    .post(3)
    .getByRole('button')
    .filter({ has: page.locator('time') })
  const tooltip = page.locator('.Tooltip')
  if (isPhone) {
    await edited.tap()
    await expect(tooltip).toHaveText(/^Edited by mira on \w+ \d+, 20\d\d at \d+:\d\d [AP]M$/)
    await time.tap()
  } else {
    await edited.focus()
    await page.keyboard.press('Tab')
    await expect(time).toBeFocused()
  }
  await expect(tooltip).toHaveText(/^\w+ \d+, 20\d\d at \d+:\d\d [AP]M$/)
  await expect(time).toHaveAccessibleDescription(/20\d\d at \d+:\d\d [AP]M$/)
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
})

test('a post has one stop for its author, and targets for thumbs', { tag: '@phone' }, async ({
  page,
  on,
  samples,
  isPhone,
}) => {
  await on.discussion.goto(samples.rich.id)
  const post = on.discussion.post(1)
  const stops = await post
    .locator('a[href*="/u/"]')
    .evaluateAll((links) => links.filter(({ tabIndex }) => tabIndex >= 0))
  expect(stops).toHaveLength(1)
  await expect(post.getByRole('link', { name: 'mira' })).toHaveCount(1)
  if (!isPhone) return
  // Each is hit 20 px above and below its middle, and none covers another.
  for (const part of ['.Post-author a', '.Post-avatar a', '.Post-number', '.Tip']) {
    const isHit = await post
      .locator(part)
      .first()
      .evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const middle = [x + width / 2, y + height / 2] as const
        return [-20, 0, 20].map((dy) => {
          const hit = document.elementFromPoint(middle[0], middle[1] + dy)
          return hit !== null && element.contains(hit)
        })
      })
    expect({ part, isHit }).toEqual({ part, isHit: [true, true, true] })
  }
  await expectAccessible(page)
})
