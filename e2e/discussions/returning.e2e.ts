import { createAccessToken } from '@parley/server/access-tokens'
import type { ServedForum } from '@parley/testing/start-forum'
import type { Page } from '@playwright/test'
import { expect, test } from '../world.ts'

/** Hides or restores a discussion, or one of its posts, as the forum's administrator does elsewhere. */
async function setHidden(
  forum: ServedForum,
  discussionId: number,
  number: number | undefined,
  isHidden: boolean,
) {
  const { database, now } = forum.current
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId: 1, type: 'developer', now: now() }),
  )
  const post =
    number === undefined
      ? undefined
      : await database.read
          .selectFrom('posts')
          .select('id')
          .where('discussion_id', '=', discussionId)
          .where('number', '=', number)
          .executeTakeFirstOrThrow()
  const type = post === undefined ? 'discussions' : 'posts'
  const id = String(post?.id ?? discussionId)
  const { status } = await fetch(`${forum.url}/api/${type}/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type, id, attributes: { isHidden } } }),
  })
  expect(status).toBe(200)
}

/** Without real time, so that the page learns of changes only when the reader comes back. */
test.beforeEach(({ page }) => page.routeWebSocket(/\/realtime$/, (socket) => socket.close()))

/** Comes back to the tab after a while. */
async function returnToTab(page: Page): Promise<void> {
  await page.clock.fastForward(15_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

test('back in the tab, one sees what others hid and restored, at the same place and with the draft', {
  tag: '@tablet',
}, async ({ page, forum, on, isPhone, openDiscussion, picture }) => {
  await page.clock.install()
  const posts = [...Array(14).keys()].map((index) => ({ content: `Thought ${index + 1}.\n\nMore of it.` }))
  const { id } = await openDiscussion({ title: 'Tides', posts }, { username: 'returner', is: 'moderator' })
  await on.discussion.post(8).evaluate((post) => post.scrollIntoView({ block: 'start', behavior: 'instant' }))
  // On phones the composer covers the posts.
  if (!isPhone) {
    await on.discussion.bar.getByRole('link', { name: 'Reply', exact: true }).click()
    await on.composer.text.fill('Not sent yet')
  }
  await expect(on.discussion.post(1)).not.toBeInViewport()
  const before = await on.discussion.topOf(8)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/posts?')) requests.push(request.url())
  })

  await setHidden(forum, id, 7, true)
  await setHidden(forum, id, 9, true)
  await returnToTab(page)
  await expect(on.discussion.post(7)).toContainText('Hidden by admin')
  await expect(on.discussion.post(9)).toContainText('Hidden by admin')
  expect(Math.abs((await on.discussion.topOf(8)) - before)).toBeLessThanOrEqual(1)
  if (!isPhone) {
    await expect(on.composer.text).toBeFocused()
    await expect(on.composer.text).toHaveValue('Not sent yet')
  }
  expect(requests).toHaveLength(1)
  await picture('discussion-returned')

  await setHidden(forum, id, 7, false)
  await returnToTab(page)
  await expect(on.discussion.post(7)).toContainText('Thought 7.')
  expect(Math.abs((await on.discussion.topOf(8)) - before)).toBeLessThanOrEqual(1)
})

test(
  'back in a discussion, members lose what was hidden, and get it again',
  { tag: '@tablet' },
  async ({ page, forum, on, isPhone, openDiscussion }, { testId }) => {
    await page.clock.install()
    const title = `Returned ${testId}`
    const { id } = await openDiscussion({ title, posts: Array(5).fill({}) }, { username: 'reader' })
    await (isPhone ? on.header.back : page.getByRole('banner').getByRole('link').first()).click()
    await expect(on.index.link(title)).toBeVisible()
    await setHidden(forum, id, 3, true)
    await page.clock.fastForward(15_000)
    await page.goBack()
    await expect(on.discussion.post(4)).toBeVisible()
    await expect(on.discussion.post(3)).toHaveCount(0)

    await on.discussion.post(4).evaluate((post) => {
      post.tabIndex = -1
      post.focus()
    })
    await setHidden(forum, id, 3, false)
    await setHidden(forum, id, 4, true)
    await returnToTab(page)
    await expect(on.discussion.post(3)).toBeVisible()
    await expect(on.discussion.post(4)).toHaveCount(0)
    await expect(on.discussion.posts.locator(':focus')).toHaveCount(1)
  },
)

test('back in the tab, a moderator reads that the discussion was hidden, and by whom', async ({
  page,
  forum,
  on,
  openDiscussion,
}) => {
  await page.clock.install()
  const { id } = await openDiscussion(
    { title: 'Hidden meanwhile' },
    { username: 'overseer', is: 'moderator' },
  )
  await setHidden(forum, id, undefined, true)
  await returnToTab(page)
  await expect(on.discussion.hiddenNote).toContainText('Hidden by admin')
  await setHidden(forum, id, undefined, false)
  await returnToTab(page)
  await expect(on.discussion.hiddenNote).toHaveCount(0)
})

test('who hid a discussion is read also from an answer that does not name them', { tag: '@long' }, async ({
  forum,
  on,
  openDiscussion,
}) => {
  const { id } = await openDiscussion({ title: 'Hidden unseen' }, { username: 'overseer', is: 'moderator' })
  await setHidden(forum, id, undefined, true)
  await on.discussion.controls.open()
  await on.discussion.controls.item('Rename').click()
  const dialog = on.dialog.called('Rename discussion')
  await dialog.getByLabel('Title').fill('Renamed while hidden')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(on.discussion.title).toHaveText('Renamed while hidden')
  await expect(on.discussion.hiddenNote).toContainText('Hidden by admin')
})
