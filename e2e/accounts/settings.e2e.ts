import { expectAccessible, expectAccessibleFromRightToLeft, layoutShift } from '@parley/testing/page-checks'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../world.ts'

const settings = (page: Page) => ({
  online: page.getByRole('checkbox', { name: 'Show when I’m online' }),
  renamed: page.getByRole('checkbox', { name: 'Someone renames my discussion: In the forum' }),
  saved: page.getByRole('status').filter({ hasText: 'Saved' }),
})

test('settings are saved immediately and persist', { tag: '@tablet' }, async ({
  page,
  on,
  picture,
  logInAs,
}) => {
  await logInAs('chooser')
  await on.index.goto()
  await on.header.chooseFromAccount('Settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused()
  await expect(page).toHaveTitle('Settings - Riverside Commons')
  const { online, renamed, saved } = settings(page)
  await expect(online).toBeChecked()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('settings')
  const marked = (control: Locator) => page.locator('label, tr').filter({ has: control }).getByText('Saved')
  await online.uncheck()
  await expect(marked(online)).toBeInViewport()
  await renamed.uncheck()
  await expect(marked(renamed)).toBeInViewport()
  await expect(marked(online)).toHaveCount(0)
  await expect(saved).toHaveText('Saved')
  await picture('settings-saved')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture('settings-dark')
  await page.emulateMedia({ colorScheme: null })

  await page.reload()
  await expect(online).not.toBeChecked()
  await expect(renamed).not.toBeChecked()
  await expect(saved).toHaveCount(0)
  expect(await layoutShift(page)).toBeLessThan(0.02)

  // Toggles a whole row, then a whole column.
  await page.getByRole('button', { name: 'Someone renames my discussion' }).click()
  await expect(renamed).toBeChecked()
  await page.getByRole('button', { name: 'In the forum' }).click()
  await expect(renamed).not.toBeChecked()
  await expect(saved).toHaveText('Saved')
})

test('a change that cannot be saved is rolled back with a message', { tag: '@long' }, async ({
  page,
  watch,
  picture,
  logInAs,
}) => {
  await logInAs('refused')
  await page.goto('/settings')
  const { online, saved } = settings(page)
  await expect(online).toBeChecked()
  watch.expect(/status 500: POST .*\/api\/users/, /ERR_INTERNET_DISCONNECTED/)
  await page.route('**/api/users/*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await online.click()
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await expect(online).toBeChecked()
  await expect(saved).toHaveCount(0)
  await picture('settings-failed')
  await page.route('**/api/users/*', (route) => route.abort('internetdisconnected'), { times: 1 })
  await online.click()
  await expect(page.getByText('Can’t reach the server')).toBeVisible()
  await expect(online).toBeChecked()
  await online.uncheck()
  await expect(saved).toBeVisible()
  await expect(page.getByText('Can’t reach the server')).toBeHidden()
})

test('guests have no settings', { tag: '@tablet' }, async ({ page, watch, on }) => {
  watch.expect(/status 401: GET .*\/settings/)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Log in to continue' })).toBeVisible()
  await on.index.goto()
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/settings'
    link.textContent = 'To the settings'
    document.body.append(link)
  })
  await page.getByRole('link', { name: 'To the settings' }).click()
  await expect(page.getByRole('heading', { name: 'Log in to continue' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible()
})

test('an email address is changed with the password, after its confirmation', async ({
  page,
  forum,
  on,
  watch,
  picture,
  logInAs,
}) => {
  const person = await logInAs('mover')
  await page.goto('/settings')
  const opener = page.getByRole('button', { name: 'Change email' })
  await opener.click()
  const dialog = on.dialog.called('Change email')
  const email = dialog.getByLabel('New email address')
  const password = dialog.getByLabel('Current password')
  const save = dialog.getByRole('button', { name: 'Save changes' })
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('')
  await expectAccessible(page)
  await picture('change-email')

  // Saving the same address sends nothing.
  let calls = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/users/')) calls += 1
  })
  await email.fill(person.email)
  await password.fill('whatever')
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  expect(calls).toBe(0)

  await opener.click()
  const newEmail = `new-${person.email}`
  watch.expect(/status (401|422|429): POST .*\/api\/users/)
  await email.fill(newEmail)
  await password.fill('not this one')
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText('Wrong password')
  await expect(password).toBeFocused()
  await expect(password).toHaveValue('')
  await picture('change-email-wrong')
  await email.fill('admin@machine.local')
  await password.fill(person.password)
  await save.click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toBeFocused()
  await expectAccessible(page)

  await email.fill(newEmail)
  await password.fill(person.password)
  await save.click()
  await expect(dialog.getByRole('status').filter({ hasText: /\w/ })).toContainText(newEmail)
  await expectAccessible(page)
  await picture('change-email-sent')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(person.email, { exact: true })).toBeVisible()
  await expect(async () => {
    expect((await forum.mails()).filter(({ to }) => to.address === newEmail)).toHaveLength(1)
  }).toPass()

  // A second change so soon is rejected.
  await opener.click()
  await email.fill(`other-${person.email}`)
  await password.fill(person.password)
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText('too often')
})

test('a new password is chosen by mail', async ({ page, forum, on, watch, picture, logInAs }) => {
  const person = await logInAs('renewer')
  await page.goto('/settings')
  const opener = page.getByRole('button', { name: 'Change password' })
  await opener.click()
  const dialog = on.dialog.called('Change password')
  const send = dialog.getByRole('button', { name: 'Send link' })
  await expect(dialog).toContainText(person.email)
  await expectAccessible(page)
  await picture('change-password')
  watch.expect(/status 500: POST .*\/api\/forgot/)
  await page.route('**/api/forgot', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText('went wrong')
  await send.click()
  await expect(dialog.getByRole('status').filter({ hasText: /\w/ })).toContainText(person.email)
  await picture('change-password-sent')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(async () => {
    expect((await forum.mails()).filter(({ to }) => to.address === person.email)).toHaveLength(1)
  }).toPass()
})

test('a chosen language also applies to code that is loaded later', { tag: '@long' }, async ({
  page,
  on,
  watch,
  logInAs,
}) => {
  await logInAs('polyglot')
  await page.goto('/settings')
  const language = page.getByRole('main').getByLabel('Language')
  watch.expect(/status 500: POST .*\/api\/users/)
  await page.route('**/api/users/*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await language.selectOption('de')
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await expect(language).toHaveValue('en')
  await language.selectOption('de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible()

  await on.index.goto()
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/settings'
    link.textContent = 'In'
    document.body.append(link)
  })
  await page.getByRole('link', { name: 'In', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeFocused()
  await expect(page.getByRole('main')).not.toContainText('core.')
})
