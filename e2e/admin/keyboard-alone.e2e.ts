import { Typist } from '../typist.ts'
import { expect, test } from '../world.ts'

test.beforeEach(({ isPhone }) => {
  test.skip(isPhone, 'There is no keyboard on a phone.')
  test.slow()
})

test('the keyboard alone reads statistics and clears the cache', { tag: '@long' }, async ({
  page,
  logInAs,
}) => {
  const typist = new Typist(page)
  const main = page.getByRole('main')
  await logInAs('boss', 'administrator')
  await page.goto('/admin')
  await typist.tabTo(main.getByRole('link', { name: 'Today' }))
  await typist.press('Enter')
  await expect(page).toHaveURL('/admin?period=day')
  await typist.tabTo(main.getByText('Show as a table'))
  await typist.press('Enter')
  await expect(main.locator('.Dashboard-table tbody tr').first()).toBeVisible()
  await typist.tabTo(main.getByRole('button', { name: 'Clear cache' }))
  await typist.press('Enter')
  await expect(main.getByText('The cache was cleared.')).toBeVisible()
})

test('the keyboard alone changes the appearance', { tag: '@long' }, async ({ page, logInAs }) => {
  const typist = new Typist(page)
  const main = page.getByRole('main')
  await logInAs('boss', 'administrator')
  await page.goto('/admin/appearance')
  const accent = main.locator('[data-setting=theme_primary_color] .Input')
  const choose = async (color: string) => {
    await typist.tabTo(accent)
    await typist.press('Control+a')
    await typist.type(color)
    await typist.tabTo(main.getByRole('button', { name: 'Save changes' }))
    await typist.press('Enter')
    await expect(main.locator('.SaveBar-state')).toContainText('Saved')
  }
  await choose('#a3195b')
  await page.reload()
  await expect(accent).toHaveValue('#a3195b')
  await choose('#4D698E')
})

test('the keyboard alone chooses how mail is sent, and tests it', { tag: '@long' }, async ({
  page,
  logInAs,
}) => {
  const typist = new Typist(page)
  const main = page.getByRole('main')
  await logInAs('boss', 'administrator')
  await page.goto('/admin/mail')
  const driver = main.getByLabel('Send mail by')
  await typist.tabTo(driver)
  await typist.type('SMTP')
  await expect(main.getByLabel('Server', { exact: true })).toBeVisible()
  await typist.tabTo(main.getByRole('button', { name: 'Discard' }))
  await typist.press('Enter')
  await expect(main.getByLabel('Server', { exact: true })).toBeHidden()
  await typist.tabTo(main.getByRole('button', { name: 'Send a test email' }))
  await typist.press('Enter')
  await expect(main.getByText('Sent. Check your inbox')).toBeVisible()
})

test('the keyboard alone finds an account and changes it', { tag: '@long' }, async ({
  page,
  logInAs,
  makePerson,
  uniqueName,
}) => {
  const typist = new Typist(page)
  const main = page.getByRole('main')
  const { username } = await makePerson(uniqueName('typed'))
  await logInAs('boss', 'administrator')
  await page.goto('/admin/users')
  await typist.tabTo(main.getByRole('searchbox'))
  await typist.type(username)
  await typist.press('Enter')
  await expect(page).toHaveURL(`/admin/users?q=${username}`)
  const edit = page.getByRole('menuitem', { name: 'Edit' })
  await typist.chooseFrom(main.getByRole('button', { name: `Actions for ${username}` }), 'e', edit)
  const dialog = page.getByRole('dialog')
  await typist.tabTo(dialog.getByLabel('Mod', { exact: true }))
  await typist.press('Space')
  await typist.press('Enter')
  await expect(main.locator('tbody tr').filter({ hasText: username })).toContainText('Mod')
})

test('the keyboard alone makes a group, and grants it a permission', { tag: '@long' }, async ({
  page,
  logInAs,
  uniqueName,
}) => {
  const typist = new Typist(page)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const name = uniqueName('Typed')
  await logInAs('boss', 'administrator')
  await page.goto('/admin/permissions')
  await typist.tabTo(main.getByRole('button', { name: 'New group' }))
  await typist.press('Enter')
  await typist.tabTo(dialog.getByLabel('Name of one member'))
  await typist.type(name)
  await typist.tabTo(dialog.getByLabel('Name of the group'))
  await typist.type(`${name}s`)
  await typist.press('Enter')
  await expect(dialog).toHaveCount(0)
  const permission = 'See hidden groups'
  const holders = main.getByRole('button', { name: `${permission}: change the groups` })
  const group = page.getByRole('menuitemcheckbox', { name: `${name}s` })
  await typist.chooseFrom(holders, name, group)
  await expect(page.getByText(`Saved: ${permission}.`)).toBeVisible()
  await expect(holders).toContainText(`${name}s`)
})

test('the keyboard alone disables an extension in the list, and enables it on its page', {
  tag: '@long',
}, async ({ page, logInAs }) => {
  const typist = new Typist(page)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  await logInAs('boss', 'administrator')
  await page.goto('/admin/extensions')
  await typist.tabTo(main.getByRole('button', { name: 'Disable Sticky' }))
  await typist.press('Enter')
  await typist.tabTo(dialog.getByRole('button', { name: 'Disable' }))
  await typist.press('Enter')
  await expect(main.getByRole('button', { name: 'Enable Sticky' })).toBeVisible()
  await typist.tabTo(main.getByRole('link', { name: 'Sticky' }))
  await typist.press('Enter')
  await expect(main.getByRole('heading', { level: 1, name: 'Sticky' })).toBeVisible()
  await typist.tabTo(main.getByRole('button', { name: 'Enable Sticky' }))
  await typist.press('Enter')
  await typist.tabTo(dialog.getByRole('button', { name: 'Enable' }))
  await typist.press('Enter')
  await expect(main.getByRole('button', { name: 'Disable Sticky' })).toBeVisible()
})

test('the keyboard alone filters the audit log', { tag: '@long' }, async ({ page, logInAs }) => {
  const typist = new Typist(page)
  const main = page.getByRole('main')
  const { username } = await logInAs('boss', 'administrator')
  await page.goto('/admin/audit')
  await typist.tabTo(main.getByLabel('Username'))
  await typist.type(username)
  await typist.tabTo(main.getByRole('button', { name: 'Filter' }))
  await typist.press('Enter')
  await expect(page).toHaveURL(`/admin/audit?actor=${username}`)
  await expect(main.getByText('No entries match these filters.')).toBeVisible()
})
