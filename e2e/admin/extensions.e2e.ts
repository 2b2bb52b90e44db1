import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { expect, test } from '../world.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test('an extension is disabled and enabled after a look at what that changes', async ({
  page,
  picture,
  logInAs,
}) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  await logInAs('keeper', 'administrator')
  await page.goto('/admin/extensions')
  await expect(page.getByRole('heading', { level: 1, name: 'Extensions' })).toBeVisible()
  const moderation = page.getByRole('region', { name: 'Moderation' })
  for (const name of ['Disable Lock', 'Disable Sticky'])
    await expect(moderation.getByRole('button', { name })).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-extensions')

  await page.getByRole('searchbox', { name: 'Find extensions' }).fill('lock')
  await expect(page.getByRole('listitem').filter({ hasText: 'Sticky' })).toHaveCount(0)
  const lock = page.getByRole('listitem').filter({ hasText: 'Moderators close discussions' })
  await lock.getByRole('button', { name: 'Disable Lock' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Its data stays.')
  await expect(dialog.locator('dt', { hasText: 'Permissions' }).locator('..')).toContainText('1')
  await expectAccessible(page)
  await picture('admin-extension-preview')
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(lock).toContainText('Disabled')
  await lock.getByRole('button', { name: 'Enable Lock' }).click()
  await expect(dialog).toContainText('The forum gains:')
  await dialog.getByRole('button', { name: 'Enable' }).click()
  await expect(lock).toContainText('Enabled')
})

test('the page of an extension says what it adds and how it is, and deletes its data after a backup', async ({
  page,
  picture,
  logInAs,
}) => {
  test.slow()
  await logInAs('purger', 'administrator')
  await page.goto('/admin/extensions')
  await page.getByRole('link', { name: 'Sticky' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sticky' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Permissions' })).toContainText('Pin discussions')
  await expect(page.getByRole('region', { name: 'What it adds' })).toContainText('discussions.is_sticky')
  await expect(page.getByRole('region', { name: 'Health' })).toContainText('Errors')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-extension')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture('admin-extension-dark')
  await page.emulateMedia({ colorScheme: null })

  await page.getByRole('button', { name: 'Delete data' }).click()
  const dialog = page.getByRole('dialog')
  const purge = dialog.getByRole('button', { name: 'Delete data' })
  await expect(purge).toHaveAttribute('aria-disabled', 'true')
  await expect(dialog.getByRole('checkbox')).toBeChecked()
  await dialog.getByRole('textbox', { name: 'Type sticky to confirm' }).fill('sticky')
  await expectAccessible(page)
  await picture('admin-extension-purge')
  await purge.click()
  await expect(dialog).toContainText('Data of Sticky deleted.')
  await expect(dialog).toContainText(/backups\/sticky-.*\.jsonl\.gz/)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page.locator('.ExtensionHeader')).toContainText('Disabled')
  await page.getByRole('button', { name: 'Enable Sticky' }).click()
  await dialog.getByRole('button', { name: 'Enable' }).click()
  await expect(page.locator('.ExtensionHeader')).toContainText('Enabled')
})

test('safe mode shuts everyone else out until an administrator leaves it', async ({
  page,
  browser,
  forum,
  watch,
  picture,
  logInAs,
}) => {
  await logInAs('guardian', 'administrator')
  await page.goto('/admin/extensions')
  await page.getByRole('button', { name: 'Start safe mode' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start safe mode' }).click()
  const leave = page.getByRole('button', { name: 'Leave safe mode' })
  await expect(leave).toBeVisible()
  await expect(page.getByText('only administrators can use the forum')).toBeVisible()
  await expectAccessible(page)
  await picture('admin-safe-mode')
  await page.goto('/admin')
  await expect(page.getByText('Safe mode is on: only administrators can use the forum.')).toBeVisible()
  await page.goto('/admin/extensions')

  watch.expect(/503/)
  const guest = await browser.newPage({ baseURL: forum.url })
  expect((await guest.goto('/'))?.status()).toBe(503)
  await expect(guest.getByText('closed for maintenance')).toBeVisible()
  await expectAccessible(guest)
  await picture('safe-mode-guest', guest)
  await guest.getByRole('link', { name: 'Log in' }).click()
  await expect(guest.getByRole('textbox', { name: /username or email/i })).toBeVisible()

  await leave.click()
  await expect(page.getByRole('button', { name: 'Start safe mode' })).toBeVisible()
  expect((await guest.goto('/'))?.status()).toBe(200)
  await guest.close()
})

test('disabling what hides discussions asks in words, with a red button', { tag: '@long' }, async ({
  page,
  logInAs,
  picture,
}) => {
  await logInAs('tagger', 'administrator')
  await page.goto('/admin/extensions')
  await page.getByRole('button', { name: 'Disable Tags' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('they become visible: Discussions')
  await expect(dialog).not.toContainText('core.')
  await expect(dialog.getByRole('button', { name: 'Disable' })).toHaveClass(/danger/)
  await picture('admin-extension-preview-hides')
})
