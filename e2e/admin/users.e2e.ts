import { makeUser } from '@parley/testing/factories'
import { expectAccessible, expectAccessibleFromRightToLeft, layoutShift } from '@parley/testing/page-checks'
import { Menu } from '@parley/testing/pages'
import type { Page } from '@playwright/test'
import { expect, test } from '../world.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

/** The parts of the list of users. */
function usersOf(page: Page) {
  const main = page.getByRole('main')
  return {
    heading: main.getByRole('heading', { level: 1 }),
    search: main.getByRole('searchbox'),
    group: main.getByLabel('Group', { exact: true }),
    create: main.getByRole('button', { name: 'Create account' }),
    bar: main.getByRole('region', { name: 'Selected accounts' }),
    report: main.getByRole('region', { name: 'Action on many accounts' }),
    row: (name: string) => main.locator('tbody tr').filter({ hasText: name }),
    box: (name: string) => main.getByLabel(`Select ${name}`),
    menu: (name: string) => main.getByRole('button', { name: `Actions for ${name}` }),
  }
}

test('an administrator finds a member, sees the address, creates and changes accounts', async ({
  page,
  forum,
  on,
  logInAs,
  makePerson,
  uniqueName,
  watch,
  picture,
}) => {
  watch.expect(/status 422: POST .*\/api\/admin\/users/)
  const name = uniqueName('mira')
  const { id } = await makePerson(name)
  await forum.current.database.transaction((db) =>
    db.updateTable('users').set({ is_email_confirmed: false }).where('id', '=', id).execute(),
  )
  await logInAs('boss', 'administrator')
  await page.goto('/admin/users')
  const users = usersOf(page)
  await expect(users.heading).toHaveText('Members')
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await picture('admin-users')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)

  await users.search.fill(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/users?q=${name}`)
  const row = users.row(name)
  await expect(row).toContainText('m…@')
  await expect(row).toContainText('Not confirmed')
  await row.getByRole('button', { name: 'Show email' }).click()
  await expect(row).toContainText(`${name}@`)
  await new Menu(page, users.menu(name)).open()
  await picture('admin-users-menu')
  await page.getByRole('menuitem', { name: 'Confirm email' }).click()
  await expect(row).not.toContainText('Not confirmed')
  await new Menu(page, users.menu(name)).open()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = on.dialog.called('Edit account')
  await expect(dialog.getByLabel('Email')).toHaveValue(/@/)
  await expectAccessible(page)
  await picture('admin-users-edit')
  await dialog.getByLabel('Mod', { exact: true }).check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(row).toContainText('Mod')

  const invited = uniqueName('invited')
  await users.create.click()
  const form = on.dialog.called('Create an account')
  await form.getByLabel('Username').fill(name)
  await form.getByLabel('Email', { exact: true }).fill(`${invited}@machine.local`)
  await form.getByRole('button', { name: 'Create account' }).click()
  await expect(form.getByLabel('Username')).toBeFocused()
  await expectAccessible(page)
  await picture('admin-users-create')
  await form.getByLabel('Username').fill(invited)
  await form.getByRole('button', { name: 'Create account' }).click()
  await expect(form).toHaveCount(0)
  await page.goto(`/admin/users?q=${invited}`)
  await expect(users.row(invited)).toBeVisible()
  await page.goto('/admin/users?q=unheard-of-name')
  await expect(page.getByText('No accounts match.')).toBeVisible()
  await expectAccessible(page)
  await picture('admin-users-none')
})

test('many accounts join a group in the background, and a report says which were skipped', async ({
  page,
  logInAs,
  makePerson,
  uniqueName,
  picture,
}) => {
  const name = uniqueName('many')
  for (const ending of ['a', 'b', 'c']) await makePerson(`${name}${ending}`)
  await makePerson(`${name}d`, { groupIds: [4] })
  await logInAs('boss', 'administrator')
  await page.goto(`/admin/users?q=${name}`)
  const users = usersOf(page)
  // By keyboard alone.
  await users.box(`${name}a`).focus()
  await page.keyboard.press('Space')
  await expect(users.bar).toContainText('1 account selected')
  await page.getByRole('main').getByLabel('Select all that are shown').focus()
  await page.keyboard.press('Space')
  await expect(users.bar).toContainText('4 accounts selected')
  await expectAccessible(page)
  await picture('admin-users-selected')
  await new Menu(page, users.bar.getByRole('button', { name: 'Add to group' })).open()
  await page.getByRole('menuitem', { name: 'Mods' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
  await expect(users.report).toContainText('Finished: 3 done, 1 skipped.')
  await expect(users.report).toContainText('Nothing to do')
  await expect(users.row(`${name}b`)).toContainText('Mod')
  await expectAccessible(page)
  await picture('admin-users-report')
  await users.report.getByRole('button', { name: 'OK' }).click()
  await expect(users.report).toHaveCount(0)
})

test('a moderator who looks after users sees just that page, others none', async ({
  page,
  forum,
  grant,
  logIn,
  logInAs,
  makePerson,
  watch,
  picture,
}) => {
  const { database } = forum.current
  const group = await database.transaction((db) =>
    db
      .insertInto('groups')
      .values({ name_singular: 'Helper', name_plural: 'Helpers' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await grant('user.administer', [group.id])
  watch.expect(/status 403/)
  await logInAs('plain')
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Members')
  const helper = await makePerson('helper', { groupIds: [group.id] })
  await logIn(helper)
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/users')
  const users = usersOf(page)
  await expect(users.heading).toHaveText('Members')
  await expect(users.create).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Show email' })).toHaveCount(0)
  await expectAccessible(page)
  await picture('admin-users-delegated')
})

test('an address breaks before its domain, and the name of the forum uses the room that there is', async ({
  page,
  forum,
  logInAs,
  uniqueName,
}) => {
  const username = uniqueName('hilda')
  const domain = 'allotments-by-the-river.example'
  await makeUser(forum, { username, email: `${username}@${domain}` })
  await logInAs('keeper', 'administrator')
  await page.goto(`/admin/users?q=${username}`)
  const row = page.locator('tbody tr').filter({ hasText: username })
  await row.getByRole('button', { name: /^Show/ }).click()
  const address = row.locator('.UserTable-address')
  await expect(address).toHaveText(`${username}@${domain}`)
  const lines = await address.evaluate((element) =>
    [...element.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        return range.getClientRects().length
      }),
  )
  expect(lines).toEqual([1, 1])
  const name = page.getByRole('banner').locator('.Header-home bdi')
  await name.evaluate((element) => element.replaceChildren('Riverside Commons Neighbourhood Society'))
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
