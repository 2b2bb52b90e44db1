import { expectAccessible } from '@parley/testing/page-checks'
import { expect, test } from '../world.ts'

test.beforeEach(({ isPhone }) => test.skip(isPhone, 'Phones have no keys to press.'))

test('keys lead through lists and posts, and open what one writes in', async ({
  page,
  on,
  world,
  makePerson,
  logIn,
}) => {
  await logIn(await makePerson('typist'))
  await on.index.goto()
  const titles = on.index.titles.getByRole('link')
  await titles.first().waitFor()
  await page.keyboard.press('j')
  await expect(titles.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(titles.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(titles.nth(0)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(on.discussion.post(1)).toBeVisible()

  await on.discussion.goto(world.rich.id, 1)
  await on.discussion.post(1).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(on.discussion.post(2)).toBeFocused()
  await page.keyboard.press('r')
  await expect(on.composer.text).toBeFocused()
  await page.keyboard.type('jkrc?')
  await expect(on.composer.text).toHaveValue('jkrc?')
  await on.composer.text.fill('')
  await on.composer.button('Close').click()

  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(on.index.list).toBeVisible()
  await page.keyboard.press('c')
  await expect(on.composer.title).toBeFocused()
})

test('a sheet lists the keys, and they can be switched off', async ({ page, on, picture }) => {
  await on.index.goto()
  const sheet = on.dialog.called('Keyboard shortcuts')
  await page.keyboard.press('?')
  await expect(sheet).toContainText('Go to the next discussion or post')
  // A guest has nothing to start, but the sheet says which key would.
  await expect(sheet).toContainText('Start a discussion')
  await expectAccessible(page)
  await picture('shortcuts')
  await sheet.getByLabel(/^Use keyboard shortcuts/).uncheck()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await page.reload()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('j')
  await expect(on.index.titles.getByRole('link').first()).not.toBeFocused()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await sheet.getByLabel(/^Use keyboard shortcuts/).check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(page.locator('.DiscussionRow-title a:focus')).toHaveCount(1)
})
