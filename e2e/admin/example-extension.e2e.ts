import { expect, groups } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { Menu } from '@parley/testing/pages'
import { blackPng } from '@parley/testing/png'
import type { Page } from '@playwright/test'
import { test } from './with-example.ts'

/** The form of the extension's settings. */
function settingsOf(page: Page) {
  const main = page.getByRole('main')
  const field = (label: string) => main.getByLabel(label, { exact: true })
  return {
    field,
    save: main.getByRole('button', { name: 'Save changes' }),
    state: main.locator('.SaveBar-state'),
    color: main.locator('[name="kudos_color"]'),
    picture: main.locator('.PictureInput-picture'),
    button: (name: string) => main.getByRole('button', { name, exact: true }),
    group: main.getByRole('group', { name: 'Groups that get kudos' }),
  }
}

test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ makePerson, logIn }) => {
  await logIn(await makePerson('keeper', { groupIds: [groups.administrator] }))
})

test('a setting of every kind is shown, saved and there again after a reload', async ({ page, picture }) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  await page.goto('/admin/extensions/kudos')
  await expect(page.getByRole('heading', { level: 1, name: 'Kudos' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Permissions' })).toContainText('Give kudos')
  const settings = settingsOf(page)
  await expect(settings.field('Kudos per day')).toHaveValue('10')
  await expect(settings.field('Reasons')).toHaveValue('Good advice\nQuick help')
  await expect(settings.field('Reasons')).toHaveAccessibleDescription('One entry per line.')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('example-settings')

  await settings.field('Name').fill('Stars')
  await settings.field('Show kudos on profiles').uncheck()
  await settings.field('Kudos per day').fill('25')
  await settings.field('Reasons').fill('Patience\nتعاون\n\n')
  await settings.field('Who sees kudos').selectOption('Members')
  await settings.group.getByLabel('Mods').check()
  await settings.color.fill('#0b7285')
  await settings.field('Icon').selectOption('Another icon')
  await settings.field('Another icon').fill('trophy')
  await settings.field('Style sheet').fill('.Kudos { color: gold }')
  await settings.field('Rules').fill('Be kind.\nBe brief.')
  await settings.field('Access token').fill('sesame')
  await settings.save.click()
  await expect(settings.state).toContainText('Saved')
  await expect(settings.field('Access token')).toHaveValue('')
  await expect(page.getByText('Saved. Type to replace it.')).toBeVisible()

  await page.reload()
  await expect(settings.field('Name')).toHaveValue('Stars')
  await expect(settings.field('Show kudos on profiles')).not.toBeChecked()
  await expect(settings.field('Kudos per day')).toHaveValue('25')
  await expect(settings.field('Reasons')).toHaveValue('Patience\nتعاون\n\n')
  await expect(settings.field('Who sees kudos')).toHaveValue('members')
  await expect(settings.group.getByLabel('Mods')).toBeChecked()
  await expect(settings.color).toHaveValue('#0b7285')
  await expect(settings.field('Icon').locator('option:checked')).toHaveText('Another icon')
  await expect(settings.field('Another icon')).toHaveValue('trophy')
  await expect(settings.field('Style sheet')).toHaveValue('.Kudos { color: gold }')
  await expect(settings.field('Rules')).toHaveValue('Be kind.\nBe brief.')
  await expect(settings.field('Access token')).toHaveAttribute('placeholder', '••••••••••••')
  expect(await page.content()).not.toContain('sesame')
  await expectAccessible(page)
  await settings.field('Access token').scrollIntoViewIfNeeded()
  await picture('example-settings-saved')
})

test('a refused value is marked beside its field', { tag: '@long' }, async ({ page, watch, picture }) => {
  watch.expect(/status 422: POST .*\/api\/settings/)
  await page.goto('/admin/extensions/kudos')
  const settings = settingsOf(page)
  await settings.field('Kudos per day').fill('0')
  await settings.color.fill('reddish')
  await settings.save.click()
  await expect(settings.field('Kudos per day')).toBeFocused()
  await expect(page.getByText('Enter a number from 1 to 100.')).toBeVisible()
  await expect(settings.color).toHaveAttribute('aria-invalid', 'true')
  await picture('example-settings-refused')
  // Nothing lies below the bar there.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expectAccessible(page)
})

test('a secret is kept, replaced, removed and kept after all', async ({ page, forum }) => {
  const stored = async () => {
    const row = await forum.current.database.read
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'kudos_token')
      .executeTakeFirst()
    return row?.value
  }
  await page.goto('/admin/extensions/kudos')
  const settings = settingsOf(page)
  const token = settings.field('Access token')
  const save = async () => {
    await settings.save.click()
    await expect(settings.state).toContainText('Saved')
  }
  await token.fill('first secret')
  await save()
  expect(await stored()).toBe('first secret')
  // Another setting is saved without it.
  await settings.field('Rules').fill('Once a day.')
  await save()
  expect(await stored()).toBe('first secret')
  await token.fill('second')
  await token.fill('')
  await expect(settings.state).not.toContainText('unsaved')
  await token.fill('second secret')
  await save()
  expect(await stored()).toBe('second secret')
  await settings.button('Remove: Access token').click()
  await expect(page.getByText('Will be removed when you save.')).toBeVisible()
  await settings.button('Keep: Access token').click()
  await expect(settings.state).not.toContainText('unsaved')
  await settings.button('Remove: Access token').click()
  await save()
  expect(await stored()).toBe('')
  await expect(settings.button('Remove: Access token')).toHaveCount(0)
})

test('a picture is chosen, replaced and removed by keyboard', { tag: '@long' }, async ({
  page,
  isPhone,
  watch,
  picture,
}) => {
  watch.expect(/status 422: POST .*\/picture/)
  await page.goto('/admin/extensions/kudos')
  const settings = settingsOf(page)
  const choose = async (name: string, buffer: Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      (async () => {
        await settings.button(name).focus()
        await page.keyboard.press('Enter')
      })(),
    ])
    await chooser.setFiles({ name: 'picture.png', mimeType: 'image/png', buffer })
  }
  await expect(page.getByText('Or drop a file here.')).toBeVisible({ visible: !isPhone })
  await choose('Choose a picture: Picture', Buffer.from('no picture'))
  await expect(page.getByText('That file isn’t an image we can use.')).toBeVisible()
  await expectAccessible(page)
  await choose('Choose a picture: Picture', blackPng(128))
  await expect(settings.picture).toBeVisible()
  await expect(page.getByText('That file isn’t an image we can use.')).toHaveCount(0)
  const first = await settings.picture.getAttribute('src')
  await expectAccessible(page)
  await settings.picture.scrollIntoViewIfNeeded()
  await picture('example-picture')
  await page.reload()
  await expect(settings.picture).toHaveAttribute('src', first ?? '')
  // The file of a picture that is replaced or removed is gone: the browser must not ask for it any more.
  await expect(settings.picture).toHaveJSProperty('complete', true)
  await choose('Replace: Picture', blackPng(64))
  await expect(settings.picture).not.toHaveAttribute('src', first ?? '')
  await expect(settings.picture).toHaveJSProperty('complete', true)
  await expect(settings.button('Remove: Picture')).toBeEnabled()
  await settings.button('Remove: Picture').focus()
  await page.keyboard.press('Enter')
  await expect(settings.picture).toHaveCount(0)
  await expect(settings.button('Choose a picture: Picture')).toBeFocused()
})

test('the example adds a page, a part of the dashboard, and a column, a filter and an action of the list of users', async ({
  page,
  makePerson,
  picture,
}) => {
  test.slow()
  const { username } = await makePerson('mira', { groupIds: [groups.moderator] })
  await page.goto(`/admin/users?q=${username}`)
  const row = page.getByRole('main').locator('tbody tr').filter({ hasText: username })
  const cell = row.getByRole('cell').filter({ hasText: /^(Kudos)?\d+$/ })
  await expect(cell).toContainText('0')
  await new Menu(page, page.getByRole('button', { name: `Actions for ${username}` })).open()
  await page.getByRole('menuitem', { name: 'Give kudos' }).click()
  await expect(page.getByText(`${username} got kudos.`)).toBeVisible()
  await expect(cell).toContainText('1')
  await expectAccessible(page)
  await picture('example-users')
  await page.getByRole('main').getByLabel('Kudos', { exact: true }).selectOption('None')
  await expect(page).toHaveURL(/hasKudos=0/)
  await expect(row).toHaveCount(0)

  await page.goto('/admin')
  const part = page.getByRole('region', { name: 'Latest kudos' })
  await expect(part).toContainText(username)
  await expect(page.getByRole('heading', { level: 3, name: 'Kudos' })).toBeVisible()
  await expectAccessible(page)
  await part.scrollIntoViewIfNeeded()
  await picture('example-dashboard')

  await page.goto('/admin/extensions/kudos')
  await page.getByRole('main').getByRole('link', { name: 'Kudos' }).click()
  await expect(page).toHaveURL('/admin/kudos')
  await expect(page.getByRole('heading', { level: 1, name: 'Kudos' })).toBeAttached()
  await expect(page.getByRole('main')).toContainText(username)
  await expectAccessible(page)
  await picture('example-page')

  await page.goto('/admin/permissions')
  await expect(page.getByRole('rowheader', { name: 'Give kudos' })).toBeVisible()
  await page.goto('/admin/audit')
  await expect(page.getByRole('main')).toContainText(`gave kudos to ${username}`)
})
