import { expect, groups, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { changeSettings } from './journeys/change-settings.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ makePerson, logIn }) => {
  await logIn(await makePerson('keeper', { groupIds: [groups.administrator] }))
})

test('the page of the extension says when nicknames are not shown, and leads to the setting', async ({
  page,
  forum,
  picture,
}) => {
  await changeSettings(forum, { display_name_driver: 'username' })
  await page.goto('/admin/extensions/nicknames')
  const main = page.getByRole('main')
  await expect(main.getByText('Nicknames aren’t shown yet.')).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-nicknames')
  // Notices stand on the page of the extension that they are about.
  await page.goto('/admin/extensions/lock')
  await expect(main.getByRole('heading', { level: 1 })).toContainText('Lock')
  await expect(main.getByText('Nicknames aren’t shown yet.')).toHaveCount(0)
  await page.goto('/admin/extensions/nicknames')
  await main.getByRole('link', { name: 'Basics' }).click()
  await expect(main.getByLabel('Display name')).toBeFocused()
  await changeSettings(forum)
  await page.goto('/admin/extensions/nicknames')
  await expect(main.getByLabel('Unique nicknames')).toBeVisible()
  await expect(main.getByText('Nicknames aren’t shown yet.')).toHaveCount(0)
})

test('a pattern that is not valid is saved and said to be unused; lengths stay in order', {
  tag: '@long',
}, async ({ page, forum, watch, picture }) => {
  await changeSettings(forum)
  await page.goto('/admin/extensions/nicknames')
  const main = page.getByRole('main')
  const pattern = main.getByLabel('Pattern')
  await pattern.fill('^[a-z')
  await expect(pattern).toHaveAccessibleDescription(/isn’t valid/)
  await main.getByRole('button', { name: 'Save changes' }).click()
  await expect(main.getByText(/^Saved/)).toBeVisible()
  await expectAccessible(page)
  await picture('admin-nicknames-pattern')
  await page.goto('/admin')
  await expect(main.getByText('The pattern for nicknames isn’t valid.')).toBeVisible()
  await page.goto('/admin/extensions/nicknames')
  await expect(pattern).toHaveAttribute('aria-invalid', 'true')
  await pattern.fill('^[a-z]+$')
  await expect(pattern).not.toHaveAttribute('aria-invalid')
  const [min, max] = [main.getByLabel('Minimum length'), main.getByLabel('Maximum length')]
  await min.fill('200')
  await expect(max).toHaveValue('200')
  await max.fill('10')
  watch.expect(/status 422: POST .*\/api\/settings/)
  await main.getByRole('button', { name: 'Save changes' }).click()
  await expect(min).toHaveAccessibleDescription(/can’t be above the maximum/)
  await expect(max).toHaveAccessibleDescription(/can’t be above the maximum/)
})

test('an administrator changes a nickname in the list of users', async ({ page, forum, makePerson }) => {
  await changeSettings(forum)
  const person = await makePerson('listed')
  await page.goto(`/admin/users?q=${person.username}`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: `Actions for ${person.username}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nickname', { exact: true }).fill('Listed one')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(main.getByRole('link', { name: 'Listed one' })).toBeVisible()
})
