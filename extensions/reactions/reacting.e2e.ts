import { test as base, beginSession, expect } from '@parley/testing/journey'
import { expectAccessibleFromRightToLeft, expectClean } from '@parley/testing/page-checks'
import { pagesOf, settled, waitForHydrationOnLoad } from '@parley/testing/pages'
import type { Locator, Page } from '@playwright/test'
import { postIds } from './journeys/posts.ts'
import { reactionParts } from './journeys/reaction-parts.ts'
import { reactAs, sendAs, set } from './journeys/send-as.ts'

const [thumbsUp, heart, celebration] = [1, 5, 6]

// Tests change settings and types.
const test = base
test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ forum }) => {
  await set(forum, { 'fof-reactions.anonymousReactions': '' })
})

const posts = [{ content: 'The lights of the harbor.', user_id: 1 }]

/** Presses an element with a finger, until the picker opens. */
async function pressLong(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox()
  if (!box) throw new Error('There is nothing to press.')
  const session = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(page.getByRole('toolbar', { name: 'Reactions' })).toBeVisible()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

/** Waits until a page is connected for real time. */
const connected = (page: Page) =>
  page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))

test('a member reacts with the picker, changes the reaction and takes it back', {
  tag: ['@phone', '@tablet'],
}, async ({ page, forum, on, openDiscussion, makePerson, isPhone, picture }) => {
  const { id } = await openDiscussion({ title: 'Harbor lights', posts }, { username: 'reactor' })
  const [post = ''] = await postIds(forum, id)
  for (const type of [thumbsUp, thumbsUp, heart])
    await reactAs(forum, (await makePerson('earlier')).id, post, type)
  await page.reload()
  await settled(page)
  const parts = reactionParts(page, on.discussion.post(1))
  await expect(parts.count('Thumbs up: 2', false)).toBeVisible()
  await expect(parts.count('Heart: 1', false)).toBeVisible()
  await picture('reactions-counts')

  if (isPhone) await parts.react.tap()
  else await parts.react.hover()
  await expect(parts.picker.getByRole('button')).toHaveCount(6)
  const boxes = await Promise.all(
    (await parts.picker.getByRole('button').all()).map((type) => type.boundingBox()),
  )
  expect(new Set(boxes.map((box) => box?.y)).size, 'one row').toBe(1)
  for (const box of boxes) expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await expectClean(page, 'picker')
  await picture('reactions-picker')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectClean(page, 'picker, dark')
  await picture('reactions-picker-dark')
  await page.emulateMedia({ colorScheme: null })
  await parts.type('Celebration').click()
  await expect(parts.picker).toHaveCount(0)
  await expect(parts.count('Celebration: 1', true)).toBeVisible()
  await expect(parts.react).toHaveCount(0)
  await picture('reactions-chosen')

  await parts.count('Heart: 1').click()
  await expect(parts.count('Heart: 2', true)).toBeVisible()
  await expect(parts.count('Celebration: 1')).toHaveCount(0)
  await expectAccessibleFromRightToLeft(page)
  await page.reload()
  await expect(parts.count('Heart: 2', true)).toBeVisible()
  await parts.count('Heart: 2').click()
  await expect(parts.count('Heart: 1', false)).toBeVisible()
  await expect(parts.react).toBeVisible()
  await page.reload()
  await expect(parts.count('Heart: 1', false)).toBeVisible()
})

test('the picker is used by keyboard alone, and the focus stays with the reaction', async ({
  page,
  on,
  openDiscussion,
}) => {
  await openDiscussion({ title: 'Typed lights', posts }, { username: 'typist' })
  const parts = reactionParts(page, on.discussion.post(1))
  await on.discussion.post(1).getByRole('link', { name: '#1' }).focus()
  // The focus alone shows the picker, beside the button that keeps it.
  await page.keyboard.press('Tab')
  await expect(parts.react).toBeFocused()
  await expect(parts.picker).toBeVisible()
  await expect(parts.react).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(parts.picker).toHaveCount(0)
  await expect(parts.react).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(parts.type('Thumbs up')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(parts.picker).toHaveCount(0)
  await expect(parts.react).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(parts.type('Thumbs up')).toBeFocused()
  await page.keyboard.press('End')
  await expect(parts.type('Celebration')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(parts.type('Heart')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(parts.count('Heart: 1', true)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(parts.react).toBeFocused()
  await expect(parts.counts).toHaveCount(0)
  // Tab goes through the open picker and leaves it, which closes it.
  await page.keyboard.press('Enter')
  await expect(parts.type('Thumbs up')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(parts.picker).toHaveCount(0)
})

test('a long press on the counts opens the picker, and is no tap', { tag: '@phone' }, async ({
  page,
  forum,
  on,
  openDiscussion,
  makePerson,
  isPhone,
}) => {
  test.skip(!isPhone, 'There are no fingers.')
  const { id } = await openDiscussion({ title: 'Touched lights', posts }, { username: 'toucher' })
  const [post = ''] = await postIds(forum, id)
  await reactAs(forum, (await makePerson('earlier')).id, post, thumbsUp)
  await page.reload()
  await settled(page)
  const parts = reactionParts(page, on.discussion.post(1))
  await pressLong(page, parts.count('Thumbs up: 1'))
  await expect(parts.picker).toBeVisible()
  await expect(parts.count('Thumbs up: 1', false)).toBeVisible()
  await parts.type('Heart').tap()
  await expect(parts.count('Heart: 1', true)).toBeVisible()
  // An own reaction is changed the same way, which the button that is gone does not offer any more.
  await pressLong(page, parts.count('Heart: 1'))
  await expect(parts.type('Heart')).toHaveAttribute('aria-pressed', 'true')
  await parts.type('Thumbs up').tap()
  await expect(parts.count('Thumbs up: 2', true)).toBeVisible()
  await expect(parts.counts.getByRole('listitem')).toHaveCount(1)
  await pressLong(page, parts.count('Thumbs up: 2'))
  await expect(parts.picker).toBeVisible()
  await on.discussion.title.tap()
  await expect(parts.picker).toHaveCount(0)
})

test('what the server refuses is taken back, with its reason', { tag: '@long' }, async ({
  page,
  forum,
  on,
  openDiscussion,
  watch,
}) => {
  await openDiscussion({ title: 'Refused lights', posts }, { username: 'refused' })
  const parts = reactionParts(page, on.discussion.post(1))
  await parts.react.hover()
  await expect(parts.type('Confused')).toBeVisible()
  const change = (enabled: boolean) => sendAs(forum, 1, 'PATCH', '/reactions/4', { attributes: { enabled } })
  await change(false)
  watch.expect(/status 422: PATCH|status 422: POST .*\/api\/posts/)
  await parts.type('Confused').click()
  await expect(on.alerts.saying('This reaction can’t be chosen any more. Choose another.')).toBeVisible()
  await expect(parts.counts).toHaveCount(0)
  // The types are loaded again.
  await parts.react.hover()
  await expect(parts.picker.getByRole('button')).toHaveCount(5)
  await change(true)
})

test('three browsers show each other’s reactions', { tag: '@long' }, async ({
  page,
  browser,
  forum,
  openDiscussion,
  makePerson,
}) => {
  await set(forum, { 'fof-reactions.anonymousReactions': '1' })
  const { id } = await openDiscussion({ title: 'Shared lights', posts }, { username: 'first-member' })
  const open = async (user?: { id: number }) => {
    const context = await browser.newContext({ baseURL: forum.url })
    context.on('page', waitForHydrationOnLoad)
    if (user) await beginSession(forum, user, context)
    const opened = await context.newPage()
    const isConnected = connected(opened)
    await pagesOf(opened).discussion.goto(id)
    await isConnected
    return opened
  }
  const isConnected = connected(page)
  await page.reload()
  await isConnected
  const member = await open(await makePerson('second-member'))
  const guest = await open()
  const [own, second, third] = [page, member, guest].map((each) =>
    reactionParts(each, pagesOf(each).discussion.post(1)),
  )
  if (!own || !second || !third) throw new Error('A browser is missing')
  // Two seconds, and one for a busy machine.
  const soon = { timeout: 3000 }

  await own.react.hover()
  await own.type('Thumbs up').click()
  await third.react.hover()
  await third.type('Heart').click()
  await expect(second.count('Thumbs up: 1', false)).toBeVisible(soon)
  await expect(second.count('Heart: 1', false)).toBeVisible(soon)
  await expect(own.count('Heart: 1', false)).toBeVisible(soon)
  await expect(third.count('Thumbs up: 1', false)).toBeVisible(soon)

  // A type that is added while the pages are open, and deleted again.
  const data = { type: 'reactions', attributes: { identifier: 'rocket', type: 'emoji' } }
  const added = await sendAs<{ data: { id: string } }>(forum, 1, 'POST', '/reactions', { data })
  const [post = ''] = await postIds(forum, id)
  await reactAs(forum, (await makePerson('pilot')).id, post, Number(added.data.id))
  await second.count('Heart: 1').click()
  await own.count('Thumbs up: 1').click()
  await expect(third.count('Heart: 2', true)).toBeVisible(soon)
  await expect(third.count('Thumbs up: 1')).toHaveCount(0, soon)
  await expect(own.count('Heart: 2', false)).toBeVisible(soon)
  await expect(third.count('rocket: 1', false)).toBeVisible(soon)
  await sendAs(forum, 1, 'DELETE', `/reactions/${added.data.id}`)

  // The page of a guest is the same for all: the own reaction comes after it.
  await guest.reload()
  await expect(third.count('Heart: 2', true)).toBeVisible()
  await third.count('Heart: 2').click()
  await expect(second.count('Heart: 1', true)).toBeVisible(soon)
})

test('a guest logs in first where guests do not react', { tag: '@tablet' }, async ({
  page,
  on,
  forum,
  openDiscussion,
  forgetSession,
  makePerson,
}) => {
  const { id } = await openDiscussion({ title: 'Closed lights', posts }, { username: 'before-guest' })
  const [post = ''] = await postIds(forum, id)
  await reactAs(forum, (await makePerson('earlier')).id, post, celebration)
  await forgetSession()
  await on.discussion.goto(id)
  await settled(page)
  const parts = reactionParts(page, on.discussion.post(1))
  const link = on.discussion.post(1).getByRole('link', { name: 'React', exact: true })
  await expect(link).toHaveAttribute('href', /\/login\?return=/)
  await link.click()
  const dialog = on.dialog.called('Log in')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await parts.count('Celebration: 1').click()
  await expect(dialog).toBeVisible()
})

test('authors do not react to their own posts, and hear who did', async ({
  page,
  forum,
  on,
  openDiscussion,
  makePerson,
  picture,
}) => {
  const { id, person } = await openDiscussion(
    { title: 'Own lights', posts: [{ content: 'My lights.' }] },
    { username: 'lights-author' },
  )
  const author = person.id
  await forum.current.database.transaction((db) =>
    db.updateTable('posts').set({ user_id: author }).where('discussion_id', '=', id).execute(),
  )
  const [post = ''] = await postIds(forum, id)
  await reactAs(forum, (await makePerson('admirer')).id, post, heart)
  await page.reload()
  const parts = reactionParts(page, on.discussion.post(1))
  await expect(parts.post.getByText('Heart: 1')).toBeAttached()
  await expect(parts.counts.getByRole('button')).toHaveCount(0)
  await expect(parts.react).toHaveCount(0)
  await on.notifications.open()
  await expect(on.notifications.of('Own lights')).toContainText('admirer reacted ❤️ to your post')
  await picture('reactions-notification')
})
