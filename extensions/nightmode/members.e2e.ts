import { makeUser } from '@parley/testing/factories'
import { expect, groups, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft, expectClean } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import type { BrowserContext, Page } from '@playwright/test'
import { lookOf, looks } from './journeys/look.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

const deviceTheme = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'flarum_nightmode')?.value

const expectLook = (page: Page, name: keyof typeof looks, isDark: boolean) =>
  expect.poll(() => lookOf(page)).toMatchObject({ ...looks[name], isDark })

test('a member changes between night and day in the account menu, on every device', async ({
  page,
  on,
  context,
  forum,
  logIn,
  browser,
  watch,
  picture,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const { id } = await makeUser(forum)
  await logIn({ id })
  await on.index.goto()
  await settled(page)
  await expect(page.getByRole('banner').getByRole('button', { name: /^Theme/ })).toHaveCount(0)
  await on.header.account.open()
  await picture('night-menu')
  await page.keyboard.press('Escape')

  await on.header.account.choose('Day mode')
  await expectLook(page, 'light', false)
  const saved = page.waitForResponse(/api\/users\//)
  await on.header.account.choose('Night mode')
  await expectLook(page, 'dark', true)
  expect((await saved).status()).toBe(200)
  expect(await deviceTheme(context)).toBeUndefined()

  const elsewhere = await browser.newContext({ baseURL: forum.url, colorScheme: 'light' })
  await logIn({ id }, elsewhere)
  const other = await elsewhere.newPage()
  await other.goto('/all')
  await expectLook(other, 'dark', true)
  await elsewhere.close()

  watch.expect(/api\/users/)
  await page.route('**/api/users/*', (route) => route.abort('failed'))
  await on.header.account.choose('Day mode')
  await expect(page.locator('.Toast.Alert--danger')).toBeVisible()
  await expectLook(page, 'dark', true)
})

test('in the settings a member chooses the theme, and whether each device has its own', async ({
  page,
  context,
  forum,
  logIn,
  picture,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const { id } = await makeUser(forum, { preferences: JSON.stringify({ fofNightMode: 1 }) })
  await logIn({ id })
  await page.goto('/settings')
  await settled(page)
  const section = page.getByRole('region', { name: 'Night mode' })
  const theme = section.getByRole('combobox', { name: 'Theme' })
  const perDevice = section.getByRole('checkbox', { name: /^Choose the theme on each device/ })
  await expect(theme).toHaveValue('1')
  await expect(theme).toHaveAccessibleDescription('Pages are always light.')
  await theme.selectOption('Dark')
  await expectLook(page, 'dark', true)
  await section.scrollIntoViewIfNeeded()
  await picture('night-settings')
  await expectClean(page, 'dark')

  await perDevice.check()
  await expect.poll(() => deviceTheme(context)).toBe('2')
  await theme.selectOption('Light')
  await expectLook(page, 'light', false)
  expect(await deviceTheme(context)).toBe('1')
  await page.reload()
  await settled(page)
  await expectLook(page, 'light', false)
  await expect(perDevice).toBeChecked()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)

  await perDevice.uncheck()
  await expectLook(page, 'dark', true)
  await expect.poll(() => deviceTheme(context)).toBeUndefined()
  await page.reload()
  await settled(page)
  await expect(theme).toHaveValue('2')
  await expectLook(page, 'dark', true)
})

test('administrators set the default, and show the button to members; their own pages follow, too', async ({
  page,
  forum,
  on,
  logIn,
  forgetSession,
  picture,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const keeper = await makeUser(forum, { groupIds: [groups.administrator] })
  await logIn(keeper)
  await page.goto('/admin/extensions/nightmode')
  const main = page.getByRole('main')
  await main.getByRole('combobox', { name: 'Default theme' }).selectOption('Dark')
  await main.getByRole('checkbox', { name: /^Show the theme button to members/ }).check()
  await main.getByRole('checkbox', { name: /^Fill the icon/ }).uncheck()
  await main.getByRole('button', { name: 'Save changes' }).click()
  await expect(main.getByText(/^Saved/)).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })

  await page.reload()
  await settled(page)
  await expectLook(page, 'dark', true)
  await picture('night-admin')
  await expectClean(page, 'dark')
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Day mode' }).click()
  await expectLook(page, 'light', false)
  await settled(page)

  await on.index.goto()
  await settled(page)
  await expectLook(page, 'light', false)
  const toggle = page.getByRole('banner').getByRole('button', { name: 'Theme: light' })
  await expect(toggle.locator('use')).toHaveAttribute('href', /#light-theme$/)
  await toggle.click()
  await expectLook(page, 'dark', true)
  await page.getByRole('banner').getByRole('button', { name: 'Theme: dark' }).click()
  await expectLook(page, 'light', false)

  await forgetSession()
  await on.index.goto()
  await expectLook(page, 'dark', true)
})

test('the sheets for other clients set the theme, and the page keeps its own on paper', async ({
  page,
  on,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await on.index.goto()
  await settled(page)
  for (const [asset, isDark] of [
    ['day', false],
    ['night', true],
  ] as const) {
    await page.evaluate((key) => {
      const boot = JSON.parse(document.getElementById('parley-boot')?.textContent ?? '')
      const [link, ...others] = document.querySelectorAll<HTMLLinkElement>('link[class^=nightmode-]')
      for (const other of others) other.remove()
      link?.removeAttribute('media')
      link?.setAttribute('href', boot[`fof-nightmode.assets.${key}`])
    }, asset)
    await expect.poll(async () => (await lookOf(page)).isDark).toBe(isDark)
  }
  await page.emulateMedia({ media: 'print' })
  await expect.poll(async () => (await lookOf(page)).isDark).toBe(false)
})

test('a color without contrast in the dark is made readable', { tag: '@long' }, async ({
  page,
  forum,
  on,
  logIn,
}) => {
  await logIn(await makeUser(forum, { groupIds: [groups.administrator], preferences: '{"fofNightMode":2}' }))
  await page.goto('/admin/appearance')
  await page.locator('input[name=theme_primary_color]').fill('#0a0a14')
  await page.getByRole('main').getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('main').getByText(/^Saved/)).toBeVisible()
  await on.index.goto()
  await settled(page)
  await expectLook(page, 'dark', true)
  await expectClean(page, 'dark')
})

test('menus of a colored header have the theme of the page, whatever the system prefers', {
  tag: '@long',
}, async ({ page, forum, on, logIn }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await logIn(await makeUser(forum, { groupIds: [groups.administrator], preferences: '{"fofNightMode":1}' }))
  await page.goto('/admin/appearance')
  const main = page.getByRole('main')
  await main.locator('input[name=theme_colored_header]').check()
  await main.getByRole('button', { name: 'Save changes' }).click()
  await expect(main.getByText(/^Saved/)).toBeVisible()
  await on.index.goto()
  await settled(page)
  await on.header.account.open()
  const menu = page.getByRole('menu').filter({ visible: true })
  await expect(menu).toHaveCSS('color-scheme', 'light')
  await expectClean(page, 'light, with a colored header')
})
