import { makeDiscussion } from '@parley/testing/discussions'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { withExtension } from '../fixtures/with-extension.ts'
import { expect } from '../world.ts'

/** A forum with an extension that uses the points of pages. */
const test = withExtension('page-points')
test.describe.configure({ mode: 'default' })

test('a declared list has a page of its own, from its head to the composer', { tag: '@tablet' }, async ({
  page,
  on,
  forum,
  picture,
  makePerson,
  logInAs,
}) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const { id, username } = await makePerson('skipper')
  for (const title of ['Ship in sight', 'Fog']) await makeDiscussion(forum, { title, user_id: id })
  const title = `By ${username}`
  const html = await (await fetch(`${forum.url}/by/${username}`)).text()
  const head = html.slice(0, html.indexOf('</head>'))
  expect(head).toContain(`title="${title}" href="${forum.url}/atom/u/${username}"`)
  expect(head).toContain(`<link rel="canonical" href="${forum.url}/by/${username}">`)
  expect(head).toContain(`content="Everything that ${username} has started."`)

  await logInAs('reader')
  await page.goto(`/by/${username}`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText(`Everything that ${username} has started.`)).toBeVisible()
  const list = page.getByRole('list', { name: title })
  await expect(list.getByRole('heading')).toHaveText(['Fog', 'Ship in sight'])
  await expect(on.index.sort.button).toContainText('Newest')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('declared-list')

  await makeDiscussion(forum, { title: 'Lighthouse', user_id: id })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(list.getByRole('heading').first()).toHaveText('Lighthouse')
  await on.index.startLink.click()
  await expect(on.composer.title).toHaveValue(`Report by ${username}`)
  // What the list began with is no change that closing would lose.
  await on.composer.button('Close').click()
  await expect(on.composer.region).toBeHidden()
  await expect(on.alerts.saying('')).toHaveCount(0)

  // The composer's own menu starts a discussion of the list, too.
  await on.index.startLink.click()
  await on.composer.title.fill('Calm all week')
  await expect(on.composer.status).toHaveText('Draft saved')
  await on.composer.drafts.choose('Start a new discussion')
  await expect(on.composer.title).toHaveValue(`Report by ${username}`)
})

test('a declared list that is empty says so, and one that does not exist is not found', async ({
  page,
  picture,
  makePerson,
  watch,
}) => {
  const { username } = await makePerson('idler')
  await page.goto(`/by/${username}`)
  await expect(page.getByText(`Nothing by ${username} yet.`)).toBeVisible()
  await expectAccessible(page)
  await picture('declared-list-empty')
  watch.expect(/status 404/)
  expect((await page.goto('/by/not-a-sailor'))?.status()).toBe(404)
})

test('guests see what extensions add to rows, discussions and posts', { tag: '@tablet' }, async ({
  page,
  on,
  forum,
  picture,
  makePerson,
  isPhone,
}) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const keeper = await makePerson('keeper')
  const kept = `Kept by ${keeper.username}`
  const { id, title } = await makeDiscussion(forum, {
    title: `Ship of ${keeper.username}`,
    user_id: keeper.id,
    posts: [{ content: 'See the [plan](https://example.org/).' }, {}],
  })
  await on.index.goto()
  const row = on.index.row(title)
  await expect(row).toHaveClass(/is-ship/)
  await expect(row).toContainText('Ship’s log')
  await expect(row).toContainText(kept)
  await expectAccessible(page)
  await picture('extended-rows')

  await on.index.link(title).click()
  await expect(on.discussion.title).toHaveText(title)
  const hero = page.locator('.DiscussionHero')
  await expect(hero).toHaveClass(/has-color/)
  await expect(hero).toContainText(kept)
  const follow = page.getByRole('button', { name: 'Follow' }).filter({ visible: true })
  await expect(follow).toHaveCount(1)
  expect(await hero.getByRole('button', { name: 'Follow' }).isVisible()).toBe(isPhone)
  await expect(on.discussion.post(1)).toHaveClass(/is-first/)
  await expect(on.discussion.post(1).getByText('→ example.org')).toBeVisible()
  await expect(page.getByText(`End of “${title}”`)).toBeVisible()
  await picture('extended-discussion')
  await on.discussion.postMenu(on.discussion.post(1)).open()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('extended-post-menu')
  await page.getByRole('menuitem', { name: 'Hail the ship' }).click()
  await expect(on.alerts.saying('Hail the ship')).toBeVisible()

  // The page that the server renders has the relationship, too.
  await on.discussion.goto(id)
  await expect(hero).toContainText(kept)
})

test('texts are enhanced in posts, in the preview and after a reply', { tag: '@tablet' }, async ({
  page,
  on,
  openDiscussion,
  beginReply,
  picture,
  isPhone,
}) => {
  await openDiscussion({ title: 'Ship’s papers', slug: 'papers' }, { username: 'purser' })
  await expect(page.getByText('Be kind, and stay on course.')).toBeVisible()
  await beginReply('The [list](https://example.com/list) is long.')
  if (isPhone) await on.composer.button('Preview').click()
  await expect(on.composer.preview.getByText('⋯ example.com')).toBeVisible()
  await picture('extended-preview')
  await on.composer.submit.click()
  const reply = on.discussion.postSaying('is long.')
  await expect(reply.getByText('→ example.com')).toBeVisible()
})

test('selected text has buttons, by keyboard too', { tag: '@tablet' }, async ({
  page,
  on,
  openDiscussion,
  picture,
}) => {
  await openDiscussion(
    { title: 'Ship’s bell', posts: [{ content: 'Eight bells, and all is well.' }] },
    { username: 'bosun' },
  )
  const body = on.discussion.post(1).locator('.Post-body')
  const select = () => body.evaluate((element) => getSelection()?.selectAllChildren(element))
  const tools = page.getByRole('group', { name: 'Actions for the selected text' })
  await select()
  await expect(tools).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('selection-tools')
  await page.evaluate(() => getSelection()?.removeAllRanges())
  await expect(tools).toBeHidden()
  await select()
  await tools.getByRole('button', { name: 'Cite' }).focus()
  await page.keyboard.press('Escape')
  await expect(tools).toBeHidden()
  await page.evaluate(() => getSelection()?.removeAllRanges())
  await select()
  // They are the next stop behind the post's own buttons.
  await expect(tools).toBeVisible()
  await on.discussion.postMenu(on.discussion.post(1)).button.focus()
  await page.keyboard.press('Tab')
  await expect(tools.getByRole('button', { name: 'Cite' })).toBeFocused()
  await tools.getByRole('button', { name: 'Cite' }).click()
  await expect(on.composer.text).toHaveValue(/> Eight bells, and all is well\./)
})

test('search has sections of extensions, among suggestions and results', { tag: '@long' }, async ({
  page,
  on,
  picture,
}) => {
  await on.index.goto()
  await on.search.open()
  await on.search.field.fill('bri')
  const stations = on.search.group('Stations').getByRole('option')
  await expect(stations).toHaveText(['Bristol', 'Bridgwater'])
  await expect(page.getByRole('status').filter({ hasText: 'found. Stations: 2' })).toBeAttached()
  await expectAccessible(page)
  await picture('search-section')
  await on.search.field.press('ArrowUp')
  await expect(on.search.active).toHaveText('Bridgwater')
  await on.search.goto('bri')
  await expect(page.getByRole('region', { name: 'Stations like “bri”' })).toContainText('Bristol, Bridgwater')
  await expectAccessible(page)
  await picture('results-section')
})

test('a tab of a user lists posts, with an icon', async ({ page, forum, makePerson, picture }) => {
  const { id, username } = await makePerson('cook')
  await makeDiscussion(forum, { title: 'Ship’s biscuit', user_id: id, posts: [{ user_id: id }] })
  await page.goto(`/u/${username}`)
  const tab = page.getByRole('link', { name: 'First posts' })
  await tab.click()
  await expect(page).toHaveURL(`/u/${username}/first`)
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
  await expectAccessible(page)
  await picture('user-tab')
})

test('the header has a panel of an extension, on phones the drawer has its link', { tag: '@phone' }, async ({
  page,
  on,
  isPhone,
  picture,
}) => {
  await on.index.goto()
  if (isPhone) {
    await on.header.openDrawer()
    await expect(on.header.drawer.getByRole('link', { name: 'Harbor log' })).toContainText('3')
    await expectAccessible(page)
    await picture('extended-drawer')
    return
  }
  const button = on.header.bar.getByRole('link', { name: 'Harbor log, 3 new' })
  const panel = page.getByRole('dialog', { name: 'Harbor log' })
  await button.click()
  await expect(panel).toBeFocused()
  await expect(panel).toContainText('The tide turns at noon.')
  await expect(panel.locator('[data-openings]')).toHaveAttribute('data-openings', '1')
  await expectAccessible(page)
  await picture('header-panel')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(button).toBeFocused()
  await button.press('Enter')
  await expect(panel.locator('[data-openings]')).toHaveAttribute('data-openings', '2')
})

test('sign-up has what extensions add, on its page and in its modal, and a log-in is followed', async ({
  page,
  on,
  openSessionForm,
  makePerson,
  picture,
}) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const note = 'Choose the name of your ship.'
  await page.goto('/register')
  await expect(page.getByText(note)).toBeVisible()
  await openSessionForm('Sign up')
  await expect(page.getByRole('dialog').getByText(note)).toBeVisible()
  await expectAccessible(page)
  await picture('extended-sign-up')

  const person = await makePerson('mate')
  await openSessionForm('Log in')
  await on.session.fillLogIn(person)
  await on.session.submit('Log in').click()
  await expect(on.alerts.saying('Welcome to the harbor.')).toBeVisible()
  // Only once: not on the next page.
  await page.reload()
  await expect(on.index.rows.first()).toBeVisible()
  await expect(on.alerts.saying('')).toHaveCount(0)
})
