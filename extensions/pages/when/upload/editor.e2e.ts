import { expect, test } from '@parley/testing/journey'
import { blackPng } from '@parley/testing/png'

test.use({ forumOf: import.meta.url })

const image = { name: 'harbor.png', mimeType: 'image/png', buffer: blackPng(64) }
const source = /^\[upl-image-preview .*harbor\.png/

test('pictures are uploaded into a page, and chosen among those that are there', { tag: '@tablet' }, async ({
  page,
  logIn,
}) => {
  await logIn({ id: 1 })
  await page.goto('/admin/pages/new')
  const toolbar = page.getByRole('toolbar')
  const content = page.getByRole('textbox', { name: 'Write the page…' })
  await toolbar.waitFor()
  const choosing = page.waitForEvent('filechooser')
  await toolbar.getByRole('button', { name: 'Upload files' }).click()
  await (await choosing).setFiles([image])
  await expect(content).toHaveValue(source)
  await content.fill('')
  await toolbar.getByRole('button', { name: 'My media' }).click()
  const media = page.getByRole('dialog', { name: 'My media' })
  await media.getByRole('button', { name: 'Select harbor.png' }).first().click()
  await media.getByRole('button', { name: 'Insert 1 file' }).click()
  await expect(media).toBeHidden()
  await expect(content).toHaveValue(source)
  // The buttons of the modal are none of the form's.
  await expect(page).toHaveURL('/admin/pages/new')
  await page.getByLabel('Title').fill('Harbor')
  await page.getByLabel('Slug').fill(`harbor-${test.info().project.name}`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Page created.')).toBeVisible()
  await page.getByRole('link', { name: 'View', exact: true }).click()
  await expect(page.getByRole('main').locator('img[src$="harbor.png"]')).toBeVisible()
})
