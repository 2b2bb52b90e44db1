import { expect, groups, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft, layoutShift } from '@parley/testing/page-checks'
import type { Page } from '@playwright/test'
import { replaceTags } from './journeys/replace-tags.ts'
import { sendAsAdmin } from './journeys/send-as-admin.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

/** The parts of the page of tags. */
function partsOf(page: Page) {
  const main = page.getByRole('main')
  const primary = main.locator('[data-tag-list=primary]')
  const secondary = main.locator('[data-tag-list=secondary]')
  const row = (name: string) =>
    page.locator('.TagRow').filter({ has: page.locator('.TagName').getByText(name, { exact: true }) })
  return {
    main,
    row,
    handle: (name: string) => row(name).getByRole('button', { name: `Move ${name}` }),
    edit: (name: string) => row(name).getByRole('button', { name: `Edit ${name}` }),
    names: { primary: primary.locator('.TagName'), secondary: secondary.locator('.TagName') },
    children: (name: string) =>
      primary
        .locator('li')
        .filter({ has: row(name) })
        .first()
        .locator('ol .TagName'),
    saved: main.locator('.TagsSaveState[data-phase=saved]'),
    dialog: page.getByRole('dialog'),
    alert: (text: string) => page.getByText(text),
  }
}

test.beforeEach(async ({ makePerson, logIn }) => {
  await logIn(await makePerson('keeper', { groupIds: [groups.administrator] }))
})

test('tags are arranged by their menus, which a keyboard opens too, and a move is undone', {
  tag: '@tablet',
}, async ({ page, forum, picture }) => {
  test.slow()
  await replaceTags(forum)
  await page.goto('/admin/tags')
  const tags = partsOf(page)
  await expect(tags.names.primary).toHaveText(['Trains', 'Night trains', 'Steam', 'Stations', 'Lounge'])
  await expect(tags.names.secondary).toHaveText(['Europe', 'القطارات'])
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-tags')

  const take = async (tag: string, step: string) => {
    await tags.handle(tag).focus()
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name: step, exact: true })
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    while (!(await item.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(tags.saved).toBeVisible()
    await expect(tags.handle(tag)).toBeFocused()
  }
  await take('Lounge', 'Move up')
  await expect(tags.names.primary).toHaveText(['Trains', 'Night trains', 'Steam', 'Lounge', 'Stations'])
  await expect(tags.alert('“Lounge” is primary tag 2 of 3.')).toBeVisible()
  await take('Lounge', 'Make child of Trains')
  await expect(tags.children('Trains')).toHaveText(['Night trains', 'Steam', 'Lounge'])
  await take('Night trains', 'Move down')
  await expect(tags.alert('“Night trains” is child 2 of 3 of “Trains”.')).toBeVisible()
  await take('Steam', 'Move out of Trains')
  await expect(tags.names.primary).toHaveText(['Trains', 'Night trains', 'Lounge', 'Steam', 'Stations'])
  await take('Europe', 'Make primary')
  await take('Stations', 'Make secondary')
  await expect(tags.names.secondary).toHaveText(['Stations', 'القطارات'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tags.names.secondary).toHaveText(['القطارات'])
  await tags.handle('Europe').press('Alt+ArrowUp')
  await tags.handle('Europe').press('Alt+ArrowUp')
  const arranged = ['Trains', 'Night trains', 'Lounge', 'Europe', 'Steam', 'Stations']
  await expect(tags.names.primary).toHaveText(arranged)
  await expect(tags.alert('“Europe” is primary tag 2 of 4.')).toBeVisible()
  await page.reload()
  await expect(tags.names.primary).toHaveText(arranged)
})

test('tags are dragged among primary tags, into a parent and to the secondary tags', {
  tag: '@phone',
}, async ({ page, isPhone, forum, picture }) => {
  await replaceTags(forum)
  await page.goto('/admin/tags')
  const tags = partsOf(page)
  /** Drags a tag by its handle to a height of another row, from 0 at its upper edge. */
  const drag = async (tag: string, target: string, height: number, drop: () => Promise<void>) => {
    await tags.handle(tag).scrollIntoViewIfNeeded()
    const from = await tags.handle(tag).boundingBox()
    const to = await tags.row(target).boundingBox()
    if (!from || !to) throw new Error('A row is missing')
    const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 }
    const end = { x: to.x + to.width / 2, y: to.y + to.height * height }
    const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
    if (isPhone) {
      const touch = await page.context().newCDPSession(page)
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
        touch.send('Input.dispatchTouchEvent', { type, touchPoints: points })
      await send('touchStart', [start])
      for (const point of [middle, end]) await send('touchMove', [point])
      await drop()
      await send('touchEnd', [])
    } else {
      await page.mouse.move(start.x, start.y)
      await page.mouse.down()
      for (const { x, y } of [middle, end]) await page.mouse.move(x, y)
      await drop()
      await page.mouse.up()
    }
  }
  const saved = async () => expect(tags.saved).toBeVisible()
  await drag('Lounge', 'Trains', 0.1, async () => {
    await expect(page.locator('li[data-drop=before]')).toBeVisible()
    await picture('admin-tags-dragged')
  })
  await saved()
  await expect(tags.names.primary.first()).toHaveText('Lounge')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await drag('Stations', 'Lounge', 0.5, async () => {
    await expect(page.locator('li[data-drop=into]')).toBeVisible()
    await picture('admin-tags-dragged-into')
  })
  await expect(tags.children('Lounge')).toHaveText(['Stations'])
  await drag('Steam', 'Night trains', 0.2, async () => {})
  await expect(tags.children('Trains')).toHaveText(['Steam', 'Night trains'])
  await drag('Steam', 'Europe', 0.5, async () => {})
  await expect(tags.names.secondary).toHaveText(['Europe', 'Steam', 'القطارات'])
  await drag('Europe', 'Night trains', 0.9, async () => {})
  await expect(tags.children('Trains')).toHaveText(['Night trains', 'Europe'])
  const arranged = ['Lounge', 'Stations', 'Trains', 'Night trains', 'Europe']
  if (!isPhone) {
    await drag('Lounge', 'Europe', 0.9, () => page.keyboard.press('Escape'))
    await expect(page.locator('.TagGhost')).toHaveCount(0)
  }
  await expect(tags.names.primary).toHaveText(arranged)
  await page.reload()
  await expect(tags.names.primary).toHaveText(arranged)
})

test('who arranges tags after another administrator is told, and nothing of the other is lost', {
  tag: '@long',
}, async ({ page, forum, watch }) => {
  watch.expect(/status 409: POST .*\/api\/tags\/order/)
  watch.expect(/status 422: POST .*\/api\/tags\/order/)
  const ids = await replaceTags(forum)
  await page.goto('/admin/tags')
  const tags = partsOf(page)
  await expect(tags.names.primary.first()).toHaveText('Trains')
  await sendAsAdmin(forum, 'POST', '/tags/order', {
    order: [{ id: ids.get('Stations') }, { id: ids.get('Trains') }],
  })
  await tags.handle('Lounge').press('Alt+ArrowUp')
  await expect(tags.alert('The tags changed meanwhile.')).toBeVisible()
  await expect(tags.names.primary).toHaveText(['Stations', 'Trains'])
  // A secondary tag that is gone belongs to no order.
  await sendAsAdmin(forum, 'DELETE', `/tags/${ids.get('Europe')}`)
  await tags.handle('Europe').press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Make primary' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tags.row('Europe')).toHaveCount(0)
  await expect(tags.names.primary).toHaveText(['Stations', 'Trains'])
})

test('a tag is created, its faults shown at their fields, changed and deleted', {
  tag: '@tablet',
}, async ({ page, forum, watch, picture }) => {
  test.slow()
  watch.expect(/status 422: (POST|PATCH) .*\/api\/tags/)
  await replaceTags(forum)
  await page.goto('/admin/tags')
  const { dialog, ...tags } = partsOf(page)
  const field = (label: string) => dialog.getByLabel(label, { exact: true })
  const save = dialog.getByRole('button', { name: 'Save changes' })
  await page.getByRole('button', { name: 'Create secondary tag' }).click()
  await save.click()
  await expect(field('Name')).toBeFocused()
  await field('Name').pressSequentially('Night trains')
  await expect(field('Slug')).toHaveValue('night-trains')
  await field('Background image').fill('javascript:alert(1)')
  await dialog.locator('[name=color]').fill('reddish')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-tag-new')
  await save.click()
  await expect(dialog.locator('[name=color]')).toBeFocused()
  await expect(dialog.locator('[name=color]')).toHaveAttribute('aria-invalid', 'true')
  await dialog.locator('[name=color]').fill('#3b6fd4')
  await save.click()
  await expect(field('Slug')).toBeFocused()
  await expect(field('Slug')).toHaveAttribute('aria-invalid', 'true')
  await picture('admin-tag-refused')
  await field('Name').fill('<b>القطارات</b> & نقل')
  // The slug follows the name until it is typed.
  await expect(field('Slug')).toHaveValue('b-القطارات-b-نقل')
  await field('Kind').selectOption('Child of Trains')
  await dialog.getByLabel('Own permissions').check()
  // The tag is created, and the form goes on with what only a change takes.
  await save.click()
  await expect(field('Background image')).toBeFocused()
  await field('Background image').fill('https://example.org/night.jpg')
  await save.click()
  await expect(dialog).toHaveCount(0)
  await expect(tags.children('Trains')).toHaveText(['Night trains', 'Steam', '<b>القطارات</b> & نقل'])
  await expect(tags.row('<b>القطارات</b> & نقل')).toContainText('Own permissions')

  await tags.edit('<b>القطارات</b> & نقل').click()
  await expect(field('Background image')).toHaveValue('https://example.org/night.jpg')
  await expect(dialog.getByLabel('Kind')).toHaveCount(0)
  await field('Name').fill('Sleepers')
  await expect(field('Slug')).toHaveValue('b-القطارات-b-نقل')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByLabel('Hide from the index').check()
  await dialog.getByLabel('Own permissions').uncheck()
  await field('First sort order').selectOption('Oldest')
  await save.click()
  await page
    .getByRole('dialog', { name: /^Remove the own permissions/ })
    .getByRole('button', { name: 'Remove permissions' })
    .click()
  await expect(dialog).toHaveCount(0)
  await expect(tags.row('Sleepers')).toContainText('Hidden')
  await expect(tags.row('Sleepers')).not.toContainText('Own permissions')

  await tags.edit('Trains').click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  const deletion = page.getByRole('dialog', { name: 'Delete the tag “Trains”?' })
  await expect(deletion).toContainText('Its 3 children become primary tags.')
  await picture('admin-tag-deletion')
  await deletion.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(tags.row('Trains')).toHaveCount(0)
  await expect(tags.names.primary).toContainText(['Sleepers'])
})

test('numbers of tags are saved on the page that the search finds; raising a minimum raises its maximum', async ({
  page,
  isPhone,
  watch,
  picture,
}) => {
  watch.expect(/status 422: POST .*\/api\/settings/)
  await page.goto('/admin')
  if (isPhone) await page.getByRole('button', { name: 'Open navigation' }).click()
  const search = page.getByRole('combobox', { name: 'Search settings' })
  await search.fill('number of secondary tags')
  await page
    .getByRole('option', { name: /Minimum/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/admin\/tags\?setting=flarum-tags\.min_secondary_tags/)
  const main = page.getByRole('main')
  const setting = (name: string) => main.locator(`[name="flarum-tags.${name}"]`)
  const state = main.locator('.SaveBar-state')
  await expect(setting('min_secondary_tags')).toBeFocused()
  await setting('min_secondary_tags').fill('4')
  await expect(setting('max_secondary_tags')).toHaveValue('4')
  await setting('max_secondary_tags').fill('2')
  await main.getByRole('button', { name: 'Save changes' }).click()
  await expect(setting('max_secondary_tags')).toHaveAttribute('aria-invalid', 'true')
  await expect(main.getByText('The minimum can’t be above the maximum.').first()).toBeVisible()
  await picture('admin-tags-numbers')
  await setting('min_secondary_tags').fill('0')
  await setting('max_secondary_tags').fill('3')
  await expect(state).not.toContainText('unsaved')
  await setting('max_primary_tags').fill('2')
  await main.getByRole('button', { name: 'Save changes' }).click()
  await expect(state).toContainText('Saved')
  await setting('max_primary_tags').fill('1')
  await main.getByRole('button', { name: 'Save changes' }).click()
  await expect(state).toContainText('Saved')
})
