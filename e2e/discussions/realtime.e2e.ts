import { createAccessToken } from '@parley/server/access-tokens'
import { beginSession } from '@parley/testing/journey'
import { expectAccessible } from '@parley/testing/page-checks'
import { pagesOf, waitForHydrationOnLoad } from '@parley/testing/pages'
import type { ServedForum } from '@parley/testing/start-forum'
import type { Browser, Page } from '@playwright/test'
import { expect, test } from '../world.ts'

/** Sends a request as the forum's administrator does elsewhere. */
async function asAdministrator(
  forum: ServedForum,
  method: string,
  path: string,
  data: object,
): Promise<string> {
  const { database, now } = forum.current
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId: 1, type: 'developer', now: now() }),
  )
  const answer = await fetch(`${forum.url}/api${path}`, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data }),
  })
  expect(answer.ok).toBe(true)
  return ((await answer.json()) as { data: { id: string } }).data.id
}

const reply = (forum: ServedForum, discussionId: number, content: string) =>
  asAdministrator(forum, 'POST', '/posts', {
    type: 'posts',
    attributes: { content },
    relationships: { discussion: { data: { type: 'discussions', id: String(discussionId) } } },
  })

/** Opens another browser, of a guest or of an account. */
async function anotherBrowser(browser: Browser, forum: ServedForum, user?: { id: number }): Promise<Page> {
  const context = await browser.newContext({ baseURL: forum.url })
  context.on('page', waitForHydrationOnLoad)
  if (user) await beginSession(forum, user, context)
  return context.newPage()
}

/** Waits until a page is connected for real time. */
const connected = (page: Page) =>
  page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))

test('a reply appears at the end of the open discussion of a member and of a guest, and in the list', {
  tag: '@phone',
}, async ({ page, browser, forum, on, openDiscussion, picture, isPhone }) => {
  const guest = await anotherBrowser(browser, forum)
  const posts = [...Array(14).keys()].map((index) => ({ content: `Thought ${index + 1}.\n\nMore of it.` }))
  const memberConnected = connected(page)
  const { id } = await openDiscussion({ title: 'Live tides', posts }, { username: 'follower' })
  await memberConnected
  const guestConnected = connected(guest)
  const other = pagesOf(guest).discussion
  await other.goto(id)
  await guestConnected
  const list = await anotherBrowser(browser, forum)
  const listConnected = connected(list)
  await list.goto('/all')
  await listConnected

  const before = await page.evaluate(() => window.scrollY)
  await reply(forum, id, 'A reply from elsewhere.')
  const waiting = page.getByRole('button', { name: '1 new reply' })
  await expect(waiting).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
  await expect(page.getByRole('status').filter({ hasText: '1 new post' })).toHaveCount(1)
  await expectAccessible(page)
  await picture('discussion-new-reply')
  await waiting.click()
  await expect(on.discussion.post(15)).toBeInViewport()
  await expect(on.discussion.post(15)).toContainText('A reply from elsewhere.')
  await expect(waiting).toHaveCount(0)

  await expect(guest.getByRole('button', { name: '1 new reply' })).toBeVisible()
  const news = list.getByRole('button', { name: '1 discussion with new posts' })
  await expect(news).toBeVisible()
  await news.click()
  await expect(news).toHaveCount(0)
  await expect(pagesOf(list).index.link('Live tides')).toBeVisible()
  if (!isPhone) await picture('index')
})
