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
  tag: '@tablet',
}, async ({ page, browser, forum, on, openDiscussion, makePerson, picture }) => {
  const guest = await anotherBrowser(browser, forum)
  const posts = [...Array(14).keys()].map((index) => ({ content: `Thought ${index + 1}.\n\nMore of it.` }))
  const memberConnected = connected(page)
  const { id } = await openDiscussion({ title: 'Live tides', posts }, { username: 'follower' })
  await memberConnected
  const guestConnected = connected(guest)
  const other = pagesOf(guest).discussion
  await other.goto(id)
  await guestConnected
  const list = await anotherBrowser(browser, forum, await makePerson('lister'))
  const listConnected = connected(list)
  await list.goto('/all')
  await listConnected

  const topOfList = () => list.getByRole('list', { name: 'All discussions' }).boundingBox()
  const [before, place] = [await page.evaluate(() => window.scrollY), await topOfList()]
  await reply(forum, id, 'A reply from elsewhere.')
  const waiting = page.getByRole('button', { name: '1 new reply' })
  await expect(waiting).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
  await expect(page.getByRole('status').filter({ hasText: '1 new post' })).toHaveCount(1)
  await expectAccessible(page)
  await picture('discussion-new-reply')
  const regretted = await reply(forum, id, 'A reply that is taken back.')
  await expect(page.getByRole('button', { name: '2 new replies' })).toBeVisible()
  await asAdministrator(forum, 'PATCH', `/posts/${regretted}`, {
    type: 'posts',
    id: regretted,
    attributes: { isHidden: true },
  })
  await expect(waiting).toBeVisible()
  await waiting.click()
  await expect(on.discussion.post(15)).toBeInViewport()
  await expect(on.discussion.post(15)).toContainText('A reply from elsewhere.')
  await expect(waiting).toHaveCount(0)

  await expect(guest.getByRole('button', { name: '1 new reply' })).toBeVisible()
  const news = list.getByRole('button', { name: '1 discussion with new posts' })
  await expect(news).toBeVisible()
  expect(await topOfList()).toEqual(place)
  await picture('index-news', list)
  await news.click()
  await expect(news).toHaveCount(0)
  await expect(pagesOf(list).index.link('Live tides')).toBeVisible()

  const attributes = { title: 'Livelier tides' }
  await asAdministrator(forum, 'PATCH', `/discussions/${id}`, {
    type: 'discussions',
    id: String(id),
    attributes,
  })
  for (const title of [on.discussion.title, other.title]) await expect(title).toHaveText('Livelier tides')
  await expect(pagesOf(list).index.link('Livelier tides')).toBeVisible()
})

test('what is written before a page is connected, or while the reader is on another page, appears', async ({
  page,
  forum,
  on,
  openDiscussion,
}) => {
  let release = () => {}
  const isWritten = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.routeWebSocket(/\/realtime$/, async (socket) => {
    await isWritten
    socket.connectToServer()
  })
  const { id } = await openDiscussion({ title: 'Early tides', posts: [{}] }, { username: 'early' })
  await reply(forum, id, 'Before the connection.')
  release()
  await expect(on.discussion.post(2)).toContainText('Before the connection.')

  await page.getByRole('banner').getByRole('link').first().click()
  await expect(on.index.list).toBeVisible()
  await reply(forum, id, 'While the reader was away.')
  await page.goBack()
  await expect(on.discussion.post(3)).toContainText('While the reader was away.')
})

test('what others edit, hide, rename and lock changes on the open page, which does not move', async ({
  page,
  forum,
  on,
  openDiscussion,
}) => {
  const isConnected = connected(page)
  const posts = [...Array(9).keys()].map((index) => ({ content: `Thought ${index + 1}.\n\nMore of it.` }))
  const { id } = await openDiscussion({ title: 'Changing tides', posts }, { username: 'watcher' })
  await isConnected
  await on.discussion.post(5).evaluate((post) => post.scrollIntoView({ block: 'start', behavior: 'instant' }))
  const before = await on.discussion.topOf(5)
  const rows = await forum.current.database.read
    .selectFrom('posts')
    .select(['id', 'number'])
    .where('discussion_id', '=', id)
    .execute()
  const change = (type: 'posts' | 'discussions', changed: number | undefined, attributes: object) =>
    asAdministrator(forum, 'PATCH', `/${type}/${changed}`, { type, id: String(changed), attributes })
  const post = (number: number) => rows.find((row) => row.number === number)?.id

  await change('posts', post(6), { content: 'Thought again.' })
  await expect(on.discussion.post(6)).toContainText('Thought again.')
  await change('posts', post(4), { isHidden: true })
  await expect(on.discussion.post(4)).toHaveCount(0)
  await change('discussions', id, { title: 'Changed tides' })
  await expect(on.discussion.title).toHaveText('Changed tides')
  await change('discussions', id, { isLocked: true })
  await expect(page.getByRole('link', { name: 'Reply', exact: true })).toHaveCount(0)
  expect(Math.abs((await on.discussion.topOf(5)) - before)).toBeLessThanOrEqual(1)
})

test('at the end of a discussion a new reply is simply there, and nothing is said to have been missed', async ({
  page,
  forum,
  on,
  openDiscussion,
}) => {
  const isConnected = connected(page)
  const { id } = await openDiscussion({ title: 'Short tides', posts: [{}] }, { username: 'sitter' })
  await isConnected
  await reply(forum, id, 'Another one.')
  await expect(on.discussion.post(2)).toContainText('Another one.')
  await expect(page.getByRole('status').filter({ hasText: '1 new post' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'new reply' })).toHaveCount(0)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('a mention rings the bell in every tab, which share one connection, and the next tab takes it over', {
  tag: '@long',
}, async ({ page, context, forum, openDiscussion }) => {
  const sockets: Page[] = []
  context.on('page', (opened) => opened.on('websocket', () => sockets.push(opened)))
  const isConnected = connected(page)
  const { id, person } = await openDiscussion({ title: 'Ringing tides', posts: [{}] }, { username: 'hearer' })
  await isConnected
  const second = await context.newPage()
  await second.goto('/all')
  await reply(forum, id, `@"${person.username}"#${person.id} listen`)
  const bell = (tab: Page) => pagesOf(tab).notifications.bell
  await expect(bell(page)).toHaveAccessibleName('Notifications: 1 new')
  await expect(bell(second)).toHaveAccessibleName('Notifications: 1 new')
  expect(sockets).toEqual([])

  const takesOver = connected(second)
  await page.close()
  await takesOver
  await reply(forum, id, `@"${person.username}"#${person.id} again`)
  await expect(bell(second)).toHaveAccessibleName('Notifications: 2 new')
})

test('without sockets the bell is asked for once a minute, and replies come with the return to the tab', async ({
  page,
  forum,
  openDiscussion,
}) => {
  await page.clock.install()
  await page.routeWebSocket(/\/realtime$/, (socket) => socket.close())
  const { id, person } = await openDiscussion({ title: 'Silent tides', posts: [{}] }, { username: 'asker' })
  await reply(forum, id, `@"${person.username}"#${person.id} listen`)
  for (let waited = 0; waited < 90; waited += 3) await page.clock.runFor(3000)
  await expect(pagesOf(page).notifications.bell).toHaveAccessibleName('Notifications: 1 new')
})
