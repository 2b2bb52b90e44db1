import { makeDiscussion } from '@parley/testing/discussions'
import { renameAsModerator } from '../rename.ts'
import { Typist } from '../typist.ts'
import { expect, test } from '../world.ts'

test.skip(({ isPhone }) => isPhone, 'There is no keyboard on a phone.')
test.beforeEach(async ({ page }) => {
  // Checks the focus style at many stops.
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

test(
  'the keyboard alone sorts, reads, answers, edits and renames',
  { tag: '@long' },
  async ({ page, forum, on, logInAs }, info) => {
    const typist = new Typist(page)
    const title = `Typed ${info.testId}${info.repeatEachIndex}${info.retry}`
    const posts = Array(30).fill({ content: 'Step by step. '.repeat(60) })
    await makeDiscussion(forum, { title, slug: 'typed', posts })
    await logInAs('typist', 'moderator')
    await on.index.goto()
    await typist.tabTo(page.getByRole('link', { name: 'Skip to content' }))
    await typist.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await typist.chooseFrom(on.index.sort.button, 'n', page.getByRole('menuitemradio', { name: 'Newest' }))
    await expect(page).toHaveURL('/?sort=newest')
    await expect(on.index.titles.first()).toHaveText(title)
    await typist.tabTo(on.index.link(title))
    await typist.press('Enter')
    await expect(on.discussion.title).toBeFocused()

    await typist.press('j')
    await expect(on.discussion.post(1)).toBeFocused()
    await typist.press('j')
    await expect(on.discussion.post(2)).toBeFocused()
    await expect(on.discussion.post(2)).toBeInViewport()
    // Leaves the feed, in which Tab always leads to further posts.
    await typist.press('Control+End')
    await expect(on.discussion.replyLink).toBeFocused()
    await expect(on.discussion.post(2)).toBeInViewport()
    await typist.tabTo(on.discussion.scrubber)
    // There and back again: once all posts are loaded, the page no longer moves while the focus does.
    for (const [key, number] of [
      ['End', 30],
      ['Home', 1],
      ['End', 30],
    ] as const) {
      await typist.press(key)
      await typist.press('Enter')
      await expect(on.discussion.post(number)).toBeInViewport()
      await expect(on.discussion.scrubber).toBeFocused()
    }

    await typist.tabTo(on.discussion.replyLink, { back: true })
    await typist.press('Enter')
    await expect(on.composer.text).toBeFocused()
    await typist.type('By keyboard alone.')
    await typist.tabTo(on.composer.submit)
    await typist.press('Enter')
    const reply = on.discussion.postSaying('By keyboard alone.')
    await expect(reply).toHaveCount(1)
    await expect(on.composer.region).toBeHidden()
    await typist.tabTo(on.discussion.postMenu(reply).button, { back: true })
    await typist.chooseFrom(on.discussion.postMenu(reply).button, 'e', on.discussion.controls.item('Edit'))
    await expect(on.composer.text).toHaveValue('By keyboard alone.')
    await expect(on.composer.text).toBeFocused()
    await typist.type(' And edited.')
    await typist.press('Control+Enter')
    await expect(on.discussion.postSaying('By keyboard alone. And edited.')).toContainText('edited')
    await expect(on.composer.region).toBeHidden()

    await typist.chooseFrom(
      on.discussion.controls.button,
      're',
      page.getByRole('menuitem', { name: 'Rename' }),
    )
    const dialog = on.dialog.called('Rename discussion')
    await expect(dialog.getByLabel('Title')).toBeFocused()
    await typist.press('Control+a')
    await typist.type(`${title} anew`)
    await typist.tabTo(dialog.getByRole('button', { name: 'Rename' }))
    await typist.press('Enter')
    await expect(on.discussion.title).toHaveText(`${title} anew`)
    await expect(on.discussion.controls.button).toBeFocused()
  },
)

test('the keyboard alone logs in, starts, searches, reads notifications, chooses settings and logs out', {
  tag: '@long',
}, async ({ page, forum, on, makePerson }) => {
  const typist = new Typist(page)
  const member = await makePerson('typist')
  // An old date, because flood control rejects a second discussion within seconds.
  const created_at = '2026-01-01T00:00:00.000Z'
  const values = { title: `Of ${member.username}`, user_id: member.id, created_at }
  const { id } = await makeDiscussion(forum, values)
  const title = `Keys of ${member.username}`
  await renameAsModerator(forum, id, title)
  await on.index.goto()
  await typist.tabTo(on.header.bar.getByRole('link', { name: 'Log in' }))
  await typist.press('Enter')
  await expect(on.session.identification).toBeFocused()
  await typist.type(member.username)
  await typist.tabTo(on.session.password)
  await typist.type(member.password)
  await typist.tabTo(on.session.remember)
  await typist.press('Space')
  await expect(on.session.remember).toBeChecked()
  await typist.tabTo(on.session.submit('Log in'))
  await typist.press('Enter')
  await expect(on.index.markAllAsRead).toBeVisible()

  await typist.tabTo(on.index.startLink)
  await typist.press('Enter')
  await expect(on.composer.title).toBeFocused()
  await typist.type('Started by keyboard')
  await typist.tabTo(on.composer.text)
  await typist.type('Not a single click.')
  await typist.press('Control+Enter')
  await expect(on.discussion.title).toHaveText('Started by keyboard')
  await expect(on.discussion.title).toBeFocused()
  await expect(on.composer.region).toBeHidden()

  await typist.tabTo(on.notifications.bell, { back: true })
  await typist.press('Enter')
  const item = on.notifications.of(title)
  await typist.tabTo(on.notifications.panel.getByRole('button', { name: 'Mark all as read' }))
  await typist.press('Enter')
  await expect(item).not.toHaveClass(/is-unread/)
  await typist.tabTo(item.getByRole('link'))
  await typist.press('Enter')
  await expect(on.discussion.title).toHaveText(title)
  await expect(on.discussion.title).toBeFocused()

  await typist.tabTo(on.search.field, { back: true })
  await typist.type(member.username)
  await expect(on.search.group('People')).toBeVisible()
  await typist.press('ArrowUp')
  await expect(on.search.active).toContainText(member.username)
  await typist.press('Enter')
  await expect(on.user.name).toBeFocused()
  await expect(on.user.name).toHaveText(member.username)
  await typist.tabTo(on.user.tab('Discussions'))
  await typist.press('Enter')
  await expect(page).toHaveURL(/\/discussions$/)
  await expect(on.user.name).toBeFocused()

  await typist.tabTo(on.header.account.button, { back: true })
  await typist.chooseFrom(on.header.account.button, 's', on.header.account.item('Settings'))
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused()
  const online = page.getByRole('checkbox', { name: 'Show when I’m online' })
  await typist.tabTo(online)
  await typist.press('Space')
  await expect(online).not.toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()

  await typist.tabTo(on.header.account.button, { back: true })
  await typist.chooseFrom(on.header.account.button, 'l', on.header.account.item('Log out'))
  await expect(on.header.bar.getByRole('link', { name: 'Log in' })).toBeVisible()
})
