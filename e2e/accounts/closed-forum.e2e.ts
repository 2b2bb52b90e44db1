import { createAccessToken } from '@parley/server/access-tokens'
import { everyone, members } from '@parley/server/actor'
import { expectAccessible } from '@parley/testing/page-checks'
import type { ServedForum } from '@parley/testing/start-forum'
import { administrator } from '@parley/testing/start-forum'
import { expect, test } from '../world.ts'

/** Changes a setting and a permission of the forum as its administrator. Later tests see the changes. */
async function changeForum(forum: ServedForum, { signUp, viewers }: { signUp: boolean; viewers: number }) {
  const { database, now } = forum.current
  const token = await database.transaction(async (db) => {
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', administrator.username)
      .executeTakeFirstOrThrow()
    return (await createAccessToken(db, { userId: id, type: 'developer', now: now() })).token
  })
  const changes = {
    settings: { allow_sign_up: signUp },
    permission: { permission: 'viewForum', groupIds: [viewers] },
  }
  for (const [path, body] of Object.entries(changes)) {
    const response = await fetch(`${forum.url}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(204)
  }
}

test.afterEach(({ forum }) => changeForum(forum, { signUp: true, viewers: everyone }))

test('a forum without registration and guest access says so', async ({
  page,
  forum,
  on,
  samples,
  watch,
  makePerson,
  picture,
}) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  watch.expect(/status 40[134]: GET/)
  await changeForum(forum, { signUp: false, viewers: everyone })
  await on.index.goto()
  await expect(on.index.rows.first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0)
  await on.header.choose('Log in')
  await expect(on.session.identification).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0)
  await page.goto('/register')
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible()
  await expectAccessible(page)
  await picture('sign-up-closed')

  await changeForum(forum, { signUp: false, viewers: members })
  for (const path of ['/all?q=ferry', `/u/${samples.author.username}`, `/d/${samples.rich.id}`, '/']) {
    await page.goto(path)
    await expect(
      page.getByRole('main').getByRole('heading', { name: /^(No access|Page not found)$/ }),
    ).toBeVisible()
    await expect(page.getByText(samples.rich.title)).toHaveCount(0)
  }
  await expectAccessible(page)
  await picture('forum-for-members')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).last().click()
  await on.session.fillLogIn(await makePerson('insider'))
  await on.session.submit('Log in').click()
  await expect(on.index.rows.first()).toBeVisible()
})
