import { createServer } from 'node:net'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Page } from '@playwright/test'
import { expect, test } from '../world.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

/** The parts of the page. */
function mailOf(page: Page) {
  const main = page.getByRole('main')
  return {
    driver: main.getByLabel('Send mail by'),
    server: main.getByLabel('Server', { exact: true }),
    password: main.getByLabel('Password', { exact: true }),
    save: main.getByRole('button', { name: 'Save changes' }),
    state: main.locator('.SaveBar-state'),
    test: main.getByRole('button', { name: 'Send a test email' }),
    items: main.locator('.MailList-item'),
  }
}

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

test('an administrator sets up mail, tests it, and deals with what waits', async ({
  page,
  browser,
  forum,
  logInAs,
  picture,
  watch,
}) => {
  watch.expect(/status 409: POST .*\/api\/mail\/test/)
  const { email } = await logInAs('boss', 'administrator')
  await page.goto('/admin/mail')
  const mail = mailOf(page)
  await expect(page.getByText('No mail leaves this forum yet')).toBeVisible()
  await expect(mail.server).toBeHidden()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-mail')

  await mail.driver.selectOption('SMTP server')
  await mail.server.fill('127.0.0.1')
  await page.getByLabel('Port').fill(String(await closedPort()))
  await mail.password.fill('sesame')
  await mail.save.click()
  await expect(mail.state).toContainText('Saved')
  await page.reload()
  await expect(mail.server).toHaveValue('127.0.0.1')
  await expect(mail.password).not.toHaveValue(/sesame/)
  await mail.test.click()
  await expect(page.getByText(/The test failed\. .*ECONNREFUSED/)).toBeVisible()

  // The mail for a forgotten password cannot be sent now: it waits, with the reason.
  const guest = await browser.newPage({ baseURL: forum.url })
  await guest.goto('/forgot')
  await guest.getByLabel('Email').fill(email)
  await guest.getByRole('button', { name: 'Send link' }).click()
  await expect(guest.getByText('emailed it a link')).toBeVisible()
  await guest.close()
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await expect(async () => {
    await refresh.click()
    await expect(mail.items).toContainText('ECONNREFUSED', { timeout: 1000 })
  }).toPass()
  await expect(mail.items).toHaveCount(1)
  await expect(mail.items).toContainText(email)
  await expect(mail.items).toContainText('New password')
  await expectAccessible(page)
  await picture('admin-mail-waiting')

  await mail.driver.selectOption('Files in the data folder (for trying out)')
  await mail.save.click()
  await expect(mail.state).toContainText('Saved')
  await mail.items.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('The email will be sent in a moment.')).toBeVisible()
  await expect(async () => {
    await refresh.click()
    await expect(page.getByText('No mail is waiting, and none has failed.')).toBeVisible({ timeout: 1000 })
  }).toPass()
})
