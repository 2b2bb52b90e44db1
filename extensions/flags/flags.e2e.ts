import { makeDiscussion } from '@parley/testing/discussions'
import { test as base, expect, groups } from '@parley/testing/journey'
import {
  expectAccessible,
  expectAccessibleFromRightToLeft,
  expectNoSidewaysScroll,
} from '@parley/testing/page-checks'
import { pressInSequence } from '@parley/testing/pages'
import { storeFlags } from './server/test-flags.ts'

// Tests count all flags of the forum.
const test = base
test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ forum }) => {
  await forum.current.database.transaction((db) => db.deleteFrom('flags').execute())
})

test('a member reports a post with a reason, and is thanked', { tag: '@tablet' }, async ({
  page,
  forum,
  on,
  makePerson,
  logIn,
  picture,
  watch,
}) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const author = await makePerson('advertiser')
  const { id } = await makeDiscussion(forum, { title: 'Cheap tickets', user_id: author.id, posts: [{}, {}] })
  const member = await makePerson('reporter')
  await logIn(member)
  await on.discussion.goto(id)
  const open = () => on.discussion.postMenu(on.discussion.post(2)).choose('Report')
  await open()
  const dialog = page.getByRole('dialog', { name: 'Report post' })
  const submit = dialog.getByRole('button', { name: 'Report post' })
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await expect(dialog.getByRole('radio')).toHaveCount(4)
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await dialog.getByRole('radio', { name: /^Spam/ }).check()
  await expect(dialog.getByLabel('Details (optional)')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture('flags-report')
  await submit.click()
  await expect(dialog.getByRole('status').filter({ hasText: /\w/ })).toHaveText(
    'Thank you for your report. Moderators will look into it.',
  )
  await expect(dialog.getByRole('button', { name: 'Close', exact: true }).last()).toBeFocused()
  await picture('flags-thanks')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  // The reporter does not see the report at the post.
  await page.reload()
  await expect(on.discussion.post(2)).toBeVisible()
  await expect(on.discussion.post(2)).not.toContainText('Reported')

  // Reporting again replaces the first report: in one's own words, which are required.
  await open()
  await dialog.getByRole('radio', { name: 'Something else' }).check()
  await submit.click()
  await expect(dialog.getByLabel('Details')).toHaveAccessibleDescription(/./)
  watch.expect(/status 422: POST .*\/api\/flags/)
  await dialog.getByLabel('Details').fill('   ')
  await submit.click()
  await expect(dialog.getByLabel('Details')).toHaveAccessibleDescription(/in your own words/)
  await dialog.getByLabel('Details').fill('It is about something else entirely.')
  await expectAccessible(page)
  await picture('flags-report-other')
  await submit.click()
  await expect(dialog.getByRole('status').filter({ hasText: /\w/ })).toBeVisible()
  const flags = await forum.current.database.read.selectFrom('flags').selectAll().execute()
  expect(flags).toMatchObject([
    { user_id: member.id, reason: null, reason_detail: 'It is about something else entirely.' },
  ])
})

test('a post is reported by keyboard alone', { tag: '@long' }, async ({
  page,
  isPhone,
  forum,
  on,
  openDiscussion,
}) => {
  test.skip(isPhone, 'Phones have no keyboard.')
  const { person } = await openDiscussion(
    { title: 'Typed report', user_id: 1, posts: [{}, { user_id: 1 }] },
    { username: 'typing-reporter' },
  )
  const menu = on.discussion.postMenu(on.discussion.post(2))
  await menu.button.focus()
  await page.keyboard.press('Enter')
  await menu.item('Report').focus()
  await page.keyboard.press('Enter')
  const dialog = on.dialog.called('Report post')
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  const chosen = dialog.getByRole('radio', { checked: true })
  await expect(chosen).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Details (optional)')).toBeFocused()
  await page.keyboard.type('For the third time.')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Report post' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status').filter({ hasText: /\w/ })).toContainText(
    'Thank you for your report.',
  )
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(menu.button).toBeFocused()
  const flags = await forum.current.database.read.selectFrom('flags').selectAll().execute()
  expect(flags).toMatchObject([{ user_id: person.id, reason_detail: 'For the third time.' }])
})

test('the report of a post that was hidden meanwhile says so and stays open', { tag: '@long' }, async ({
  page,
  forum,
  on,
  watch,
  openDiscussion,
}) => {
  const { id } = await openDiscussion({ title: 'Gone soon', posts: [{}, {}] }, { username: 'late-reporter' })
  await on.discussion.postMenu(on.discussion.post(2)).choose('Report')
  const dialog = page.getByRole('dialog', { name: 'Report post' })
  await dialog.getByRole('radio', { name: /^Off topic/ }).check()
  await forum.current.database.transaction((db) =>
    db
      .updateTable('posts')
      .set({ hidden_at: new Date().toISOString() })
      .where('discussion_id', '=', id)
      .where('number', '=', 2)
      .execute(),
  )
  watch.expect(/404/)
  await dialog.getByRole('button', { name: 'Report post' }).click()
  await expect(dialog.getByRole('alert')).toContainText(/./)
  await expect(dialog.getByRole('radio', { name: /^Off topic/ })).toBeChecked()
})

test('the guidelines are linked, and authors report their own posts where they may', async ({
  page,
  forum,
  on,
  makePerson,
  logIn,
  picture,
}) => {
  await forum.restart(async () => {
    await forum.current.database.transaction((db) =>
      db
        .insertInto('settings')
        .values([
          { key: 'flarum-flags.guidelines_url', value: '/all' },
          { key: 'flarum-flags.can_flag_own', value: '1' },
        ])
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
        )
        .execute(),
    )
  })
  const author = await makePerson('own-reporter')
  const { id } = await makeDiscussion(forum, {
    title: 'My own',
    user_id: author.id,
    posts: [{ user_id: author.id }],
  })
  await logIn(author)
  await on.discussion.goto(id)
  await on.discussion.postMenu(on.discussion.post(1)).choose('Report')
  await expect(page.getByRole('dialog').getByRole('link', { name: 'our guidelines' })).toHaveAttribute(
    'href',
    /\/all$/,
  )
  await picture('flags-guidelines')
})

test(
  'a moderator opens the reported posts one after the other, dismisses and hides',
  {
    tag: '@tablet',
  },
  async ({ page, isPhone, forum, on, makePerson, logIn, picture }, { project }) => {
    test.slow()
    const isTablet = project.name === 'tablet'
    const [spammer, reporter] = [await makePerson('spammer'), await makePerson('watchful')]
    const posts = (text: string) => [
      {},
      { user_id: spammer.id, content_html: `<p>${text}</p>`, content: text },
    ]
    const first = await makeDiscussion(forum, { title: 'Ferry timetable', posts: posts('Buy cheap tickets') })
    const second = await makeDiscussion(forum, { title: 'Sourdough in winter', posts: posts('Nonsense') })
    const rows = await forum.current.database.read
      .selectFrom('posts')
      .select(['id', 'discussion_id'])
      .where('number', '=', 2)
      .where('discussion_id', 'in', [first.id, second.id])
      .orderBy('id')
      .execute()
    const [one, two] = rows.map(({ id }) => id)
    await storeFlags(forum, [
      {
        post_id: one ?? 0,
        user_id: reporter.id,
        reason: 'spam',
        reason_detail: 'The same text as last week.',
      },
      { post_id: two ?? 0, user_id: reporter.id, reason: 'off_topic' },
      { post_id: two ?? 0, type: 'unheardOf' },
    ])
    await logIn(await makePerson('keeper', { groupIds: [groups.moderator] }))
    await on.index.goto()
    const open = async () => {
      if (!isPhone)
        await page
          .getByRole('banner')
          .getByRole('link', { name: /^Reported posts/ })
          .click()
      else {
        await page.getByRole('button', { name: 'Open navigation' }).click()
        await page
          .getByRole('dialog', { name: 'Navigation' })
          .getByRole('link', { name: /^Reported posts/ })
          .click()
        await page.waitForURL('**/flags')
      }
    }
    const list = isPhone ? page.getByRole('main') : page.getByRole('dialog', { name: 'Reported posts' })
    if (!isPhone)
      await expect(page.getByRole('banner').getByRole('link', { name: 'Reported posts: 2' })).toBeVisible()
    await open()
    const items = list.getByRole('listitem').filter({ hasText: 'spammer' })
    await expect(items).toHaveCount(2)
    await expect(items.first()).toContainText('Sourdough in winter')
    await expect(items.first()).toContainText('Reported by watchful as off topic')
    // On tablets the panel lies over a part of small buttons, which axe takes for the buttons' size.
    if (!isTablet) await expectAccessible(page)
    await picture('flags-list')
    await items.first().getByRole('link').click()

    const notice = page.getByRole('region', { name: 'Reports' })
    await expect(notice).toContainText('Reported by watchful as off topic')
    await expect(notice).toContainText('Marked for review')
    await expectAccessible(page)
    await expectAccessibleFromRightToLeft(page)
    await picture('flags-post')
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    // The next reported post opens by itself.
    await expect(on.discussion.title).toHaveText('Ferry timetable')
    await expect(notice).toContainText('The same text as last week.')
    await on.alerts.control('2 reports dismissed.', 'Undo').click()
    await picture('flags-next')
    await notice.getByRole('button', { name: 'Hide post' }).click()
    await expect(on.alerts.saying('Post hidden, report dismissed.')).toBeVisible()
    // It was the last but the one that was taken back.
    await expect(on.discussion.title).toHaveText('Sourdough in winter')
    await expect(notice).toContainText('Marked for review')
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toHaveCount(0)

    if (isPhone) while (!page.url().endsWith('/flags')) await page.goBack()
    else await open()
    await expect(list).toContainText('No reported posts.')
    if (!isTablet) await expectAccessible(page)
    await picture('flags-empty')
    // Leaving the forum sends what could be undone until then.
    await page.goto('about:blank')
    const flags = () => forum.current.database.read.selectFrom('flags').select('id').execute()
    await expect.poll(flags).toEqual([])
  },
)

test('what another moderator has dismissed or deleted meanwhile leaves the list of reported posts', {
  tag: '@long',
}, async ({ page, forum, on, makePerson, logIn, watch }) => {
  const reporter = await makePerson('alert')
  const dismissed = await makeDiscussion(forum, { title: 'Dismissed elsewhere', posts: [{}, {}] })
  const deleted = await makeDiscussion(forum, { title: 'Deleted elsewhere', posts: [{}, {}] })
  const { database } = forum.current
  const seconds = await database.read
    .selectFrom('posts')
    .select(['id', 'discussion_id'])
    .where('number', '=', 2)
    .where('discussion_id', 'in', [dismissed.id, deleted.id])
    .execute()
  const postIn = ({ id }: { id: number }) =>
    seconds.find(({ discussion_id }) => discussion_id === id)?.id ?? 0
  await storeFlags(forum, [
    { post_id: postIn(deleted), user_id: reporter.id },
    { post_id: postIn(dismissed), user_id: reporter.id },
  ])
  await logIn(await makePerson('second-keeper', { groupIds: [groups.moderator] }))
  await page.goto('/flags')
  await page.getByRole('main').getByRole('link', { name: 'Dismissed elsewhere' }).click()
  const notice = page.getByRole('region', { name: 'Reports' })
  const dismiss = notice.getByRole('button', { name: 'Dismiss' })
  await expect(dismiss).toBeVisible()
  await database.transaction((db) =>
    db.deleteFrom('flags').where('post_id', '=', postIn(dismissed)).execute(),
  )
  await dismiss.click()
  await expect(on.discussion.title).toHaveText('Deleted elsewhere')
  await expect(dismiss).toBeVisible()
  await database.transaction((db) => db.deleteFrom('posts').where('id', '=', postIn(deleted)).execute())
  watch.expect(/404/)
  await dismiss.click()
  await expect(notice).toHaveCount(0)
  // It is sent when it can be undone no longer.
  await on.alerts.saying('Report dismissed.').last().getByRole('button', { name: 'Dismiss' }).click()
  await expect(on.alerts.saying('This no longer exists, or you don’t have access to it.')).toHaveCount(1)
  await expect(notice).toHaveCount(0)
})

test('reports are looked at and dismissed by keyboard alone', { tag: '@long' }, async ({
  page,
  isPhone,
  forum,
  on,
  makePerson,
  logIn,
}) => {
  test.skip(isPhone, 'Phones have no keyboard.')
  const discussion = await makeDiscussion(forum, { title: 'By keyboard', posts: [{}, {}, {}] })
  const rows = await forum.current.database.read
    .selectFrom('posts')
    .select('id')
    .where('discussion_id', '=', discussion.id)
    .orderBy('number')
    .execute()
  await storeFlags(
    forum,
    rows.slice(1).map(({ id }) => ({ post_id: id, user_id: 1 })),
  )
  await logIn(await makePerson('typing-keeper', { groupIds: [groups.moderator] }))
  await on.index.goto()
  await pressInSequence(page, ['g', 'r'], () => expect(page).toHaveURL(/\/flags$/, { timeout: 3000 }))
  const links = page.locator('.NotificationsPage').getByRole('listitem').getByRole('link')
  await expect(links).toHaveCount(2)
  await links.first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/3$/)
  await expect(on.discussion.post(3).getByRole('region', { name: 'Reports' })).toBeVisible()
  await page.keyboard.press('d')
  await expect(page).toHaveURL(/\/2$/)
  await expect(on.discussion.post(3).getByRole('region', { name: 'Reports' })).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(on.discussion.post(3).getByRole('region', { name: 'Reports' })).toBeVisible()
  await page.keyboard.press('d')
  await expect(page).toHaveURL(/\/3$/)
  await page.keyboard.press('d')
  await expect(page.getByRole('region', { name: 'Reports' })).toHaveCount(0)
})

test('a list of reported posts that could not be loaded says so, and is loaded again', {
  tag: ['@tablet', '@long'],
}, async ({ page, isPhone, forum, on, makePerson, logIn, watch, picture }) => {
  test.skip(isPhone, 'Phones have a page instead of the panel.')
  const { first_post_id } = await makeDiscussion(forum, { title: 'Loaded again', posts: [{}] })
  await storeFlags(forum, [{ post_id: first_post_id ?? 0, user_id: 1 }])
  await logIn(await makePerson('patient-keeper', { groupIds: [groups.moderator] }))
  await on.index.goto()
  watch.expect(/ERR_FAILED/, /api\/flags/)
  await page.route('**/api/flags*', (route) => route.abort())
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Reported posts/ })
    .click()
  const panel = on.dialog.called('Reported posts')
  await expect(panel.getByRole('heading', { name: 'Couldn’t load the reported posts.' })).toBeVisible()
  await picture('flags-failed')
  await page.unroute('**/api/flags*')
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Loaded again' })).toBeVisible()
})

test('members see their own reports, guests are asked to log in, and administrators set it up', async ({
  page,
  forum,
  forgetSession,
  makePerson,
  logIn,
  picture,
  watch,
}) => {
  test.slow()
  const member = await makePerson('own-list')
  await makeDiscussion(forum, { title: 'Reported by me' })
  const { id } = await forum.current.database.read
    .selectFrom('posts')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await storeFlags(forum, [{ post_id: id, user_id: member.id, reason: null, reason_detail: 'Own words' }])
  await logIn(member)
  await page.goto('/flags')
  await expect(
    page.getByRole('main').getByRole('listitem').filter({ hasText: 'Reported by me' }),
  ).toHaveCount(1)
  await expect(page.getByRole('banner').getByRole('link', { name: /^Reported posts/ })).toHaveCount(0)
  await forgetSession()
  watch.expect(/401/)
  await page.goto('/flags')
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()

  await logIn({ id: 1 })
  await page.goto('/admin/extensions/flags')
  const main = page.getByRole('main')
  await expect(main.getByLabel('Address of your guidelines')).toBeVisible()
  await expect(main.getByLabel('Authors can report their own posts')).toBeVisible()
  await expectAccessible(page)
  await picture('flags-admin')
})
