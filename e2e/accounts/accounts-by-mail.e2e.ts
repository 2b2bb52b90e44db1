import { expectAccessible } from '@parley/testing/page-checks'
import { expect, test } from '../world.ts'

test('an address is confirmed, and a forgotten password replaced, by mail', async ({
  page,
  on,
  mailedLink,
  isPhone,
  picture,
  uniqueName,
}) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const username = uniqueName('mailed')
  const email = `${username}@machine.local`
  await page.goto('/register')
  await on.session.fillSignUp({ username, email, password: 'a long enough password' })
  await on.session.submit('Sign up').click()
  await expect(page.getByText(`we sent a link to ${email}`)).toBeVisible()

  await page.goto(await mailedLink(email, '/confirm/'))
  await expect(page.getByText('we sent a link to')).toHaveCount(0)
  await expectAccessible(page)
  await picture('confirm-email')
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(on.index.rows.first()).toBeVisible()
  await expect(page.getByText('we sent a link to')).toBeHidden()

  await on.header.chooseFromAccount('Log out')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(email)
  await expectAccessible(page)
  await picture('forgot-password')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('emailed it a link')).toBeVisible()

  await page.goto(await mailedLink(email, '/reset/'))
  await page.getByLabel('New password', { exact: true }).fill('another password')
  await page.getByLabel('Confirm new password').fill('not the same one')
  await page.getByRole('button', { name: 'Save and log in' }).click()
  await expect(page.getByRole('alert').or(page.locator('[aria-invalid="true"]')).first()).toBeVisible()
  await expectAccessible(page)
  await picture('reset-password-refused')
  await page.getByLabel('New password', { exact: true }).fill('another password')
  await page.getByLabel('Confirm new password').fill('another password')
  await page.getByRole('button', { name: 'Save and log in' }).click()
  await expect(on.index.rows.first()).toBeVisible()
  if (isPhone) {
    await on.header.openDrawer()
    await expect(on.header.drawer.getByRole('link', { name: 'Profile' })).toBeVisible()
  } else await expect(on.header.account.button).toContainText(username)
})
