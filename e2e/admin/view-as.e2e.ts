import { makeDiscussion } from '@parley/testing/discussions'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { Menu, settled } from '@parley/testing/pages'
import type { Page } from '@playwright/test'
import { expect, test } from '../world.ts'

/** The bar of a view. */
const barOf = (page: Page) => page.getByRole('complementary', { name: 'View as someone else' })

/** Waits for the page of a view in the tab that `open` opens. */
async function viewOf(page: Page, open: () => Promise<void>): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await open()
  const view = await opening
  await view.waitForURL(/\/view-as\//)
  await expect(barOf(view)).toBeVisible()
  return view
}

test('an administrator views the forum as a member, in a tab of its own, and changes nothing', async ({
  page,
  forum,
  logInAs,
  makePerson,
  uniqueName,
  picture,
}) => {
  const name = uniqueName('viewed')
  const { id } = await makePerson(name)
  const { id: discussionId } = await makeDiscussion(forum, { title: `Read by ${name}`, posts: [{}, {}] })
  await logInAs('boss', 'administrator')
  await page.goto(`/admin/users?q=${name}`)
  await new Menu(page, page.getByRole('button', { name: `Actions for ${name}` })).open()
  const item = page.getByRole('menuitem', { name: `View forum as ${name}` })
  await picture('admin-users-view-as')
  const view = await viewOf(page, () => item.click())

  await expect(barOf(view)).toContainText(`You see the forum as ${name}. Nothing you do here is saved.`)
  await expectAccessible(view)
  await expectAccessibleFromRightToLeft(view)
  await picture('view-as', view)
  await view.getByRole('link', { name: `Read by ${name}` }).click()
  await expect(view).toHaveURL(new RegExp(`/view-as/[^/]+/d/${discussionId}`))
  await expect(view.getByRole('heading', { level: 1 })).toContainText(`Read by ${name}`)
  await expect(barOf(view)).toBeVisible()
  await expectAccessible(view)
  await picture('view-as-discussion', view)
  await view.reload()
  await expect(barOf(view)).toContainText(name)

  // The administrator's own tab is as before.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Members')
  await expect(barOf(page)).toHaveCount(0)
  const { database } = forum.current
  const user = await database.read
    .selectFrom('users')
    .select(['last_seen_at', 'read_notifications_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const read = await database.read
    .selectFrom('discussion_user')
    .select('discussion_id')
    .where('user_id', '=', id)
    .execute()
  expect({ ...user, read }).toEqual({ last_seen_at: null, read_notifications_at: null, read: [] })

  await barOf(view).getByRole('link', { name: 'End' }).click()
  await expect(view).toHaveURL('/admin/users')
  await expect(barOf(view)).toHaveCount(0)
})

test('a view refuses to write, has no settings, and keeps links of posts', async ({
  page,
  forum,
  logInAs,
  makePerson,
  uniqueName,
  watch,
  picture,
}) => {
  watch.expect(/status 403: GET .*\/view-as\/.*\/settings/)
  const name = uniqueName('looked-at')
  await makePerson(name)
  const other = await makeDiscussion(forum, { title: `Told of ${name}`, posts: [{}, {}] })
  const linked = `${forum.url}/d/${other.id}`
  await makeDiscussion(forum, {
    title: `Linked by ${name}`,
    posts: [{ content: `See ${linked} for more.` }, {}],
  })
  await logInAs('boss', 'administrator')
  await page.goto(`/admin/users?q=${name}`)
  await new Menu(page, page.getByRole('button', { name: `Actions for ${name}` })).open()
  const item = page.getByRole('menuitem', { name: `View forum as ${name}` })
  const view = await viewOf(page, () => item.click())
  await view.getByRole('link', { name: `Linked by ${name}` }).click()
  await expect(view.getByRole('heading', { level: 1 })).toContainText(`Linked by ${name}`)
  await settled(view)

  await view.getByRole('link', { name: 'Reply' }).first().click()
  await expect(view.getByText('You see the forum as someone else.')).toBeVisible()
  await picture('view-as-refused', view)
  // An address that an author has written leads to the same page of the view.
  await view.locator('.Post').first().getByRole('link', { name: linked }).click()
  await expect(view).toHaveURL(new RegExp(`/view-as/[^/]+/d/${other.id}`))
  await expect(barOf(view)).toBeVisible()

  const [base] = view.url().split('/d/')
  await view.goto(`${base}/settings`)
  await expect(view.getByRole('main')).toContainText(
    'isn’t available while you see the forum as someone else',
  )
  await expect(barOf(view)).toBeVisible()
  await expectAccessible(view)
  await picture('view-as-unavailable', view)
})

test('an administrator views the forum as a member of a group and as a guest, by keyboard', {
  tag: '@long',
}, async ({ page, logInAs, picture }) => {
  await logInAs('boss', 'administrator')
  await page.goto('/admin/permissions')
  const views = [
    ['Mods', 'View forum as a member of Mods', 'You see the forum as a member of Mods.'],
    ['Guests', 'View forum as a guest', 'You see the forum as a guest.'],
  ] as const
  for (const [group, label, text] of views) {
    await page.getByRole('button', { name: `Edit ${group}` }).press('Enter')
    const button = page.getByRole('dialog').getByRole('button', { name: label })
    await expect(button).toBeVisible()
    await expectAccessible(page)
    await picture(`admin-group-view-as-${group}`)
    const view = await viewOf(page, () => button.press('Enter'))
    await expect(barOf(view)).toContainText(text)
    await expectAccessible(view)
    await picture(`view-as-${group}`, view)
    await view.close()
    await page.keyboard.press('Escape')
  }
})

test('a view that has ended says so', { tag: '@long' }, async ({
  page,
  logInAs,
  context,
  watch,
  picture,
}) => {
  watch.expect(/status 403/)
  await logInAs('boss', 'administrator')
  await page.goto('/admin/permissions')
  await page.getByRole('button', { name: 'Edit Members' }).click()
  const open = () => page.getByRole('button', { name: 'View forum as a member of Members' }).click()
  const view = await viewOf(page, open)
  await context.clearCookies()
  await view.reload()
  await expect(view.getByText('This view of the forum has ended.')).toBeVisible()
  await expect(barOf(view)).toHaveCount(0)
  await picture('view-as-ended', view)
})
