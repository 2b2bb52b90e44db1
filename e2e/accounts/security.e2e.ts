import { createAccessToken } from '@parley/server/access-tokens'
import { expectAccessible, expectAccessibleFromRightToLeft, layoutShift } from '@parley/testing/page-checks'
import type { ServedForum } from '@parley/testing/start-forum'
import type { Page } from '@playwright/test'
import { expect, test } from '../world.ts'

const client = {
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
}

/** Logs an account in on another device. */
async function makeSession({ current: { database, now } }: ServedForum, userId: number): Promise<void> {
  await database.transaction((db) => createAccessToken(db, { userId, type: 'session', now: now(), client }))
}

const security = (page: Page) => ({
  tokens: page.getByRole('region', { name: 'Developer tokens' }),
  sessions: page.getByRole('region', { name: 'Devices' }),
  everywhere: page.getByRole('region', { name: 'Log out everywhere' }),
})

test('a token is made, shown, hidden, copied and revoked', async ({
  page,
  context,
  on,
  watch,
  picture,
  logInAs,
}) => {
  test.slow()
  const person = await logInAs('keeper', 'administrator')
  await page.goto(`/u/${person.username}`)
  await page.getByRole('link', { name: 'Security' }).click()
  await expect(page).toHaveTitle('Security - Riverside Commons')
  const { tokens } = security(page)
  await expect(tokens.getByText('Nothing here yet.')).toBeVisible()
  const opener = tokens.getByRole('button', { name: 'New token' })
  await opener.click()
  const dialog = on.dialog.called('New token')
  const title = dialog.getByLabel('What is it for?')
  await expect(title).toBeFocused()
  await expectAccessible(page)
  await picture('new-token')
  watch.expect(/status (422|500): POST .*\/api\/access-tokens/)
  await title.evaluate((input: HTMLInputElement) => input.removeAttribute('required'))
  await title.fill(' ')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(title).toHaveAttribute('aria-invalid', 'true')
  await expect(title).toBeFocused()
  await title.fill('Calendar')
  await page.route('**/api/access-tokens', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByRole('alert')).toContainText('went wrong')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog).toBeHidden()

  const token = tokens.getByRole('listitem').filter({ hasText: 'Calendar' }).first()
  const value = token.locator('code')
  await expect(value).toHaveText(/^\w{40}$/)
  const secret = (await value.textContent()) ?? ''
  await token.getByRole('button', { name: 'Hide token' }).click()
  await expect(value).toHaveText('************')
  await expect(token).toContainText('Never used')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('security')
  await token.getByRole('button', { name: 'Show token' }).click()
  await expect(value).toHaveText(secret)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await token.getByRole('button', { name: 'Copy token' }).click()
  await expect(page.getByText('Token copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)

  await page.reload()
  await expect(value).toHaveText('************')
  expect(await layoutShift(page)).toBeLessThan(0.02)
  const question = 'Revoke this token?'
  await token.getByRole('button', { name: 'Revoke Calendar' }).click()
  await on.dialog.answer(question, 'Cancel')
  await expect(token).toBeVisible()
  watch.expect(/status 500: POST .*\/api\/access-tokens\//)
  await page.route('**/api/access-tokens/*', (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  })
  await token.getByRole('button', { name: 'Revoke Calendar' }).click()
  await on.dialog.answer(question, 'Revoke')
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await token.getByRole('button', { name: 'Revoke Calendar' }).click()
  await on.dialog.answer(question, 'Revoke')
  await expect(page.getByText('Token revoked.')).toBeVisible()
  await expect(tokens.getByText('Nothing here yet.')).toBeVisible()
})

test('a member ends other sessions, one and all, but not this one', async ({
  page,
  forum,
  on,
  watch,
  picture,
  logInAs,
}) => {
  test.slow()
  const person = await logInAs('traveller')
  await page.goto(`/u/${person.username}/security`)
  const { tokens, sessions } = security(page)
  const all = sessions.getByRole('button', { name: 'Log out other devices' })
  await expect(sessions.getByRole('heading', { level: 3 })).toHaveCount(1)
  await expect(sessions).toContainText('This device')
  await expect(all).toHaveAttribute('aria-disabled', 'true')
  await expect(sessions.getByRole('button', { name: 'Log out Unknown device' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  // Members may not make tokens, so the region is absent.
  await expect(tokens).toHaveCount(0)
  await expectAccessible(page)
  await picture('security-alone')

  for (let made = 0; made < 3; made += 1) await makeSession(forum, person.id)
  await page.reload()
  await expect(sessions.getByRole('heading', { level: 3 })).toHaveCount(4)
  await expect(sessions.getByRole('heading', { level: 3 }).first()).toContainText('Unknown device')
  await expect(sessions.getByText('203.0.113.7').first()).toBeVisible()
  await expectAccessible(page)
  await picture('security-sessions')
  await sessions.getByRole('button', { name: 'Log out Firefox on Linux' }).first().click()
  await on.dialog.answer('Log out this device?', 'Log out')
  await expect(page.getByText('Device logged out.')).toBeVisible()
  await expect(sessions.getByRole('heading', { level: 3 })).toHaveCount(3)

  await all.click()
  await on.dialog.answer('Log out other devices?', 'Cancel')
  watch.expect(/status 500: POST .*\/api\/sessions/)
  await page.route('**/api/sessions', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await all.click()
  await on.dialog.answer('Log out other devices?', 'Log out other devices')
  await expect(page.getByText('Couldn’t log out the other devices.')).toBeVisible()
  await expect(sessions.getByRole('heading', { level: 3 })).toHaveCount(3)
  await all.click()
  await on.dialog.answer('Log out other devices?', 'Log out other devices')
  await expect(page.getByText('2 devices logged out.')).toBeVisible()
  await expect(sessions.getByRole('heading', { level: 3 })).toHaveCount(1)
  await expect(all).toHaveAttribute('aria-disabled', 'true')
})

test('buttons are disabled during a request, and logging out everywhere ends the session', {
  tag: '@long',
}, async ({ page, forum, on, logInAs }) => {
  const person = await logInAs('leaver')
  await makeSession(forum, person.id)
  await page.goto(`/u/${person.username}/security`)
  const { sessions, everywhere } = security(page)
  const all = sessions.getByRole('button', { name: 'Log out other devices' })
  const out = everywhere.getByRole('button', { name: 'Log out everywhere' })
  await expect(all).not.toHaveAttribute('aria-disabled', 'true')
  const release = Promise.withResolvers<void>()
  await page.route('**/global-logout', async (route) => {
    await release.promise
    await route.continue()
  })
  await out.click()
  await on.dialog.answer('Log out everywhere?', 'Log out everywhere')
  await expect(out).toHaveAttribute('aria-busy', 'true')
  await expect(all).toHaveAttribute('aria-disabled', 'true')
  release.resolve()
  await expect(page).toHaveURL(`${forum.url}/`)
  await expect(page.getByRole('link', { name: 'Log in' }).filter({ visible: true }).first()).toBeVisible()
})

test('a token moderator sees and ends tokens of others, without secrets', async ({
  page,
  forum,
  on,
  makePerson,
  picture,
  logInAs,
}) => {
  const person = await makePerson('watched')
  await makeSession(forum, person.id)
  const { database, now } = forum.current
  await database.transaction((db) =>
    createAccessToken(db, { userId: person.id, type: 'developer', title: 'Robot', now: now() }),
  )
  await logInAs('watcher', 'administrator')
  await page.goto(`/u/${person.username}/security`)
  const { tokens, sessions, everywhere } = security(page)
  await expect(tokens.locator('code')).toHaveText('************')
  await expect(tokens.getByRole('button', { name: 'Show token' })).toHaveCount(0)
  await expect(tokens.getByRole('button', { name: 'New token' })).toHaveCount(0)
  await expect(sessions.getByRole('button', { name: 'Log out other devices' })).toHaveCount(0)
  await expect(everywhere).toHaveCount(0)
  await picture('security-watched')
  await sessions.getByRole('button', { name: 'Log out Firefox on Linux' }).click()
  await on.dialog.answer('Log out this device?', 'Log out')
  await expect(sessions.getByText('Nothing here yet.')).toBeVisible()
})

test('other users are redirected to the index, by the server and within the page', { tag: '@long' }, async ({
  page,
  forum,
  logInAs,
}) => {
  await page.goto('/u/mira/security')
  await expect(page).toHaveURL(`${forum.url}/`)
  await logInAs('curious')
  await page.goto('/u/mira/security')
  await expect(page).toHaveURL(`${forum.url}/`)
  await page.goto('/u/mira')
  await expect(page.getByRole('link', { name: 'Security' })).toHaveCount(0)
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/u/mira/security'
    link.textContent = 'In'
    document.body.append(link)
  })
  await page.getByRole('link', { name: 'In', exact: true }).click()
  await expect(page).toHaveURL(`${forum.url}/`)
  await page.goBack()
  await expect(page).toHaveURL(`${forum.url}/u/mira`)
})

test('a list that cannot be loaded shows an error and a retry', { tag: '@long' }, async ({
  page,
  watch,
  logInAs,
}) => {
  const person = await logInAs('unlucky')
  watch.expect(/status 500: GET .*\/api\/access-tokens/)
  const release = Promise.withResolvers<void>()
  await page.route(
    '**/api/access-tokens?**',
    async (route) => {
      await release.promise
      await route.fulfill({ status: 500, json: {} })
    },
    { times: 1 },
  )
  await page.goto(`/u/${person.username}/security`)
  const { sessions } = security(page)
  await expect(sessions.getByRole('status').getByText('Loading')).toBeAttached()
  release.resolve()
  await expect(sessions.getByRole('alert')).toContainText('Couldn’t load')
  await sessions.getByRole('button', { name: 'Try again' }).click()
  await expect(sessions.getByText('This device')).toBeVisible()
})
