import { makeDiscussion } from '@parley/testing/discussions'
import { expect, test } from '../world.ts'

test.skip(({ isPhone }) => isPhone, 'There is no keyboard on a phone.')

test('menus, dialogs and the composer take keys, and give the focus back', async ({
  page,
  forum,
  on,
  makePerson,
  logIn,
  picture,
}) => {
  const { id } = await makeDiscussion(forum, { title: 'Keys', slug: 'keys' })
  await logIn(await makePerson('typist', { groupIds: [1] }))
  await on.index.goto()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await picture('skip-link')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  // A menu: arrows, wrapping, letters, Escape, and the focus back on its button.
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

  // Start a discussion, and leave the composer as it was found.
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

  // A dialog keeps the focus, Escape closes it, and the focus goes back.
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

test('tooltips come with the pointer and with Tab, not with a returned focus', async ({
  page,
  on,
  makePerson,
  logIn,
}) => {
  await logIn(await makePerson('pointer'))
  await on.index.goto()
  const tooltip = page.locator('.Tooltip')
  await on.index.markAllAsRead.hover()
  await expect(tooltip).toHaveText('Mark all as read')
  await on.index.markAllAsRead.click()
  await expect(tooltip).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(on.index.markAllAsRead).toBeFocused()
  await expect(tooltip).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(tooltip).toHaveText('Refresh')
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
})
