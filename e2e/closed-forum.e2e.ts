import { createAccessToken } from '@parley/server/access-tokens'
import { makeUser } from '@parley/testing/factories'
import { expectAccessible } from '@parley/testing/page-checks'
import type { ServedForum } from '@parley/testing/start-forum'
import { expect, test } from './world.ts'

/** Does what an administrator does by the API. */
async function administer(forum: ServedForum) {
  const { database, now } = forum.current
  const { id: userId } = await makeUser(forum, { username: 'janitor', groupIds: [1] })
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId, type: 'developer', now: now() }),
  )
  return async (path: 'settings' | 'permission', body: object) => {
    const answer = await fetch(`${forum.url}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(204)
  }
}

test('a forum that takes nobody new and shows guests nothing says so', async ({
  page,
  forum,
  on,
  world,
  watch,
  makePerson,
  picture,
}) => {
  const tell = await administer(forum)
  watch.expect(/status 40[134]: GET/)
  try {
    await tell('settings', { allow_sign_up: false })
    await on.index.goto()
    await expect(on.index.rows.first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0)
    await on.header.choose('Log in')
    await expect(on.session.identification).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0)
    await page.goto('/register')
    await expectAccessible(page)
    await picture('sign-up-closed')

    await tell('permission', { permission: 'viewForum', groupIds: [3] })
    for (const path of ['/', '/all?q=ferry', `/u/${world.author.username}`, `/d/${world.rich.id}`]) {
      await page.goto(path)
      await expect(
        page.getByRole('main').getByRole('heading', { name: /^(Not for everyone|Nothing here)$/ }),
      ).toBeVisible()
      await expect(page.getByText(world.rich.title)).toHaveCount(0)
      await expectAccessible(page)
    }
    await on.index.goto()
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).last().click()
    await expect(on.session.identification).toBeVisible()
    await picture('forum-for-members')
    await on.session.fillLogIn(await makePerson('insider'))
    await on.session.submit('Log in').click()
    await expect(on.index.rows.first()).toBeVisible()
  } finally {
    await tell('settings', { allow_sign_up: true })
    await tell('permission', { permission: 'viewForum', groupIds: [2] })
  }
})
