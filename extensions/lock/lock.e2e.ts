import { moderators } from '@parley/server/actor'
import { makeDiscussion } from '@parley/testing/discussions'
import { expect, test } from '@parley/testing/journey'
import { expectAccessible } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'

test('a moderator locks a discussion; all others read that, and cannot reply until it is unlocked', async ({
  page,
  forgetSession,
  on,
  openDiscussion,
  makePerson,
  logIn,
  picture,
}) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const { id, title, person } = await openDiscussion(
    { title: 'House rules', slug: 'house-rules' },
    { username: 'moderator', is: 'moderator' },
  )
  await on.discussion.controls.choose('Lock')
  await expect(on.discussion.posts).toContainText('locked this discussion')
  await expect(on.discussion.title.locator('..')).toContainText('Locked')
  await expect(on.discussion.replyLink).toBeVisible()
  await expect(on.discussion.refusals('Locked. New replies')).toHaveCount(0)
  await expect(page.getByText('Locked. Only moderators can reply.')).toBeVisible()
  await expectAccessible(page)
  await picture('lock-moderator')

  const expectLocked = async () => {
    await on.discussion.goto(id)
    await expect(on.discussion.refusedReply).toHaveAccessibleName(/^Locked/)
    await expect(on.discussion.refusals('Locked. New replies aren’t possible.')).toHaveCount(2)
    await expect(page.getByRole('link', { name: /reply/i })).toHaveCount(0)
    await expectAccessible(page)
  }
  await forgetSession()
  await expectLocked()
  await picture('lock-guest')
  await logIn(await makePerson('member'))
  await expectLocked()
  await picture('lock-member')
  // The button says why on touch, too.
  await on.discussion.refusedReply.click({ force: true })
  await expect(page.locator('.Tooltip')).toHaveText('Locked. New replies aren’t possible.')
  await on.index.goto()
  await expect(on.index.row(title)).toContainText('Locked')

  await logIn(person)
  await on.discussion.goto(id)
  await on.discussion.controls.choose('Unlock')
  await expect(on.discussion.title.locator('..')).not.toContainText('Locked')
  // Unlocking deletes the event post of locking.
  await expect(on.discussion.posts).not.toContainText('locked this discussion')
})

test('locking can be undone', { tag: '@long' }, async ({ page, on, openDiscussion }) => {
  await openDiscussion({ title: 'Undone lock', slug: 'undone-lock' }, { username: 'undoer', is: 'moderator' })
  for (const [action, done] of [
    ['Lock', 'Discussion locked.'],
    ['Unlock', 'Discussion unlocked.'],
  ] as const) {
    const isLocked = action === 'Lock'
    if (!isLocked) await on.discussion.controls.choose('Lock')
    await on.discussion.controls.choose(action)
    await on.alerts.control(done, 'Undo').click()
    const title = on.discussion.title.locator('..')
    await expect(title).toContainText(isLocked ? 'Undone lock' : 'Locked')
    if (isLocked) await expect(title).not.toContainText('Locked')
  }
  await page.reload()
  await expect(on.discussion.title.locator('..')).toContainText('Locked')
  await expect(page.getByText('Locked. Only moderators can reply.')).toBeVisible()
})

test('texts are in the language of the reader', { tag: '@long' }, async ({
  page,
  context,
  forgetSession,
  forum,
  on,
  openDiscussion,
  picture,
}) => {
  const { id } = await openDiscussion(
    { title: 'Hausordnung', slug: 'hausordnung' },
    { username: 'hauswart', is: 'moderator' },
  )
  await on.discussion.controls.choose('Lock')
  await expect(on.discussion.posts).toContainText('locked this discussion')
  await forgetSession()
  const texts = { de: ['Gesperrt', 'hat diese Diskussion gesperrt'], ar: ['مقفل', 'أقفل'] } as const
  for (const [locale, [badge, event]] of Object.entries(texts)) {
    await context.addCookies([{ name: 'locale', value: locale, url: forum.url }])
    await page.goto(`/d/${id}`)
    await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText(badge)
    await expect(page.getByRole('article').nth(1)).toContainText(event)
    await picture(`lock-${locale}`)
  }
})

test('the author is notified, and the search finds locked discussions', async ({
  page,
  forum,
  on,
  makePerson,
  logIn,
  picture,
}) => {
  const author = await makePerson('starter')
  const { id, title } = await makeDiscussion(forum, { title: 'Notified of a lock', user_id: author.id })
  await logIn(await makePerson('locker', { groupIds: [moderators] }))
  await on.discussion.goto(id)
  await on.discussion.controls.choose('Lock')
  await expect(on.discussion.posts).toContainText('locked this discussion')
  // Waits for pending requests of the page before another user logs in.
  await on.index.goto()
  await settled(page)

  await logIn(author)
  await on.notifications.goto()
  const notification = on.notifications.of(title, page.getByRole('main'))
  await expect(notification).toContainText(/locker\S* locked this discussion/)
  await notification.getByRole('link').click()
  await expect(page).toHaveURL(/\/2$/)

  await on.index.goto()
  await on.search.open()
  await on.search.field.pressSequentially('lock')
  await on.search.suggestion(/^is:locked/).click()
  await on.search.field.pressSequentially('notified')
  await on.search.field.press('Enter')
  await expect(on.search.results).toHaveCount(1)
  await picture('lock-search')
})
