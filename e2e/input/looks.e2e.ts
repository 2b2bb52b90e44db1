import {
  expectAccessible,
  expectAccessibleFromRightToLeft,
  expectNoSidewaysScroll,
} from '@parley/testing/page-checks'
import { expect, test } from '../world.ts'

const narrowest = { width: 320, height: 640 }

test('every screen of a guest is accessible, in both directions, and fits 320 pixels', async ({
  page,
  world,
  isPhone,
  on,
  picture,
}) => {
  // A dozen examinations of whole pages.
  test.slow()
  const screens = {
    index: '/',
    discussion: `/d/${world.rich.id}`,
    user: '/u/mira',
    search: '/all?q=ferry',
    'log-in': '/login',
    'sign-up': '/register',
  }
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    await expectAccessible(page)
    await expectAccessibleFromRightToLeft(page)
    if (isPhone) {
      const size = page.viewportSize()
      await page.setViewportSize(narrowest)
      await expectNoSidewaysScroll(page)
      await picture(`${name}-320`)
      if (size) await page.setViewportSize(size)
    }
  }
  await on.index.goto()
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await picture('index-rtl')
  await on.discussion.goto(world.rich.id)
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await picture('discussion-rtl')
})

test('a member’s open menus and composer are accessible, in both directions', async ({
  page,
  on,
  world,
  isPhone,
  makePerson,
  logIn,
  picture,
}) => {
  test.slow()
  await logIn(await makePerson('looker', { groupIds: [1] }))
  await on.index.goto()
  await on.index.sort.open()
  await expectAccessible(page)
  await picture('sort-menu')
  await page.keyboard.press('Escape')
  if (isPhone) await on.header.openDrawer()
  else await on.header.account.open()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('account-menu')
  await page.keyboard.press('Escape')

  await on.discussion.goto(world.rich.id)
  await on.discussion.controls.open()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await page.keyboard.press('Escape')
  await on.discussion.replyLink.click()
  await on.composer.text.fill('Half a thought')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await on.composer.button('Minimize').click()
  await expectAccessible(page)
  await picture('composer-minimized')
  if (isPhone) return
  await on.composer.button('Open').click()
  await on.composer.button('Full screen').click()
  await expectAccessible(page)
  await picture('composer-full-screen')
})

test('dark colours', async ({ page, on, world, picture }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await on.index.goto()
  await expect(on.index.rows.first()).toBeVisible()
  await picture('index-dark')
  await on.discussion.goto(world.rich.id)
  await expect(on.discussion.post(1)).toBeVisible()
  await picture('discussion-dark')
})

test('a finger brings no tooltip', async ({ page, on, isPhone, makePerson, logIn }) => {
  test.skip(!isPhone, 'The desktop has no fingers.')
  await logIn(await makePerson('finger'))
  await on.index.goto()
  await on.index.markAllAsRead.tap()
  const question = on.dialog.called('Mark every discussion as read?')
  await expect(question.getByRole('button', { name: 'Mark all as read' })).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).tap()
  await expect(question).toBeHidden()
  await expect(page.locator('.Tooltip')).toHaveCount(0)
})

test('nothing moves for those who asked for less motion', async ({ page, on, world, makePerson, logIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await on.discussion.goto(world.long.id)
  const post = on.discussion.post(12)
  const tops = await on.discussion.permalink(post, 12).evaluate(async (link) => {
    const top = () => Math.round(link.getBoundingClientRect().top)
    const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    await wait(50)
    const soon = top()
    await wait(700)
    return [soon, top()]
  })
  expect(tops[0]).toBe(tops[1])
  await expect(post).toHaveClass(/is-marked/)

  await logIn(await makePerson('calm'))
  await on.index.goto()
  await on.index.startLink.click()
  await expect(on.composer.title).toBeFocused()
  const longest = await page.evaluate(() =>
    Math.max(
      0,
      ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().activeDuration)),
    ),
  )
  expect(longest).toBeLessThanOrEqual(1)
})
