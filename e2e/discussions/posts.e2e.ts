import { failRequests } from '@parley/testing/answers'
import { makeDiscussion, makePost } from '@parley/testing/discussions'
import { expectAccessible } from '@parley/testing/page-checks'
import { expect, test } from '../world.ts'

const day = 24 * 60 * 60_000

test('only moderators see the IP address of a post', async ({
  page,
  forum,
  on,
  picture,
  openDiscussion,
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
  await expect(on.discussion.post(1)).toContainText('203.0.113.7')
  await expectAccessible(page)
  await picture('post-ip')
  await logInAs('drinker')
  await on.discussion.goto(id)
  await expect(on.discussion.post(1)).toBeVisible()
  await expect(page.getByText('203.0.113.7')).toHaveCount(0)
  // Members cannot edit posts of others.
  await expect(on.discussion.postMenu(on.discussion.post(1)).button).toHaveCount(0)
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
  await failRequests(page, '**/api/posts/*', status)
  await post.getByRole('button', { name: 'Show' }).click()
  await on.discussion.postMenu(post).choose('Delete forever')
  await on.dialog.answer('Delete forever', 'Delete forever')
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await expect(post).toContainText('Hidden by')
})

test('Page Down on a post goes to the next, as in any feed', async ({ page, on, samples, isPhone }) => {
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
