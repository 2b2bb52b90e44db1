import { makeDiscussion } from '@parley/testing/discussions'
import {
  expectAccessible,
  expectAccessibleFromRightToLeft,
  expectNoSidewaysScroll,
} from '@parley/testing/page-checks'
import { expect, test } from '../world.ts'

const narrowest = { width: 320, height: 640 }

test('every screen of a guest is accessible, in both directions, and fits 320 pixels', {
  tag: '@phone',
}, async ({ page, samples, isPhone, on, picture }) => {
  // Runs a dozen accessibility checks of whole pages.
  test.slow()
  const screens = {
    index: '/',
    discussion: `/d/${samples.rich.id}`,
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
  await on.discussion.goto(samples.rich.id)
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await picture('discussion-rtl')
})

test('a member’s open menus and composer are accessible, in both directions', { tag: '@long' }, async ({
  page,
  on,
  samples,
  isPhone,
  picture,
  logInAs,
  beginReply,
}) => {
  test.slow()
  await logInAs('looker', 'administrator')
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

  await on.discussion.goto(samples.rich.id)
  await on.discussion.controls.open()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await page.keyboard.press('Escape')
  await beginReply('Half a thought')
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

test('the badges of a discussion follow the last word of its title', { tag: '@tablet' }, async ({
  page,
  forum,
  on,
  logInAs,
  picture,
}) => {
  const { id } = await makeDiscussion(forum, {
    title: 'Your best advice on hand-built furniture',
    hidden_at: new Date().toISOString(),
  })
  await logInAs('joiner', 'moderator')
  await on.discussion.goto(id)
  const badge = await page.locator('.DiscussionHero .Badge').boundingBox()
  const lastLine = await on.discussion.title.locator('bdi').evaluate((title) => {
    const { top, bottom } = [...title.getClientRects()].at(-1) ?? title.getBoundingClientRect()
    return { top, bottom }
  })
  const middle = badge && badge.y + badge.height / 2
  expect(middle).toBeGreaterThan(lastLine.top)
  expect(middle).toBeLessThan(lastLine.bottom)
  await picture('hero-badges')
})

test('dark colours', { tag: '@long' }, async ({ page, on, samples, picture }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await on.index.goto()
  await expect(on.index.rows.first()).toBeVisible()
  await picture('index-dark')
  await on.discussion.goto(samples.rich.id)
  await expect(on.discussion.post(1)).toBeVisible()
  await picture('discussion-dark')
})

test('touch shows no tooltip', { tag: '@phone' }, async ({ page, on, isPhone, logInAs }) => {
  test.skip(!isPhone, 'The desktop has no touch.')
  await logInAs('finger')
  await on.index.goto()
  await on.index.markAllAsRead.tap()
  const question = on.dialog.called('Mark all discussions as read?')
  await expect(question.getByRole('button', { name: 'Mark all as read' })).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).tap()
  await expect(question).toBeHidden()
  await expect(page.locator('.Tooltip')).toHaveCount(0)
})

test('nothing is animated with reduced motion', async ({ page, on, samples, logInAs }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await on.discussion.goto(samples.long.id)
  const post = on.discussion.post(12)
  const tops = await on.discussion.permalink(post, 12).evaluate(async (link) => {
    const top = () => Math.round(link.getBoundingClientRect().top)
    const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    await wait(50)
    const early = top()
    await wait(700)
    return { early, late: top() }
  })
  expect(tops.early).toBe(tops.late)
  await expect(post).toHaveClass(/is-marked/)

  await logInAs('calm')
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
