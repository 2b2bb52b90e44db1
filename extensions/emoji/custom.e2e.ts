import { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { makeDiscussion } from '@parley/testing/discussions'
import { expect, groups, type Journey, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Page } from '@playwright/test'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

const picture = {
  name: 'parrot.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mPQW+BMEmIY1TCqYfhqAAAOjhEQeUYZuQAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** The custom emoji on the page of the extension. */
function section(page: Page) {
  const region = page.getByRole('region', { name: 'Custom emoji' })
  return { region, items: region.getByRole('list', { name: 'Custom emoji' }).getByRole('listitem') }
}

/** Stores an emoji as an administrator would import it. */
async function store({ page, on }: Pick<Journey, 'on'> & { page: Page }, emoji: object): Promise<void> {
  await page.goto('/admin/extensions/emoji')
  const { region } = section(page)
  await expect(region.getByRole('button', { name: 'Add emoji' })).toBeVisible()
  await region.getByLabel('File to import').setInputFiles({
    name: 'emoji.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify([emoji])),
  })
  await expect(on.alerts.saying('1 emoji imported.')).toBeVisible()
}

const parrot = {
  title: 'Party parrot',
  text_to_replace: ':Parrot:',
  path: '/assets/emoji/3c8cc5d8aa83/1f99c.svg',
}

test('administrators add, change, import, export and delete custom emoji', async ({
  page,
  on,
  makePerson,
  logIn,
  watch,
  picture: takePicture,
}) => {
  test.slow()
  watch.expect(/422/)
  await logIn(await makePerson('admin', { groupIds: [groups.administrator] }))
  await page.goto('/admin/extensions/emoji')
  const { region, items } = section(page)
  await expect(region.getByText('There are no custom emoji yet.')).toBeVisible()

  await region.getByRole('button', { name: 'Add emoji' }).click()
  const modal = page.getByRole('dialog', { name: 'New emoji' })
  await expectAccessible(page)
  await modal.getByLabel('Name').fill('Square')
  await modal.getByLabel('Text to replace').fill(':my square:')
  await modal.locator('input[type=file]').setInputFiles(picture)
  await expect(modal.getByLabel('Address of the picture')).toHaveValue('parrot.png')
  await expect(modal.locator('img')).toBeVisible()
  await takePicture('admin-emoji-custom-new')
  await modal.getByRole('button', { name: 'Save changes' }).click()
  await expect(modal.getByLabel('Text to replace')).toBeFocused()
  await expect(modal.getByLabel('Text to replace')).toHaveAttribute('aria-invalid', 'true')
  await modal.getByLabel('Text to replace').fill(':square:')
  await modal.getByRole('button', { name: 'Save changes' }).click()
  await expect(modal).toBeHidden()
  await expect(items).toHaveCount(1)
  await expect(items.first()).toContainText('Square:square:')
  await expect(items.locator('img')).not.toHaveJSProperty('naturalWidth', 0)

  const rows = Array.from({ length: 30 }, (_, number) => ({
    ...parrot,
    title: null,
    text_to_replace: `:p${number}:`,
  }))
  const file = region.getByLabel('File to import')
  const importRows = (data: unknown) =>
    file.setInputFiles({
      name: 'a.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(data)),
    })
  await importRows({ no: 'list' })
  await expect(on.alerts.saying('The file has no list of emoji.')).toBeVisible()
  await importRows([...rows, { ...parrot, path: 'javascript:alert(1)' }])
  await expect(page.getByText(/^Row 31:/)).toBeVisible()
  await expect(items).toHaveCount(1)
  await importRows(rows)
  await expect(on.alerts.saying('30 emoji imported.')).toBeVisible()
  await expect(items).toHaveCount(23)
  await region.getByRole('button', { name: 'Load more' }).click()
  await expect(items).toHaveCount(31)
  await expect(items.nth(23).getByRole('button')).toBeFocused()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await takePicture('admin-emoji-custom')

  const download = page.waitForEvent('download')
  await region.getByRole('button', { name: 'Export' }).click()
  const exported = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(exported).toHaveLength(31)
  expect(exported.at(-1)).toMatchObject({ title: 'Square', text_to_replace: ':square:' })

  await region.getByRole('button', { name: 'Edit “Square”' }).focus()
  await page.keyboard.press('Enter')
  const edit = page.getByRole('dialog', { name: 'Edit emoji' })
  await edit.getByLabel('Name').fill('Tile')
  await page.keyboard.press('Enter')
  await expect(edit).toBeHidden()
  await expect(items.last()).toContainText('Tile')
  await region.getByRole('button', { name: 'Edit “Tile”' }).click()
  await edit.getByRole('button', { name: 'Delete emoji' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the emoji “:square:”?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete emoji' }).click()
  await expect(items).toHaveCount(30)
  await expect(edit).toBeHidden()
  await expect(region.getByRole('button', { name: 'Add emoji' })).toBeFocused()
})

test('by keyboard alone: a custom emoji is completed, previewed, posted, and chosen from the picker', {
  tag: '@long',
}, async ({ page, on, forum, isPhone, makePerson, logIn, picture: takePicture }) => {
  test.slow()
  const { id } = await makeDiscussion(forum, {
    title: 'Parrots',
    posts: [{ content: 'A :Parrot: and `:Parrot:` [in :Parrot: a link](/all)' }],
  })
  // Pages of guests are cached.
  const pageOfGuest = async () => (await fetch(`${forum.url}/d/${id}`)).text()
  const frame = '<span class="flamoji"><img'
  expect(await pageOfGuest()).not.toContain(frame)
  await logIn(await makePerson('admin', { groupIds: [groups.administrator] }))
  await store({ page, on }, parrot)

  expect(await pageOfGuest()).toContain(frame)
  await on.discussion.goto(id)
  const shown = on.discussion.post(1).locator('.flamoji > img')
  await expect(shown).toHaveCount(2)
  await expect(shown.first()).toHaveAttribute('alt', 'Party parrot')
  await expect(shown.first()).not.toHaveJSProperty('naturalWidth', 0)
  const box = await shown.first().boundingBox()
  expect(box?.height).toBeLessThan(30)
  await expect(on.discussion.post(1).locator('code')).toHaveText(':Parrot:')
  await takePicture('emoji-custom-post')

  await page.keyboard.press('r')
  await expect(on.composer.text).toBeFocused()
  await page.keyboard.type('So :parrot')
  const option = page
    .getByRole('listbox', { name: 'Suggestions' })
    .getByRole('option', { name: /^Party parrot/ })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await takePicture('emoji-custom-suggestion')
  await page.keyboard.press('Enter')
  await expect(on.composer.text).toHaveValue('So :Parrot: ')

  const button = on.composer.button('Emoji')
  if (isPhone) await button.tap()
  else {
    await button.focus()
    await page.keyboard.press('Enter')
  }
  const picker = page.getByRole('dialog', { name: 'Choose an emoji' })
  await expect(picker.getByRole('tab').first()).toHaveAccessibleName('Recent')
  await expect(picker.getByRole('button', { name: 'grinning face', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  if (!isPhone) await expect(page.locator('.Tooltip')).toHaveText('grinning face with big eyes')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('End')
  await expect(picker.getByRole('tab', { name: 'Custom' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await takePicture('emoji-custom-picker')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(on.composer.text).toHaveValue('So :Parrot: :Parrot: ')
  // What was chosen is not suggested again: Enter begins a line.
  await page.keyboard.press('Enter')
  await page.keyboard.type('`:Parrot:`')
  await expect(on.composer.text).toHaveValue('So :Parrot: :Parrot: \n`:Parrot:`')
  if (isPhone) await on.composer.button('Preview').click()
  await expect(on.composer.preview.locator('.flamoji > img')).toHaveCount(2)
  await expect(on.composer.preview.locator('code')).toHaveText(':Parrot:')
  if (isPhone) await on.composer.button('Preview').click()
  await on.composer.text.focus()
  await page.keyboard.press('Control+Enter')
  await expect(on.discussion.post(2).locator('.flamoji > img')).toHaveCount(2)

  await page.keyboard.press('r')
  await button.click()
  await picker.getByRole('searchbox', { name: 'Search emoji' }).fill('party parr')
  await expect(picker.getByRole('grid').getByRole('button').first()).toHaveAccessibleName('Party parrot')
})
