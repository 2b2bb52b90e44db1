import { expect, test } from '@parley/testing/journey'
import { expectAccessibleFromRightToLeft, expectClean } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import { setPolicies } from './policies.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test('an administrator adds, changes, arranges and deletes policies', { tag: '@tablet' }, async ({
  page,
  forum,
  logIn,
  watch,
  picture,
}) => {
  await setPolicies(forum, [{ name: 'Rules of the house' }])
  await logIn({ id: 1 })
  await page.goto('/admin/extensions/terms')
  await settled(page)
  const list = page.getByRole('list', { name: 'Policies' })
  const names = list.locator('bdi')
  await expect(names).toHaveText(['Rules of the house'])

  await page.getByRole('button', { name: 'New policy' }).click()
  const adding = page.getByRole('dialog', { name: 'Add policy' })
  await adding.getByLabel('Name', { exact: true }).fill('News by mail')
  await adding.getByLabel('Address').fill('mailto:x')
  await adding.getByLabel('Optional').check()
  await adding.getByRole('button', { name: 'Set to now' }).click()
  await picture('policy-form')
  watch.expect(/status 422: POST .*\/policies/)
  await adding.getByRole('button', { name: 'Add policy' }).click()
  await expect(adding.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true')
  await adding.getByLabel('Address').fill('https://example.org/news')
  await adding.getByRole('button', { name: 'Add policy' }).click()
  await expect(names).toHaveText(['Rules of the house', 'News by mail'])

  await page.getByRole('button', { name: 'Move “News by mail”' }).press('Alt+ArrowUp')
  await expect(names).toHaveText(['News by mail', 'Rules of the house'])
  await expect(page.getByRole('button', { name: 'Move “News by mail”' })).toBeFocused()
  await expect(page.getByText('Saved', { exact: false }).first()).toBeVisible()
  await expectClean(page, 'policies')
  await expectAccessibleFromRightToLeft(page)
  await list.scrollIntoViewIfNeeded()
  await picture('policies')
  await page.reload()
  await expect(names).toHaveText(['News by mail', 'Rules of the house'])
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download who has accepted “News by mail” as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^policy-\d+\.csv$/)

  await page.getByRole('button', { name: 'Edit “News by mail”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete policy' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the policy “News by mail”?' })
  await expect(question).toContainText('Members no longer have to accept it')
  await question.getByRole('button', { name: 'Delete policy' }).click()
  await expect(names).toHaveText(['Rules of the house'])
  await expect(page.getByRole('button', { name: 'New policy' })).toBeFocused()
})
