import { createAccessToken } from '@parley/server/access-tokens'
import { makeDiscussion } from '@parley/testing/discussions'
import { test as base, expect, groups } from '@parley/testing/journey'
import {
  expectAccessible,
  expectAccessibleFromRightToLeft,
  expectNoSidewaysScroll,
} from '@parley/testing/page-checks'
import type { ServedForum } from '@parley/testing/start-forum'

// Tests change a setting and count all flags of the forum.
const test = base
test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

/** Lets the first posts of newcomers wait, and begins without flags. */
test.beforeEach(async ({ forum }) => {
  await forum.current.database.transaction((db) => db.deleteFrom('flags').execute())
  await saveAsAdmin(forum, '/settings', { 'flarum-approval.first_posts': '2' })
})

async function saveAsAdmin(forum: ServedForum, path: string, body: object): Promise<void> {
  expect(await asAdmin(forum, 'POST', path, body)).toBe(204)
}

/** Sends a request of the administrator. @returns the status. */
async function asAdmin(
  { url, current: { database, now } }: ServedForum,
  method: string,
  path: string,
  body: object = {},
): Promise<number> {
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId: 1, type: 'developer', now: now() }),
  )
  const { status } = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return status
}

test('what a newcomer posts waits until a moderator approves it from the list of reported posts', {
  tag: '@tablet',
}, async ({ page, forum, on, makePerson, logIn, forgetSession, picture }) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const welcome = await makeDiscussion(forum, { title: 'Say hello', user_id: 1, posts: [{ user_id: 1 }] })
  const newcomer = await makePerson('newcomer')
  await logIn(newcomer)
  await on.index.goto()
  await on.index.startLink.click()
  await on.composer.title.fill('My first question')
  await on.composer.text.fill('How do I prune roses?')
  await on.composer.submit.click()
  await expect(on.alerts.saying('Your discussion is waiting for approval.')).toBeVisible()
  await expect(on.discussion.title).toHaveText('My first question')
  const first = on.discussion.post(1)
  await expect(first).toContainText('Awaiting approval')
  await expect(first).toContainText('Only you and moderators can see this post until it’s approved.')
  await expect(first.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture('approval-own-discussion')

  await on.index.goto()
  await expect(on.index.titles.first()).toHaveText('My first question')
  await expect(on.index.row('My first question')).toContainText('Awaiting approval')
  await picture('approval-own-list')

  // The throttle of posts is about the time that the forum has stored.
  await forum.current.database.transaction((db) =>
    db
      .updateTable('posts')
      .set({ created_at: new Date(Date.now() - 60_000).toISOString() })
      .where('user_id', '=', newcomer.id)
      .execute(),
  )
  await on.discussion.goto(welcome.id)
  await on.discussion.replyLink.click()
  await on.composer.text.fill('Hello from a newcomer')
  await on.composer.submit.click()
  await expect(on.alerts.saying('Your reply is waiting for approval.')).toBeVisible()
  await expect(on.discussion.post(2)).toContainText('Awaiting approval')
  await picture('approval-own-reply')
  await page.goto(`/u/${newcomer.username}`)
  await expect(page.getByRole('article').filter({ hasText: 'Hello from a newcomer' })).toContainText(
    'Awaiting approval',
  )
  await expectAccessible(page)
  await picture('approval-own-page')

  await forgetSession()
  await on.index.goto()
  await expect(on.index.row('Say hello')).toBeVisible()
  await expect(on.index.row('My first question')).toHaveCount(0)
  await on.discussion.goto(welcome.id)
  await expect(on.discussion.post(1)).toBeVisible()
  await expect(on.discussion.post(2)).toHaveCount(0)

  await logIn(await makePerson('keeper', { groupIds: [groups.moderator] }))
  await page.goto('/flags')
  const items = page.getByRole('main').getByRole('listitem').filter({ hasText: newcomer.username })
  await expect(items).toHaveCount(2)
  await expect(items.first()).toContainText('Awaiting approval')
  await expectAccessible(page)
  await picture('approval-list')
  await items.first().getByRole('link').click()
  await expect(on.discussion.title).toHaveText('Say hello')
  const reply = on.discussion.post(2)
  await expect(reply.getByRole('region', { name: 'Reports' })).toContainText('Awaiting approval')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('approval-moderator')
  await reply.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(on.alerts.saying('Post approved.')).toBeVisible()

  // The next post opens by itself; this one is approved by keyboard.
  await expect(on.discussion.title).toHaveText('My first question')
  await first.getByRole('button', { name: 'Approve', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(first).not.toContainText('Awaiting approval')
  await expect(first.getByRole('region', { name: 'Reports' })).toHaveCount(0)
  await expect(first.getByRole('button', { name: 'Actions for this post', exact: true })).toBeFocused()
  await picture('approval-approved')
  await page.goto('/flags')
  await expect(page.getByRole('main')).toContainText('No reported posts.')

  await forgetSession()
  await on.discussion.goto(welcome.id)
  await expect(on.discussion.post(2)).toContainText('Hello from a newcomer')
  await on.index.goto()
  await expect(on.index.row('My first question')).toBeVisible()
})

test('who approves posts without seeing reports has the button in the post and in its menu', async ({
  page,
  forum,
  on,
  makePerson,
  logIn,
  picture,
}) => {
  test.slow()
  const { id: groupId } = await forum.current.database.transaction((db) =>
    db
      .insertInto('groups')
      .values({ name_singular: 'Approver', name_plural: 'Approvers' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await saveAsAdmin(forum, '/permission', {
    permission: 'discussion.approvePosts',
    groupIds: [String(groups.moderator), String(groupId)],
  })
  const author = await makePerson('waiting')
  const waiting = { user_id: author.id, is_approved: false, is_private: true }
  const { id } = await makeDiscussion(forum, {
    title: 'Waiting room',
    posts: [
      { user_id: 1, is_approved: true, is_private: false },
      { ...waiting, content: 'One', content_html: '<p>One</p>' },
      { ...waiting, content: 'Two', content_html: '<p>Two</p>' },
    ],
  })
  await logIn(await makePerson('approver', { groupIds: [groupId] }))
  await on.discussion.goto(id)
  const [second, third] = [on.discussion.post(2), on.discussion.post(3)]
  await expect(second).toContainText('Only the author and moderators can see this post until it’s approved.')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture('approval-approver')
  await second.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(second).not.toContainText('Awaiting approval')
  await expect(second.getByRole('button', { name: 'Actions for this post', exact: true })).toBeFocused()
  await on.discussion.postMenu(third).choose('Approve')
  await expect(third).not.toContainText('Awaiting approval')
  await page.reload()
  await expect(third).toContainText('Two')
  await expect(page.getByRole('main')).not.toContainText('Awaiting approval')
})

test('who approves what another moderator has approved, hidden or deleted meanwhile is told so', {
  tag: '@long',
}, async ({ page, forum, on, makePerson, logIn, watch }) => {
  const author = await makePerson('patient')
  const waiting = { user_id: author.id, is_approved: false, is_private: true }
  const { id } = await makeDiscussion(forum, {
    title: 'Two at the door',
    posts: [{ user_id: 1, is_approved: true, is_private: false }, waiting, waiting, waiting],
  })
  const { database } = forum.current
  const posts = await database.read
    .selectFrom('posts')
    .select('id')
    .where('discussion_id', '=', id)
    .where('number', '>', 1)
    .orderBy('number')
    .execute()
  await database.transaction(async (db) => {
    for (const { id: post_id } of posts)
      await db
        .insertInto('flags')
        .values({ post_id, type: 'approval', is_oldest: true, created_at: new Date().toISOString() })
        .execute()
  })
  await logIn(await makePerson('second', { groupIds: [groups.moderator] }))
  await on.discussion.goto(id)
  const [approved, hidden, deleted] = [2, 3, 4].map((number) => on.discussion.post(number))
  if (!approved || !hidden || !deleted) throw new Error('A post is missing')
  await expect(page.getByRole('region', { name: 'Reports' })).toHaveCount(3)
  const pathOf = (index: number) => `/posts/${posts[index]?.id}`
  for (const [method, path, attributes] of [
    ['PATCH', pathOf(0), { isApproved: true }],
    ['DELETE', `${pathOf(0)}/flags`, {}],
    ['PATCH', pathOf(1), { isHidden: true }],
    ['DELETE', pathOf(2), {}],
  ] as const)
    expect(await asAdmin(forum, method, path, { data: { attributes } })).toBeLessThan(300)

  const approve = { name: 'Approve', exact: true }
  await approved.getByRole('button', approve).click()
  await expect(on.alerts.saying('Post approved.')).toBeVisible()
  await expect(approved).not.toContainText('Awaiting approval')
  await hidden.getByRole('button', approve).click()
  await expect(on.alerts.saying('Post approved, but it’s hidden.')).toBeVisible()
  await expect(hidden.getByRole('region', { name: 'Reports' })).toHaveCount(0)
  watch.expect(/404/)
  await deleted.getByRole('button', approve).click()
  await expect(on.alerts.saying('This no longer exists, or you don’t have access to it.')).toBeVisible()
  expect(await database.read.selectFrom('flags').selectAll().execute()).toEqual([])
})

test('a post that is approved after newer ones were read is unread until it was on screen', async ({
  page,
  forum,
  on,
  makePerson,
  logIn,
  picture,
}) => {
  const author = await makePerson('belated')
  const content = 'Step by step. '.repeat(60)
  const known = { user_id: 1, is_approved: true, is_private: false, content }
  const { id, title } = await makeDiscussion(forum, {
    title: 'A slow letter',
    slug: 'a-slow-letter',
    posts: [
      known,
      known,
      { ...known, user_id: author.id, is_approved: false, is_private: true },
      ...Array(9).fill(known),
    ],
  })
  const { database } = forum.current
  const { id: waiting } = await database.read
    .selectFrom('posts')
    .select('id')
    .where('discussion_id', '=', id)
    .where('number', '=', 3)
    .executeTakeFirstOrThrow()
  const reader = await makePerson('prompt')
  await logIn(reader)
  await on.discussion.goto(id, 12)
  await expect(on.discussion.post(12)).toBeInViewport()
  await page.mouse.wheel(0, 5000)
  const states = database.read.selectFrom('discussion_user').select('last_read_post_number')
  await expect
    .poll(() => states.where('user_id', '=', reader.id).execute())
    .toEqual([{ last_read_post_number: 12 }])
  await on.index.goto()
  await expect(on.index.link(title)).toBeVisible()
  await expect(on.index.unread(title)).toBeHidden()

  const attributes = { isApproved: true }
  expect(await asAdmin(forum, 'PATCH', `/posts/${waiting}`, { data: { attributes } })).toBe(200)
  await page.reload()
  await expect(on.index.unread(title)).toHaveAccessibleName('1 unread post. Mark as read')
  await picture('approval-late-list')
  const read = on.discussion.whenRead()
  await on.index.link(title).click()
  await expect(page).toHaveURL(new RegExp(`/d/${id}-a-slow-letter/3$`))
  await expect(on.discussion.post(3)).toBeInViewport()
  await expect(on.discussion.newPostsLine).toHaveText('1 new post')
  await expectAccessible(page)
  await picture('approval-late-post')
  await read
  await on.index.goto()
  await expect(on.index.link(title)).toBeVisible()
  await expect(on.index.unread(title)).toBeHidden()
})

test('administrators say how many first posts wait, and who approves', async ({ page, logIn, picture }) => {
  await logIn({ id: 1 })
  await page.goto('/admin/extensions/approval')
  const main = page.getByRole('main')
  const field = main.getByLabel('First posts that need approval')
  await expect(field).toHaveValue('2')
  await expect(main).toContainText('Reply without approval')
  await expect(main).toContainText('Approve posts')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture('approval-admin')
  await field.fill('3')
  await main.getByRole('button', { name: 'Save changes' }).click()
  await expect(main.locator('.SaveBar-state')).toContainText('Saved')
  await page.reload()
  await expect(field).toHaveValue('3')
})
