import { expect, test } from '@parley/testing/journey'
import { expectAccessible } from '@parley/testing/page-checks'

test.use({ isSetUp: false })

test('a visitor sets up a new forum and becomes its administrator', { tag: '@tablet' }, async ({
  page,
  forum,
  on,
  watch,
  picture,
  isPhone,
}) => {
  expect(forum.setUpUrl).toContain(`${forum.url}/setup`)
  await page.goto('/')
  await expect(page).toHaveURL(/\/setup/)

  await page.goto(forum.setUpUrl ?? '')
  await expect(page.getByRole('heading', { level: 1, name: 'Set up your forum' })).toBeVisible()
  await expectAccessible(page)
  await picture('set-up')
  const code = await page.getByLabel('Setup code').inputValue()
  expect(code).not.toBe('')

  await page.getByLabel('Setup code').fill('guessed')
  await page.getByLabel('Forum name').fill('Riverside Commons')
  await page.getByLabel('Username').fill('mira')
  await page.getByLabel('Email').fill('mira@machine.local')
  await page.getByLabel('Password').fill('open sesame, please')
  watch.expect(/status 422: POST .*\/setup/)
  await page.getByRole('button', { name: 'Create forum' }).click()
  await expect(page.getByLabel('Setup code')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Setup code')).toHaveAccessibleDescription(/Wrong setup code/)
  await expectAccessible(page)
  await expect(page.getByLabel('Forum name')).toHaveValue('Riverside Commons')
  await picture('set-up-wrong-code')

  await page.getByLabel('Setup code').fill(code)
  await page.getByLabel('Password').fill('open sesame, please')
  await page.getByRole('button', { name: 'Create forum' }).click()
  await expect(page).toHaveURL(`${forum.url}/`)
  await expect(page).toHaveTitle('Riverside Commons')
  await expect(on.index.markAllAsRead).toBeVisible()
  await expectAccessible(page)
  await picture('empty-forum')
  if (!isPhone) await expect(on.header.account.button).toContainText('mira')

  watch.expect(/status 404: GET .*\/setup/)
  expect((await page.request.get('/setup')).status()).toBe(404)
})
