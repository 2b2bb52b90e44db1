import { holdScripts } from '@parley/testing/answers'
import { expectAccessible } from '@parley/testing/page-checks'
import { pressInSequence, settled } from '@parley/testing/pages'
import { expect, test } from '../world.ts'

test.beforeEach(({ isPhone }) => test.skip(isPhone, 'Phones have no keyboard.'))

test('keys move through lists and posts, and open the composer', async ({ page, on, samples, logInAs }) => {
  await logInAs('typist')
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

  await on.discussion.goto(samples.rich.id, 1)
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
  await pressInSequence(page, ['g', 'h'], () => expect(on.index.list).toBeVisible({ timeout: 3000 }))
  await page.keyboard.press('c')
  await expect(on.composer.title).toBeFocused()
})

test('the key of the search works before the page does, and what was typed stays', async ({ page, on }) => {
  const releaseScripts = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(on.search.field).toBeVisible()
  await page.keyboard.press('/')
  await expect(on.search.field).toBeFocused()
  await page.keyboard.type('har/bor')
  await expect(on.search.field).toHaveValue('har/bor')
  releaseScripts()
  await expect(on.search.suggestions).toBeVisible()
  await expect(on.search.field).toHaveValue('har/bor')
  await page.keyboard.type('s')
  await expect(on.search.field).toHaveValue('har/bors')
})

test('a modal lists the shortcuts, which can be disabled', async ({ page, on, picture }) => {
  await on.index.goto()
  const modal = on.dialog.called('Keyboard shortcuts')
  await page.keyboard.press('?')
  await expect(modal).toContainText('Go to the next discussion or post')
  // Guests cannot start discussions, but the modal lists the key.
  await expect(modal).toContainText('Start a discussion')
  await expectAccessible(page)
  await picture('shortcuts')
  await modal.getByLabel(/^Use keyboard shortcuts/).uncheck()
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()

  await page.reload()
  await settled(page)
  await page.keyboard.press('j')
  await expect(on.index.titles.getByRole('link').first()).not.toBeFocused()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await modal.getByLabel(/^Use keyboard shortcuts/).check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(page.locator('.DiscussionRow-title a:focus')).toHaveCount(1)
})
