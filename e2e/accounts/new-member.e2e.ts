import { makeDiscussion } from '@parley/testing/discussions'
import { expectAccessible } from '@parley/testing/page-checks'
import { pagesOf } from '@parley/testing/pages'
import { expect, test } from '../world.ts'

const password = 'a long enough password'

test('a new member is welcomed, told to confirm the address, and has nothing unread', {
  tag: '@tablet',
}, async ({ page, on, picture, uniqueName }) => {
  const username = uniqueName('ines')
  await on.index.goto()
  await expect(on.index.rows).toHaveCount(20)
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
  await on.header.choose('Sign up')
  await on.session.fillSignUp({ username, email: `${username}@machine.local`, password })
  const marks: unknown[] = []
  page.on('request', (request) => {
    if (/\/api\/users\/\d+$/.test(request.url()) && request.method() === 'POST')
      marks.push(request.postDataJSON())
  })
  await on.session.submit('Sign up').click()
  const alert = page.locator('.AppAlert', { hasText: `Welcome, ${username}. Confirm your email` })
  await expect(alert).toBeInViewport({ ratio: 1 })
  await expect(alert).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(on.index.rows).toHaveCount(20)
  await expect(page.getByRole('button', { name: /unread post/ })).toHaveCount(0)
  expect(marks).toEqual([
    {
      data: { type: 'users', id: expect.any(String), attributes: { markedAllAsReadAt: expect.any(String) } },
    },
  ])
  await expectAccessible(page)
  await picture('new-member')
  // The welcome is said once.
  await page.reload()
  await expect(page.getByText('Confirm your email: we sent a link')).toBeVisible()
  await expect(page.getByText('Welcome, ')).toBeHidden()
})

test('log-in goes on to the page asked for', async ({ page, on, makePerson, uniqueName, watch }) => {
  const person = await makePerson(uniqueName('asker'))
  watch.expect(/status 401/)
  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await on.session.fillLogIn(person)
  await on.session.submit('Log in').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page).toHaveURL('/settings')
})

for (const [requested, target, tag] of [
  ['/u/mira?page=1', '/u/mira?page=1', ''],
  ['//evil.example/', '/', ''],
  ['/\\evil.example/', '/', '@long'],
  ['https://evil.example/', '/', '@long'],
] as const) {
  test(`the log-in page with return=${requested} leads to ${target}`, { tag: tag || [] }, async ({
    page,
    on,
    makePerson,
    uniqueName,
  }) => {
    const person = await makePerson(uniqueName('returner'))
    await page.goto(`/login?${new URLSearchParams({ return: requested })}`)
    await on.session.fillLogIn(person)
    await on.session.submit('Log in').click()
    await expect(page).toHaveURL(target)
  })
}

test('log-in goes on with the discussion or the reply that one was about to write', {
  tag: '@tablet',
}, async ({ page, forum, on, isPhone, forgetSession, makePerson, uniqueName }) => {
  const person = await makePerson(uniqueName('doer'))
  const discussion = await makeDiscussion(forum, { title: 'What next?', slug: 'what-next' })
  await page.goto(`/d/${discussion.id}`)
  await page.getByRole('link', { name: 'Log in to reply' }).first().click()
  await on.session.fillLogIn(person)
  await on.session.submit('Log in').click()
  await expect(on.composer.region).toBeVisible()
  await expect(on.composer.text).toBeFocused()
  if (isPhone) return

  await forgetSession()
  await on.index.goto()
  await page.getByRole('main').getByRole('link', { name: 'Start a discussion' }).first().click()
  await on.session.fillLogIn(person)
  await on.session.submit('Log in').click()
  await expect(on.composer.region).toBeVisible()
  await expect(on.composer.title).toBeVisible()
})

test('what one was about to do goes on after the confirmation, once, also in another tab', {
  tag: '@tablet',
}, async ({ page, context, forum, on, isPhone, mailedLink, uniqueName, watch, forgetSession }) => {
  // Signs up twice.
  test.slow()
  // The first tab may report what was read with the session that the confirmation replaced.
  watch.expect(/status 400: POST .*\/api\/discussions\/\d+$/)
  const confirmElsewhere = async (email: string) => {
    const tab = await context.newPage()
    await tab.goto(await mailedLink(email, '/confirm/'))
    await tab.getByRole('button', { name: 'Confirm email' }).click()
    return { tab, ...pagesOf(tab) }
  }
  const replier = uniqueName('replier')
  const discussion = await makeDiscussion(forum, { title: 'Who joins?', slug: 'who-joins' })
  await page.goto(`/d/${discussion.id}`)
  await page.getByRole('link', { name: 'Log in to reply' }).first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Sign up' }).click()
  await on.session.fillSignUp({ username: replier, email: `${replier}@machine.local`, password })
  await on.session.submit('Sign up').click()
  await expect(page.getByText('Confirm your email to reply.').first()).toBeVisible()
  const { tab, composer, index } = await confirmElsewhere(`${replier}@machine.local`)
  await expect(composer.text).toBeFocused()
  await expect(tab).toHaveURL(new RegExp(`/d/${discussion.id}`))
  // It goes on in one tab only.
  await index.goto()
  await expect(index.rows.first()).toBeVisible()
  await expect(composer.region).toBeHidden()
  await page.reload()
  await expect(on.discussion.replyLink).toBeVisible()
  await expect(on.composer.region).toBeHidden()
  await tab.close()
  if (isPhone) return

  await forgetSession()
  const starter = uniqueName('starter')
  await on.index.goto()
  await page.getByRole('main').getByRole('link', { name: 'Start a discussion' }).first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Sign up' }).click()
  await on.session.fillSignUp({ username: starter, email: `${starter}@machine.local`, password })
  await on.session.submit('Sign up').click()
  await expect(page.getByText('Confirm your email to post.').filter({ visible: true })).toBeVisible()
  const second = await confirmElsewhere(`${starter}@machine.local`)
  await expect(second.composer.title).toBeVisible()
})

test('after the confirmation one arrives at the page asked for', async ({
  page,
  on,
  watch,
  mailedLink,
  uniqueName,
}) => {
  const username = uniqueName('settler')
  const email = `${username}@machine.local`
  watch.expect(/status 401/)
  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Sign up' }).click()
  await on.session.fillSignUp({ username, email, password })
  await on.session.submit('Sign up').click()
  await expect(page.getByText(`we sent a link to ${email}`)).toBeVisible()
  await page.goto(await mailedLink(email, '/confirm/'))
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page).toHaveURL('/settings')
})

test('pages of the server stand in the forum’s frame and lead on', { tag: '@tablet' }, async ({
  page,
  on,
  isPhone,
  watch,
  picture,
}) => {
  watch.expect(/status 403/)
  const frame = async () => {
    await expect(page.getByRole('contentinfo')).toBeVisible()
    if (!isPhone) await expect(on.header.bar.getByRole('combobox')).toBeVisible()
    const place = isPhone ? page : on.header.bar
    const logIn = place.getByRole('link', { name: 'Log in' }).filter({ visible: true })
    await expect(logIn.first()).toBeVisible()
    await expectAccessible(page)
  }
  await page.goto('/confirm/expired')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  await frame()
  await picture('expired-link')
  await expect(page.getByRole('main')).not.toContainText('403')
  await page.getByRole('main').getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await frame()
  await page.getByLabel('Email').fill('lost@machine.local')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'emailed it a link' })).toBeVisible()
  await frame()
  await picture('forgot-password-page-sent')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(on.session.identification).toBeVisible()
})
