import { createAccessToken } from '@parley/server/access-tokens'
import { expectAccessible } from '@parley/testing/page-checks'
import type { ServedForum } from '@parley/testing/start-forum'
import { administrator } from '@parley/testing/start-forum'
import { expect, test } from '../world.ts'

const groups = { guests: 2, members: 3 }

/** Changes the forum as its administrator would, for all who come after. */
async function change(forum: ServedForum, { signUp, viewers }: { signUp: boolean; viewers: number }) {
  const { database, now } = forum.current
  const token = await database.transaction(async (db) => {
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', administrator.username)
      .executeTakeFirstOrThrow()
    return (await createAccessToken(db, { userId: id, type: 'developer', now: now() })).token
  })
  const told = {
    settings: { allow_sign_up: signUp },
    permission: { permission: 'viewForum', groupIds: [viewers] },
  }
  for (const [path, body] of Object.entries(told)) {
    const answer = await fetch(`${forum.url}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(204)
  }
}

test.afterEach(({ forum }) => change(forum, { signUp: true, viewers: groups.guests }))

test('a forum that takes nobody new and shows guests nothing says so', async ({
  page,
  forum,
  on,
  world,
  watch,
  makePerson,
  picture,
}) => {
  // Several examinations of whole pages.
  test.slow()
  watch.expect(/status 40[134]: GET/)
  await change(forum, { signUp: false, viewers: groups.guests })
  await on.index.goto()
  await expect(on.index.rows.first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0)
  await on.header.choose('Log in')
  await expect(on.session.identification).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0)
  await page.goto('/register')
  await expect(page.getByRole('heading', { name: 'Not for everyone' })).toBeVisible()
  await expectAccessible(page)
  await picture('sign-up-closed')

  await change(forum, { signUp: false, viewers: groups.members })
  for (const path of ['/all?q=ferry', `/u/${world.author.username}`, `/d/${world.rich.id}`, '/']) {
    await page.goto(path)
    await expect(
      page.getByRole('main').getByRole('heading', { name: /^(Not for everyone|Nothing here)$/ }),
    ).toBeVisible()
    await expect(page.getByText(world.rich.title)).toHaveCount(0)
  }
  await expectAccessible(page)
  await picture('forum-for-members')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).last().click()
  await on.session.fillLogIn(await makePerson('insider'))
  await on.session.submit('Log in').click()
  await expect(on.index.rows.first()).toBeVisible()
})
