import { makeDiscussion } from '@parley/testing/discussions'
import { expectAccessible } from '@parley/testing/page-checks'
import { expect, test } from '../world.ts'

test('the drawer shows whose it is, and closes by its button', { tag: '@phone' }, async ({
  page,
  on,
  isPhone,
  picture,
  makePerson,
  logIn,
  uniqueName,
}) => {
  test.skip(!isPhone, 'Only phones have a drawer.')
  await on.index.goto()
  await on.header.openDrawer()
  await expect(on.header.drawer.getByText('Riverside Commons')).toBeVisible()
  await expect(on.header.drawer.getByRole('link', { name: 'Start a discussion' })).toBeVisible()
  await expectAccessible(page)
  await picture('drawer-guest')
  const person = await makePerson(uniqueName('owner'))
  await on.header.drawer.getByRole('link', { name: 'Start a discussion' }).click()
  await on.session.fillLogIn(person)
  await on.session.submit('Log in').click()
  await expect(on.composer.title).toBeVisible()

  await logIn(person)
  await on.index.goto()
  await on.header.openDrawer()
  await expect(on.header.drawer.getByText(person.username)).toBeVisible()
  const close = on.header.drawer.getByRole('button', { name: 'Close navigation' })
  const box = await close.boundingBox()
  // Fractions of a pixel come from the scale of the screen.
  expect(Math.round(Math.min(box?.width ?? 0, box?.height ?? 0))).toBeGreaterThanOrEqual(44)
  await expectAccessible(page)
  await picture('drawer-member')
  await close.click()
  await expect(on.header.drawer).toBeHidden()
})

test('phones show each title once, and screen readers hear a heading', { tag: '@phone' }, async ({
  page,
  isPhone,
  logInAs,
  uniqueName,
}) => {
  await logInAs(uniqueName('titled'))
  for (const [path, name] of [
    ['/settings', 'Settings'],
    ['/notifications', 'Notifications'],
  ] as const) {
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1, name })
    await expect(heading).toBeAttached()
    const isClipped = await heading.evaluate((element) => getComputedStyle(element).clipPath !== 'none')
    expect({ path, isClipped }).toEqual({ path, isClipped: isPhone })
    if (isPhone)
      await expect(
        page.getByRole('banner').getByText(name, { exact: true }).filter({ visible: true }),
      ).toBeVisible()
  }
})

test('the account button has the name of the account, without the letter in its picture', async ({
  on,
  isPhone,
  logInAs,
  uniqueName,
}) => {
  test.skip(isPhone, 'On phones the drawer has the account.')
  const { username } = await logInAs(uniqueName('named'))
  await on.index.goto()
  await expect(on.header.account.button).toHaveAccessibleName(`Your account ${username}`)
})

test('the first heading is that of the page, and touch screens show no keys', { tag: '@phone' }, async ({
  page,
  on,
  isPhone,
}) => {
  await on.index.goto()
  await expect(page.getByRole('region', { name: /^Welcome to/ })).toBeVisible()
  await expect(page.getByRole('heading').first()).toHaveJSProperty('tagName', 'H1')
  if (!isPhone) await expect(page.getByRole('banner').getByText('/', { exact: true })).toBeVisible()
  else await expect(page.locator('kbd').filter({ visible: true })).toHaveCount(0)
})

test('on phones the header names a user once the heading is out of sight', { tag: '@phone' }, async ({
  page,
  forum,
  on,
  makePerson,
  isPhone,
  picture,
}) => {
  test.skip(!isPhone, 'The header shows the title of a page on phones only.')
  const { id, username } = await makePerson('twice')
  const posts = [...Array(12).keys()].map((index) => ({ user_id: id, content: `Thought ${index + 1}` }))
  await makeDiscussion(forum, { title: 'Once', user_id: id, posts })
  await on.user.goto(username)
  const inHeader = on.header.bar.getByText(username, { exact: true })
  await expect(on.user.name).toBeInViewport()
  await expect(inHeader).toBeHidden()
  await picture('user-top')
  await page.evaluate(() => scrollTo(0, 400))
  await expect(inHeader).toBeVisible()
  await picture('user-scrolled')
  await on.user.tab('Discussions').click()
  await expect(on.user.name).toBeInViewport()
  await expect(inHeader).toBeHidden()
})
