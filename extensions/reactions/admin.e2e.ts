import { test as base, expect } from '@parley/testing/journey'
import { expectAccessibleFromRightToLeft, expectClean } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import type { Page, Route } from '@playwright/test'

// Tests count all types.
const test = base
test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

function typesOn(page: Page) {
  const list = page.getByRole('list', { name: 'Reactions in order' })
  const row = (name: string) => list.getByRole('listitem').filter({ hasText: name })
  return {
    row,
    names: list.locator('bdi'),
    handle: (name: string) => page.getByRole('button', { name: `Move “${name}”`, exact: true }),
    edit: (name: string) => page.getByRole('button', { name: `Edit “${name}”`, exact: true }),
    offer: (name: string) => page.getByLabel(`Offer “${name}”`, { exact: true }),
  }
}

test('an administrator arranges the reactions by dragging, by the menu and by keys', {
  tag: '@tablet',
}, async ({ page, logIn, isPhone, on, picture }) => {
  await logIn({ id: 1 })
  await page.goto('/admin/extensions/reactions')
  const types = typesOn(page)
  await expect(types.names).toHaveText([
    'Thumbs up',
    'Thumbs down',
    'Laughing',
    'Confused',
    'Heart',
    'Celebration',
  ])
  await types.row('Confused').scrollIntoViewIfNeeded()
  await expectClean(page, 'reactions')
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-reactions')

  const from = await types.handle('Celebration').boundingBox()
  const to = await types.row('Laughing').boundingBox()
  if (!from || !to) throw new Error('A row is missing')
  const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 }
  const end = { x: start.x, y: to.y + 6 }
  const middle = { x: start.x, y: (start.y + end.y) / 2 }
  if (isPhone) {
    const touch = await page.context().newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints })
    await send('touchStart', [start])
    for (const point of [middle, end]) await send('touchMove', [point])
    await expect(page.locator('li[data-drop=before]')).toContainText('Laughing')
    await picture('admin-reactions-dragged')
    await send('touchEnd', [])
  } else {
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    for (const { x, y } of [middle, end]) await page.mouse.move(x, y)
    await expect(page.locator('li[data-drop=before]')).toContainText('Laughing')
    await picture('admin-reactions-dragged')
    await page.mouse.up()
  }
  await expect(types.names).toHaveText([
    'Thumbs up',
    'Thumbs down',
    'Celebration',
    'Laughing',
    'Confused',
    'Heart',
  ])
  await expect(on.alerts.saying('“Celebration” is reaction 3 of 6.')).toBeVisible()
  await expect(types.handle('Celebration')).toBeFocused()
  await expect(page.getByRole('menu')).toHaveCount(0)

  await types.handle('Heart').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(on.alerts.saying('“Heart” is reaction 5 of 6.')).toBeVisible()
  await expect(types.handle('Heart')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect(on.alerts.saying('“Heart” is reaction 4 of 6.')).toBeVisible()
  await page.reload()
  await expect(types.names).toHaveText([
    'Thumbs up',
    'Thumbs down',
    'Celebration',
    'Heart',
    'Laughing',
    'Confused',
  ])
})

test('an administrator adds, changes, switches off and deletes a reaction, which members choose meanwhile', async ({
  page,
  forum,
  logIn,
  on,
  watch,
  picture,
}) => {
  await logIn({ id: 1 })
  await page.goto('/admin/extensions/reactions')
  const types = typesOn(page)
  await page.getByRole('button', { name: 'Add reaction' }).click()
  const dialog = on.dialog.called('New reaction')
  const identifier = dialog.getByRole('textbox', { name: 'Emoji', exact: true })
  const submit = dialog.getByRole('button', { name: 'Add reaction' })
  watch.expect(/status 422/)
  await identifier.fill('heart')
  await submit.click()
  await expect(identifier).toHaveAccessibleDescription(/./)
  await expect(identifier).toHaveAttribute('aria-invalid', 'true')
  await identifier.fill('rocket')
  await expect(
    dialog.locator('.ReactionType-preview img, .ReactionType-preview .ReactionGlyph'),
  ).not.toHaveCount(0)
  await dialog.getByLabel('Name', { exact: true }).fill('<b>To the moon</b>')
  await expectClean(page, 'new reaction')
  await picture('admin-reactions-add')
  await submit.click()
  await expect(dialog).toHaveCount(0)
  await expect(types.row('<b>To the moon</b>')).toContainText('rocket')

  await types.offer('<b>To the moon</b>').uncheck()
  const isEnabled = async () =>
    (
      await forum.current.database.read
        .selectFrom('reactions')
        .select('enabled')
        .where('identifier', '=', 'rocket')
        .execute()
    )[0]?.enabled
  await expect.poll(async () => Boolean(await isEnabled())).toBe(false)
  await types.edit('<b>To the moon</b>').click()
  const editor = on.dialog.called('Edit reaction')
  await editor.getByRole('radio', { name: 'Icon' }).check()
  await editor.getByRole('textbox', { name: 'Icon', exact: true }).fill('fas fa-star')
  await editor.getByLabel('Name', { exact: true }).fill('')
  await picture('admin-reactions-edit')
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect(editor).toHaveCount(0)
  await types.edit('fas fa star').click()
  await editor.getByRole('button', { name: 'Delete', exact: true }).click()
  await on.dialog.answer('Delete “fas fa star”?', 'Delete')
  await expect(editor).toHaveCount(0)
  await expect(types.names).toHaveCount(6)
  await expect(page.getByRole('button', { name: 'Add reaction' })).toBeFocused()
})

test('an administrator chooses what stands for a like where an extension offers likes', async ({
  page,
  forum,
  logIn,
  on,
  picture,
}) => {
  // As with an extension that has likes: in the data of the first page, and in those of the API.
  const offerLikes = async (route: Route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('"reactionConversions":[]', '"reactionConversions":["like"]')
    await route.fulfill({ response, body })
  }
  await page.route('**/admin/extensions', offerLikes)
  await page.route('**/api', offerLikes)
  await logIn({ id: 1 })
  await page.goto('/admin/extensions')
  await settled(page)
  await page.getByRole('main').getByRole('link', { name: 'Reactions', exact: true }).click()
  const choice = page.getByRole('combobox', { name: 'Likes the post' })
  await expect(choice).toHaveValue('')
  await expect(page.locator('select')).toHaveCount(1)
  await choice.selectOption('Heart')
  await expect(on.alerts.saying('Saved')).toBeVisible()
  await expect(choice).toHaveValue('heart')
  await picture('admin-reactions-likes')
  const { database } = forum.current
  const stored = await database.read
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'fof-reactions.convertToLike')
    .executeTakeFirst()
  expect(stored?.value).toBe('heart')
})
