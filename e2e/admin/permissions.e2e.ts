import { moderators } from '@parley/server/actor'
import { makeDiscussion } from '@parley/testing/discussions'
import { makeGroup } from '@parley/testing/factories'
import { expectAccessible, expectAccessibleFromRightToLeft, layoutShift } from '@parley/testing/page-checks'
import { Menu } from '@parley/testing/pages'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../world.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

/** The parts of the page of permissions. */
function partsOf(page: Page) {
  const main = page.getByRole('main')
  const row = (name: string) =>
    main.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  return {
    row,
    heading: main.getByRole('heading', { level: 1 }),
    /** The button with the groups of a permission. */
    holders: (name: string) => row(name).getByRole('button', { name: `${name}: change the groups` }),
    setting: (name: string) => row(name).getByRole('button', { name: `${name}: change the setting` }),
    groups: main.locator('.GroupList li'),
    newGroup: main.getByRole('button', { name: 'New group' }),
    answer: main.locator('.WhyAnswer'),
    /** Opens the menu of a permission, on phones its sheet. */
    async open(isPhone: boolean, name: string) {
      if (isPhone) await this.holders(name).click()
      else await new Menu(page, this.holders(name)).open()
    },
    /** Ticks a group of the open menu or sheet. */
    async choose(isPhone: boolean, group: RegExp) {
      if (!isPhone) return page.getByRole('menuitemcheckbox', { name: group }).click()
      await page.getByRole('dialog').getByRole('checkbox', { name: group }).click()
    },
  }
}

function colorOf(part: Locator): Promise<string> {
  return part.evaluate((element) => getComputedStyle(element).color)
}

test('an administrator grants a permission, and takes it back', { tag: '@tablet' }, async ({
  page,
  on,
  isPhone,
  logInAs,
  picture,
}) => {
  // Runs two accessibility checks of a large table.
  test.slow()
  await logInAs('boss', 'administrator')
  await page.goto('/admin/permissions')
  const parts = partsOf(page)
  await expect(parts.heading).toHaveText('Permissions')
  await expect(parts.holders('See and revoke the tokens of others')).toContainText('Only administrators')
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-permissions')

  await parts.open(isPhone, 'See and revoke the tokens of others')
  await picture('admin-permissions-menu')
  await parts.choose(isPhone, /^Members/)
  const saved = on.alerts.saying('Saved: See and revoke the tokens of others.')
  await expect(saved).toBeVisible()
  if (isPhone) {
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('checkbox', { name: /^Members/ })).toBeChecked()
    // Mods hold it by their membership.
    await expect(sheet.getByRole('checkbox', { name: /^Mods/ })).toBeDisabled()
    await page.keyboard.press('Escape')
  }
  await expect(parts.holders('See and revoke the tokens of others')).toContainText('Members')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(parts.holders('See and revoke the tokens of others')).toContainText('Only administrators')
  await page.reload()
  await expect(parts.holders('See and revoke the tokens of others')).toContainText('Only administrators')
})

test('a setting of the grid is chosen by keyboard, also with minutes of one’s own', { tag: '@long' }, async ({
  page,
  logInAs,
}) => {
  await logInAs('boss', 'administrator')
  await page.goto('/admin/permissions')
  const { setting } = partsOf(page)
  await setting('Edit own posts').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio').first()).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByLabel('Minutes').fill('45')
  await page.keyboard.press('Enter')
  await expect(setting('Edit own posts')).toContainText('For 45 minutes')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(setting('Edit own posts')).toContainText('Until the next reply')
})

test('what is changed meanwhile is told, and a missing requirement is named', {
  tag: ['@phone', '@long'],
}, async ({ page, on, forum, grant, isPhone, logInAs, watch }) => {
  watch.expect(/status 409/)
  const helpers = await makeGroup(forum, { name_singular: 'Pilot', name_plural: 'Pilots' })
  await logInAs('boss', 'administrator')
  await page.goto('/admin/permissions')
  const parts = partsOf(page)
  await expect(parts.holders('Delete discussions forever')).toContainText('Only administrators')
  await grant('discussion.delete', [helpers.id])
  await parts.open(isPhone, 'Delete discussions forever')
  await parts.choose(isPhone, /^Members/)
  await expect(on.alerts.saying('Another administrator changed this meanwhile.')).toBeVisible()
  if (isPhone) await page.keyboard.press('Escape')
  await expect(parts.holders('Delete discussions forever')).toContainText('Pilots')
  await expect(page.getByText('Pilots also need “Hide discussions”.')).toBeVisible()
  await expectAccessible(page)
  await grant('discussion.delete', [])
})

test('a group is created, moved, changed and deleted', async ({
  page,
  forum,
  grant,
  makePerson,
  logInAs,
  picture,
}) => {
  await logInAs('boss', 'administrator')
  await page.goto('/admin/permissions')
  const parts = partsOf(page)
  const name = `Captain${Date.now()}`
  await parts.newGroup.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByLabel('Name of one member')).toBeFocused()
  await dialog.getByLabel('Name of one member').fill(name)
  await dialog.getByLabel('Name of the group').fill(`${name}s`)
  await dialog.getByLabel('Color').fill('#12697c')
  await expect(dialog.locator('.GroupModal-preview .GroupBadge')).toHaveText(name)
  const drawing = page.waitForResponse('**/assets/icons/fas/compass.svg')
  await dialog.getByLabel('Icon').fill('fas fa-compass')
  await page.keyboard.press('Tab')
  expect((await drawing).status()).toBe(200)
  await expect(dialog.locator('.GroupModal-preview .NamedIcon')).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-group')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(parts.groups.last()).toContainText(`${name}s`)
  await page.getByRole('button', { name: `Move ${name}s up` }).click()
  await expect(parts.groups.nth(-2)).toContainText(`${name}s`)

  const { id } = await forum.current.database.read
    .selectFrom('groups')
    .select('id')
    .where('name_singular', '=', name)
    .executeTakeFirstOrThrow()
  await grant('createGroup', [id])
  const person = await makePerson('sailor')
  await forum.current.database.transaction((db) =>
    db.insertInto('group_user').values({ user_id: person.id, group_id: id }).execute(),
  )
  await page.goto(`/u/${person.username}`)
  const badge = page.locator('.UserCard .GroupBadge').filter({ hasText: name })
  await expect(badge.locator('.NamedIcon')).toHaveCSS('mask-image', /\/assets\/icons\/fas\/compass\.svg/)
  await expect(badge.locator('.NamedIcon')).toHaveCSS('background-color', await colorOf(badge))
  await picture('group-icon')
  await page.goto('/admin/permissions')
  await page.getByRole('button', { name: `Edit ${name}s` }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('1 member loses “Create groups”.')).toBeVisible()
  await picture('admin-group-deletion')
  await page.getByRole('dialog').last().getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(parts.groups.filter({ hasText: name })).toHaveCount(0)
})

test('the rules of the forum explain what a person can do', async ({
  page,
  forum,
  makePerson,
  logInAs,
  watch,
  picture,
}) => {
  watch.expect(/status 422/)
  const { id, username } = await makePerson('asked')
  const discussion = await makeDiscussion(forum, { user_id: id })
  await logInAs('boss', 'administrator')
  await page.goto('/admin/permissions')
  const { answer } = partsOf(page)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('About').selectOption('A discussion')
  await page.getByLabel('What they do').selectOption('Reply to discussions')
  await page.getByLabel('Address or ID').fill(`/d/${discussion.id}`)
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect(answer).toContainText('Yes')
  await expect(answer).toContainText('“Reply to discussions” is granted to Members.')
  await expectAccessible(page)
  await picture('admin-permissions-why')
  await page.getByLabel('Username').fill('nemo')
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
})

test('a file is exported, compared and imported', async ({ page, grant, logInAs, picture }) => {
  await grant('user.viewLastSeenAt', [])
  await logInAs('boss', 'administrator')
  await page.goto('/admin/permissions')
  const parts = partsOf(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  expect((await downloading).suggestedFilename()).toBe('permissions.json')

  const choose = async (content: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import a file' }).click()
    await (await chooser).setFiles({
      name: 'permissions.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    })
  }
  await choose('no file of permissions')
  await expect(page.getByText('This isn’t a file of permissions.')).toBeVisible()
  const groups = [
    { id: 3, nameSingular: 'Member', namePlural: 'Members', color: '', icon: '', isHidden: false },
    { id: 77, nameSingular: 'Stoker', namePlural: 'Stokers', color: '', icon: '', isHidden: false },
  ]
  const permissions = [{ name: 'user.viewLastSeenAt', groups: [3, 77] }]
  await choose(JSON.stringify({ parley: 'permissions', version: 1, groups, permissions }))
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Import', exact: true })
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('“Stokers” isn’t a group here').selectOption('Leave it out')
  await expect(submit).not.toHaveAttribute('aria-disabled')
  await expect(dialog.locator('ins')).toHaveText(['Members'])
  await expectAccessible(page)
  await picture('admin-permissions-import')
  await submit.click()
  await expect(page.getByText('Permissions imported.')).toBeVisible()
  await expect(parts.holders('See when members were last here')).toContainText('Members')
  await grant('user.viewLastSeenAt', [moderators])
})

test('arrows that lead nowhere do not look pressed, and each page has an icon of its own', async ({
  page,
  logInAs,
}) => {
  await logInAs('arranger', 'administrator')
  await page.goto('/admin/permissions')
  const up = partsOf(page).groups.first().getByRole('button').first()
  await expect(up).toBeDisabled()
  await expect(up).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  const icons = await Promise.all(
    ['Permissions', 'Audit log'].map((name) =>
      page.getByRole('link', { name, exact: true }).first().locator('use').getAttribute('href'),
    ),
  )
  expect(new Set(icons).size).toBe(2)
})
