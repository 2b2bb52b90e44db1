import { makeDiscussion } from '@parley/testing/discussions'
import { expect, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import './server/table.ts'
import { replyAs } from './journeys/reply-as.ts'

const menuName = 'How to follow this discussion'

test('a member follows a discussion, finds it at its page, is told of a post, and mutes it', {
  tag: '@tablet',
}, async ({ page, forum, on, openDiscussion, makePerson, picture }) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const { id, title } = await openDiscussion(
    { title: 'Night trains to follow', slug: 'night-trains' },
    { username: 'rider' },
  )
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  await expectAccessible(page)
  await picture('subscriptions-not-following')
  await button('Follow').click()
  await expect(button('Following')).toHaveAttribute('data-tooltip', 'You get an email about new posts')
  await expect(on.discussion.title.locator('..')).toContainText('Following')
  await picture('subscriptions-following')

  // Only followers who have read everything are told.
  const readNumbers = () =>
    forum.current.database.read
      .selectFrom('discussion_user')
      .select('last_read_post_number')
      .where('discussion_id', '=', id)
      .execute()
  await expect.poll(readNumbers).toEqual([{ last_read_post_number: 1 }])
  await replyAs(forum, await makePerson('replier'), id, 'The sleeper is back')
  await page.goto('/following')
  // Phones have the title in the header.
  await expect(page.locator('h1', { hasText: 'Following' })).toBeAttached()
  await expect(page).toHaveTitle(/Following - /)
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: title })
  await expect(row).toContainText('Following')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('subscriptions-list')

  const notification = on.notifications.of(title, page.getByRole('main'))
  // A job tells followers after the reply is answered.
  await expect(async () => {
    await on.notifications.goto()
    await expect(notification).toContainText(/replier\S* posted/, { timeout: 1000 })
  }).toPass()
  await picture('subscriptions-notification')
  await notification.getByRole('link').click()
  await expect(page).toHaveURL(/\/2$/)
  await expect(on.discussion.postSaying('The sleeper is back')).toBeInViewport()

  await button(menuName).click()
  await expect(page.getByRole('menuitemradio', { name: /^Following/ })).toBeChecked()
  await expectAccessible(page)
  await picture('subscriptions-menu')
  await page.getByRole('menuitemradio', { name: /^Muted/ }).click()
  await expect(button('Muted')).toBeVisible()
  await on.alerts.control('Discussion muted. Lists leave it out.', 'Undo').click()
  await expect(button('Following')).toBeVisible()
  await on.discussion.controls.choose('Unfollow')
  await on.discussion.controls.choose('Mute')
  await expect(button('Muted')).toBeVisible()
  await on.index.goto('/all')
  await expect(on.index.titles.filter({ hasText: title })).toHaveCount(0)
  await page.goto('/following')
  await expect(page.getByRole('heading', { name: 'You aren’t following any discussions' })).toBeVisible()
  await expectAccessible(page)
  await picture('subscriptions-empty')
  await page.getByRole('link', { name: 'Browse all discussions' }).click()
  await expect(page).toHaveURL(/\/(all)?$/)
})

test('by keyboard alone: the button follows, the menu has three states', async ({
  page,
  openDiscussion,
  isPhone,
}) => {
  test.skip(isPhone, 'Phones have no keyboard.')
  await openDiscussion({ title: 'Keyboard trains', slug: 'keyboard-trains' }, { username: 'typist' })
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  await button('Follow').focus()
  await page.keyboard.press('Enter')
  await expect(button('Following')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button(menuName)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitemradio', { name: /^Not following/ })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(button('Muted')).toBeVisible()
  await expect(button(menuName)).toBeFocused()
  await page.reload()
  await expect(button('Muted')).toBeVisible()
})

test('guests have no page, link or button', async ({ page, forum, on, watch }) => {
  const { id, title } = await makeDiscussion(forum, { title: 'For guests, too' })
  await on.index.goto()
  await expect(on.index.row(title)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Following' })).toHaveCount(0)
  await on.discussion.goto(id)
  await expect(on.discussion.title).toHaveText(title)
  await expect(page.getByRole('button', { name: menuName })).toHaveCount(0)
  watch.expect(/401/)
  await page.goto('/following')
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' }).first()).toBeVisible()
})

test('the settings decide on following after a reply, and on all posts; the search finds what one follows', async ({
  page,
  on,
  forum,
  openDiscussion,
  picture,
}) => {
  test.slow()
  const { id, title, person } = await openDiscussion(
    { title: 'Followed by replying', slug: 'followed-by-replying' },
    { username: 'settler' },
  )
  await page.goto('/settings')
  const follow = page.getByRole('checkbox', { name: 'Follow discussions I post in' })
  await follow.check()
  await page.getByRole('checkbox', { name: /^Tell me about every new post/ }).check()
  await expect(page.getByText('Someone posts in a discussion I follow').first()).toBeVisible()
  await expectAccessible(page)
  await picture('subscriptions-settings')
  await settled(page)
  await page.reload()
  await expect(follow).toBeChecked()

  await on.discussion.goto(id)
  await on.discussion.replyLink.first().click()
  await on.composer.text.fill('I would like to hear more')
  await on.composer.submit.click()
  await expect(on.discussion.postSaying('I would like to hear more')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Following', exact: true })).toBeVisible()
  const { subscription } = await forum.current.database.read
    .selectFrom('discussion_user')
    .select('subscription')
    .where('user_id', '=', person.id)
    .where('discussion_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(subscription).toBe('follow')

  await on.index.goto()
  await on.search.open()
  await on.search.field.pressSequentially('follow')
  await on.search.suggestion(/^is:following/).click()
  await on.search.field.press('Enter')
  await expect(on.search.results).toHaveCount(1)
  await expect(on.search.results).toContainText([title])
})
