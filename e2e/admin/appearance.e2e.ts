import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { expect, test } from '../world.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test('an administrator sees changes of the appearance before saving them', async ({
  page,
  logInAs,
  picture,
  watch,
}) => {
  watch.expect(/status 422: POST .*\/api\/settings/)
  await logInAs('boss', 'administrator')
  await page.goto('/admin/appearance')
  const main = page.getByRole('main')
  const preview = page.frameLocator('iframe')
  await expect(preview.locator('.Footer')).toBeAttached()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-appearance')

  await main.locator('[data-setting=theme_primary_color] .Input').fill('#a3195b')
  await main.getByLabel('Fill the header with the accent color').check()
  await main.getByLabel('CSS').fill('.Footer { letter-spacing: 3px }')
  await main.getByLabel('HTML at the bottom').fill('<p>Made by <b>us</b></p>')
  await expect(preview.locator('html')).toHaveAttribute('data-header', 'colored')
  await expect(preview.locator('.Footer')).toHaveCSS('letter-spacing', '3px')
  await expect(preview.locator('.Footer')).toContainText('Made by us')
  await picture('admin-appearance-changed')

  await main.getByLabel('CSS').fill('.Footer { background: url(https://elsewhere.example/a.png) }')
  await main.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Custom styles must not load anything from other sites')).toBeVisible()
  await main.getByLabel('CSS').fill('.Footer { letter-spacing: 3px }')
  await main.getByRole('button', { name: 'Save changes' }).click()
  await expect(main.locator('.SaveBar-state')).toContainText('Saved')

  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-header', 'colored')
  await expect(page.locator('.Footer')).toContainText('Made by us')
  await expectAccessible(page)
  await picture('colored-header')

  await page.goto('/admin/appearance')
  await main.locator('[data-setting=theme_primary_color] .Input').fill('#4D698E')
  await main.getByLabel('Fill the header with the accent color').uncheck()
  await main.getByLabel('CSS').fill('')
  await main.getByLabel('HTML at the bottom').fill('')
  await main.getByRole('button', { name: 'Save changes' }).click()
  await expect(main.locator('.SaveBar-state')).toContainText('Saved')
})
