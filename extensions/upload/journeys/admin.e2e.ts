import { expect, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Page } from '@playwright/test'
import { pictures } from '../server/fixtures/samples.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

const address = '/admin/extensions/upload'
const image = { name: 'mark.png', mimeType: 'image/png', buffer: pictures.png }

/** The table of types on the page of the extension. */
function typesOn(page: Page) {
  const types = page.getByRole('group', { name: 'Types of files' })
  const row = (number: number) => types.getByRole('listitem', { name: `Type ${number}`, exact: true })
  const pattern = (number: number) => row(number).getByRole('textbox', { name: 'Pattern' })
  return { types, row, pattern }
}

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })

test('types of files are added, moved, refused and deleted by keyboard alone', { tag: '@tablet' }, async ({
  page,
  logIn,
  watch,
  picture,
}) => {
  test.slow()
  watch.expect(/status 422/)
  await logIn({ id: 1 })
  await page.goto(address)
  const { types, row, pattern } = typesOn(page)
  await expect(pattern(1)).toHaveValue('^image\\/(jpeg|png|gif|webp|avif|bmp|tiff|svg\\+xml)$')
  await expect(row(1).getByLabel('In posts')).toHaveValue('image-preview')
  await types.scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-upload')

  await types.getByRole('button', { name: 'Add type' }).press('Enter')
  await expect(pattern(2)).toBeFocused()
  await save(page).press('Enter')
  await expect(types.getByText('Enter a pattern.')).toBeVisible()
  await expect(page.getByText('Check the patterns')).toBeVisible()
  await pattern(2).fill('(')
  await expect(pattern(2)).toHaveAttribute('aria-invalid', 'true')
  await expect(types.getByText('This isn’t a valid regular expression.')).toBeVisible()
  await expectAccessible(page)
  await picture('admin-upload-refused')
  await pattern(2).fill('^image\\/(jpeg|png|gif|webp|avif|bmp|tiff|svg\\+xml)$')
  await expect(types.getByText('This pattern is already in the list.')).toBeVisible()
  await pattern(2).fill('^text\\/plain$')
  await row(2).getByLabel('In posts').selectOption('Text excerpt')
  await row(2).getByRole('button', { name: 'Move type 2 up' }).press('Enter')
  await expect(pattern(1)).toHaveValue('^text\\/plain$')
  await expect(pattern(1)).toBeFocused()
  await save(page).press('Enter')
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await page.reload()
  await expect(pattern(1)).toHaveValue('^text\\/plain$')
  await expect(row(1).getByLabel('In posts')).toHaveValue('text-preview')
  await row(1).getByRole('button', { name: 'Delete type 1' }).press('Enter')
  await expect(row(2)).toBeHidden()
  await expect(pattern(1)).toBeFocused()
  await types.getByText('What the choices for posts mean').click()
  await expect(types.getByText('A button with the name and size of the file.')).toBeVisible()
  await picture('admin-upload-templates')
  await save(page).press('Enter')
  await expect(page.getByText(/^Saved/)).toBeVisible()
})

test('a file is inspected', { tag: '@tablet' }, async ({ page, logIn, picture }) => {
  await logIn({ id: 1 })
  await page.goto(address)
  await page.getByRole('button', { name: 'Inspect a file' }).click()
  const modal = page.getByRole('dialog', { name: 'Inspect a file' })
  const input = modal.locator('input[type=file]')
  await input.setInputFiles({ ...image, name: 'mark.jpg' })
  await expect(modal.getByText('Not possible.')).toBeVisible()
  await expect(modal.getByText('This file is damaged, or isn’t what its name says: mark.jpg')).toBeVisible()
  await expectAccessible(page)
  await picture('admin-upload-inspected')
  await input.setInputFiles(image)
  await expect(modal.getByText('Possible', { exact: true })).toBeVisible()
  await expect(modal.getByText('image/png')).toBeVisible()
  await expect(modal.getByText('png', { exact: true })).toBeVisible()
})

test('a watermark is shown, replaced and removed; other settings are saved', { tag: '@long' }, async ({
  page,
  logIn,
  picture,
}) => {
  await logIn({ id: 1 })
  await page.goto(address)
  const setting = page.locator('[data-setting="fof-watermark_path"]')
  await setting.locator('input[type=file]').setInputFiles(image)
  const shown = setting.locator('img')
  await expect(shown).toHaveAttribute('src', /\/assets\/fof-upload-watermark-[a-z\d]{8}\.png$/)
  await expect(shown).not.toHaveJSProperty('naturalWidth', 0)
  await page.getByLabel('Add a watermark to images').check()
  await page.getByLabel('Position').selectOption('Center')
  await page.getByLabel('Shrink large images').check()
  await page.getByLabel('Largest width and height').fill('800')
  await setting.scrollIntoViewIfNeeded()
  await picture('admin-upload-watermark')
  await save(page).click()
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Position')).toHaveValue('center')
  await expect(page.getByLabel('Largest width and height')).toHaveValue('800')
  await setting.getByRole('button', { name: 'Remove' }).click()
  await expect(shown).toBeHidden()
  await expect(setting.getByRole('button', { name: /^Choose/ })).toBeFocused()
})
