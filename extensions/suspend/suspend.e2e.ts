import { makeDiscussion } from '@parley/testing/discussions'
import { expect, groups, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { storeSuspension } from './server/stored-suspensions.ts'

const day = 24 * 3600 * 1000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

test('a moderator suspends a member from the profile, by keyboard alone, and undoes it', {
  tag: '@tablet',
}, async ({ page, on, makePerson, logIn, forgetSession, picture }) => {
  test.slow()
  const { username } = await makePerson('rude')
  await logIn(await makePerson('guardian', { groupIds: [groups.moderator] }))
  await on.user.goto(username)
  await on.user.controls.button.focus()
  await page.keyboard.press('Enter')
  await expect(on.user.controls.item('Suspend')).toBeVisible()
  await expect(page.locator('[role=menuitem]:focus')).toBeVisible()
  await page.keyboard.press('End')
  await expect(on.user.controls.item('Suspend')).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = on.dialog.called(`Suspend ${username}`)
  await expect(dialog.getByRole('radio', { name: 'Not suspended' })).toBeFocused()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await picture('suspend-none')
  await page.keyboard.press('ArrowDown')
  const days = dialog.getByRole('spinbutton', { name: 'Days' })
  await expect(days).toHaveValue('1')
  await page.keyboard.press('Tab')
  await expect(days).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('7')
  await expect(dialog.getByText(/^Until \w+ \d+, \d{4}/)).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Third warning')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Take a break.')
  await picture('suspend-limited')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await dialog.getByRole('button', { name: 'Save changes' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const badge = page.getByRole('main').locator('.UserCard .Badge--suspended')
  await expect(badge).toContainText('Suspended until')
  await expect(on.alerts.saying(`${username} is suspended.`)).toBeVisible()
  await expectAccessible(page)
  await picture('suspended-profile')

  await on.user.controls.choose('Suspend')
  await expect(days).toHaveValue('7')
  await expect(dialog.getByLabel('Reason')).toHaveValue('Third warning')
  await expect(dialog.getByLabel('Message to the member')).toHaveValue('Take a break.')
  await page.keyboard.press('Escape')
  await on.alerts.control(`${username} is suspended.`, 'Undo').click()
  await expect(badge).toHaveCount(0)

  // Other members see neither the mark nor the item.
  await forgetSession()
  await logIn(await makePerson('bystander'))
  await on.user.goto(username)
  await expect(on.user.name).toHaveText(username)
  await expect(badge).toHaveCount(0)
  await expect(on.user.actions.filter({ hasText: 'Suspend' })).toHaveCount(0)
})

test('a moderator suspends the author of a post, indefinitely, and lifts it', { tag: '@long' }, async ({
  page,
  forum,
  on,
  makePerson,
  logIn,
  picture,
}) => {
  const author = await makePerson('spammer')
  const { id } = await makeDiscussion(forum, {
    title: 'Buy watches',
    user_id: author.id,
    posts: [{ user_id: author.id, content: 'Cheap!' }],
  })
  await logIn(await makePerson('watcher', { groupIds: [groups.moderator] }))
  await on.discussion.goto(id)
  const menu = on.discussion.postMenu(on.discussion.post(1))
  const item = `Suspend ${author.username}`
  await menu.choose(item)
  const dialog = on.dialog.called(item)
  await dialog.getByRole('radio', { name: 'Suspended indefinitely' }).check()
  await expect(dialog.getByRole('spinbutton')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toHaveCount(0)
  const badge = on.discussion.post(1).locator('.Badge--suspended')
  await expect(badge).toContainText('Suspended indefinitely')
  await expectAccessible(page)
  await picture('suspended-author')

  await menu.choose(item)
  await expect(dialog.getByRole('radio', { name: 'Suspended indefinitely' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Not suspended' }).check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(on.alerts.saying(`${author.username} is no longer suspended.`)).toBeVisible()
  await expect(badge).toHaveCount(0)
})

test('undoing a suspension restores what another moderator has decided meanwhile', { tag: '@long' }, async ({
  page,
  forum,
  on,
  makePerson,
  logIn,
}) => {
  const member = await makePerson('contested')
  await logIn(await makePerson('hasty', { groupIds: [groups.moderator] }))
  await on.user.goto(member.username)
  await on.user.controls.choose('Suspend')
  const dialog = on.dialog.called(`Suspend ${member.username}`)
  await dialog.getByRole('radio', { name: 'Suspended for a limited time' }).check()
  const decided = { suspended_until: '2038-01-01T00:00:00.000Z', suspend_reason: 'Decided by all' }
  await storeSuspension(forum, member.id, decided)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  const badge = page.getByRole('main').locator('.UserCard .Badge--suspended')
  await expect(badge).toContainText('Suspended until')
  await on.alerts.control(`${member.username} is suspended.`, 'Undo').click()
  await expect(badge).toContainText('Suspended indefinitely')
  const stored = await forum.current.database.read
    .selectFrom('users')
    .select(['suspended_until', 'suspend_reason'])
    .where('id', '=', member.id)
    .executeTakeFirst()
  expect(stored).toEqual(decided)
})

test('a suspended member reads why after logging in, once, and what is closed until when; it ends by itself', {
  tag: '@tablet',
}, async ({ page, forum, on, makePerson, picture }) => {
  test.slow()
  const member = await makePerson('sorry')
  const { id } = await makeDiscussion(forum, { title: 'A quiet place', user_id: 1 })
  await storeSuspension(forum, member.id, {
    suspended_until: inDays(2),
    suspend_message: 'Take a break.\nMira',
  })
  await page.clock.install()
  await page.goto('/login')
  await on.session.fillLogIn(member)
  await page.keyboard.press('Enter')
  const info = on.dialog.called('Your account is suspended')
  await expect(info).toContainText('Take a break.')
  await expect(info).toContainText(/You’re suspended until \w+ \d+, \d{4}/)
  await expect(info.getByRole('button', { name: 'Got it' })).toBeFocused()
  await expectAccessible(page)
  await picture('suspension-info')
  await page.keyboard.press('Enter')
  await expect(info).toHaveCount(0)
  await on.index.goto()
  const note = page.getByRole('main').locator('.CannotStart').filter({ visible: true })
  await expect(note).toContainText(/^You’re suspended until \w+ \d+, \d{4}/)
  await picture('suspended-index')
  await on.discussion.goto(id)
  await expect(info).toHaveCount(0)
  await expect(on.discussion.refusals('You’re suspended until')).toHaveCount(2)
  await expect(on.discussion.refusedReply).toBeVisible()
  await expect(page.getByRole('link', { name: /^reply$/i })).toHaveCount(0)
  await expectAccessible(page)
  await picture('suspended-discussion')
  await on.user.goto(member.username)
  await expect(page.getByRole('main').locator('.UserCard .Badge--suspended')).toContainText('Suspended until')
  await expect(on.user.picture.button).toHaveCount(0)

  await on.discussion.goto(id)
  await expect(on.discussion.refusals('You’re suspended until')).toHaveCount(2)
  const ended = 'Your suspension has ended.'
  // Moderators have set a later end since the page was loaded: it tells of that one.
  await storeSuspension(forum, member.id, { suspended_until: inDays(4) })
  await page.clock.fastForward(2 * day + 60_000)
  await info.getByRole('button', { name: 'Got it' }).click()
  await expect(info).toHaveCount(0)
  await expect(on.alerts.saying(ended)).toHaveCount(0)
  await storeSuspension(forum, member.id, { suspended_until: inDays(-1) })
  await page.clock.fastForward(2 * day + 60_000)
  await on.alerts.control(ended, 'Reload').click()
  await expect(on.discussion.replyLink).toBeVisible()
  await expect(on.discussion.refusals('You’re suspended until')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('flarum-suspend.acknowledge-suspension'))).toBeNull()
})

test('a reply that was begun before the suspension is refused with the reason, and stays as a draft', async ({
  page,
  forum,
  on,
  openDiscussion,
  watch,
  picture,
}) => {
  // What was read may be reported after the suspension, too.
  watch.expect(/status 40[13]: POST .*\/api\/(posts|discussions\/\d+)/)
  const { person } = await openDiscussion({ title: 'Half a reply', user_id: 1 }, { username: 'midway' })
  await on.discussion.replyLink.click()
  await on.composer.text.fill('What I have to say')
  await storeSuspension(forum, person.id, { suspended_until: '2038-01-01T00:00:00.000Z' })
  await on.composer.submit.click()
  await expect(on.composer.error).toContainText(
    'You’re suspended indefinitely and can’t post. Your text stays here as a draft.',
  )
  await expect(on.composer.text).toHaveValue('What I have to say')
  await picture('suspended-composer')
  await page.reload()
  await expect(on.discussion.refusals('You’re suspended indefinitely')).toHaveCount(2)
})

test('a member finds in the notifications that the account is suspended and free again', {
  tag: '@long',
}, async ({ page, forum, on, makePerson, logIn, forgetSession, picture }) => {
  const member = await makePerson('told')
  await logIn(await makePerson('teller', { groupIds: [groups.moderator] }))
  await on.user.goto(member.username)
  await on.user.controls.choose('Suspend')
  const dialog = on.dialog.called(`Suspend ${member.username}`)
  await dialog.getByRole('radio', { name: 'Suspended indefinitely' }).check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await on.user.controls.choose('Suspend')
  await dialog.getByRole('radio', { name: 'Not suspended' }).check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(on.alerts.saying('is no longer suspended')).toBeVisible()
  await forgetSession()
  await logIn(member)
  await on.notifications.goto()
  const main = page.getByRole('main')
  await expect(main.getByRole('listitem').filter({ hasText: 'You’re suspended indefinitely' })).toBeVisible()
  await expect(main.getByRole('listitem').filter({ hasText: 'You’re no longer suspended' })).toBeVisible()
  await expectAccessible(page)
  await picture('suspended-notifications')
  await expect
    .poll(async () => (await forum.mails()).filter(({ to }) => to.address === member.email).length)
    .toBeGreaterThan(0)
})

test('administrators find suspended members in the list of users, and suspend there', async ({
  page,
  forum,
  on,
  makePerson,
  logIn,
  picture,
}) => {
  test.slow()
  const [suspended, other] = [await makePerson('gone'), await makePerson('present')]
  await storeSuspension(forum, suspended.id, { suspended_until: '9999-12-31T23:59:59.000Z' })
  await logIn(await makePerson('boss', { groupIds: [groups.administrator] }))
  await page.goto('/admin/users')
  const main = page.getByRole('main')
  const row = (name: string) => main.locator('tbody tr').filter({ hasText: name })
  await expect(row(suspended.username)).toContainText('Indefinitely')
  await main.getByLabel('Suspension').selectOption('Suspended')
  await expect(row(other.username)).toHaveCount(0)
  await expect(row(suspended.username)).toBeVisible()
  await expectAccessible(page)
  await picture('admin-users-suspended')
  await main.getByLabel('Suspension').selectOption('Not suspended')
  await expect(row(suspended.username)).toHaveCount(0)
  await main.getByRole('button', { name: `Actions for ${other.username}` }).click()
  await page.getByRole('menuitem', { name: 'Suspend', exact: true }).click()
  const dialog = on.dialog.called(`Suspend ${other.username}`)
  await dialog.getByRole('radio', { name: 'Suspended for a limited time' }).check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(on.alerts.saying(`${other.username} is suspended.`)).toBeVisible()
  await expect(row(other.username)).toContainText(/\d{4} at/)
  await page.goto('/admin/permissions')
  await expect(main.getByRole('rowheader', { name: 'Suspend members' })).toBeVisible()
})
