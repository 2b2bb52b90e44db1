import { makeDiscussion } from '@parley/testing/discussions'
import { expect, test } from '../world.ts'

test.skip(({ isPhone }) => isPhone, 'There is no keyboard on a phone.')

test('menus, modals and the composer work by keyboard and return the focus', async ({
  page,
  forum,
  on,
  picture,
  logInAs,
}) => {
  const { id } = await makeDiscussion(forum, { title: 'Keys', slug: 'keys' })
  await logInAs('typist', 'administrator')
  await on.index.goto()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await picture('skip-link')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  // In a menu, arrows wrap around, letters choose items, and Escape returns the focus to the button.
  const { button } = on.header.account
  await button.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('l')
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(button).toBeFocused()

  // Opens the composer for a discussion and closes it again.
  await on.index.startLink.focus()
  await page.keyboard.press('Enter')
  await expect(on.composer.title).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(on.composer.button('Open')).toBeVisible()
  await on.composer.button('Close').focus()
  await page.keyboard.press('Enter')
  await expect(on.composer.region).toBeHidden()

  await on.index.link('Keys').focus()
  await page.keyboard.press('Enter')
  await expect(on.discussion.title).toBeFocused()
  await picture('focus-after-navigation')

  // A dialog traps the focus; Escape closes it and returns the focus.
  await on.discussion.controls.button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.type('re')
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = on.dialog.called('Rename discussion')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab')
    expect(
      await dialog.evaluate(
        (element) => document.activeElement === document.body || element.contains(document.activeElement),
      ),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(on.discussion.controls.button).toBeFocused()
  await picture('focus-after-dialog')

  await on.discussion.replyLink.focus()
  await page.keyboard.press('Enter')
  await expect(on.composer.text).toBeFocused()
  await page.keyboard.type('By keyboard alone.')
  await page.keyboard.press('Control+Enter')
  await expect(on.discussion.postSaying('By keyboard alone.')).toHaveCount(1)
  await expect(on.composer.region).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/d/${id}-keys/2$`))
})

test('tooltips appear on hover and on Tab, not when the focus returns', async ({ page, on, logInAs }) => {
  await logInAs('pointer')
  await on.index.goto()
  const tooltip = page.locator('.Tooltip')
  await on.index.markAllAsRead.hover()
  await expect(tooltip).toHaveText('Mark all as read')
  await on.index.markAllAsRead.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(tooltip).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(on.index.markAllAsRead).toBeFocused()
  await expect(tooltip).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(tooltip).toHaveText('Refresh')
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
})
