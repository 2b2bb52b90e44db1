import { makeDiscussion } from '@parley/testing/discussions'
import { confirmEmail } from '@parley/testing/journey'
import { expectNoSidewaysScroll } from '@parley/testing/page-checks'
import { expect, test } from '../world.ts'

test.use({ javaScriptEnabled: false })
test.beforeEach(({ watch }) => {
  // Chromium reports scripts that are blocked because JavaScript is disabled.
  watch.expect(/^request: GET .*\.js csp$/)
})

test('lists and discussions can be read page by page', async ({ page, on, samples, picture }) => {
  await on.index.goto('/?sort=oldest')
  await expect(on.index.rows).toHaveCount(20)
  const first = await on.index.titles.first().textContent()
  await picture('no-script-index')
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(on.index.rows).toHaveCount(20)
  await expect(on.index.titles.first()).not.toHaveText(first ?? '')
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(on.index.titles.first()).toHaveText(first ?? '')

  await on.discussion.goto(samples.long.id)
  await expect(on.discussion.post(1)).toBeVisible()
  await picture('no-script-discussion')
  await page.getByRole('link', { name: 'Load later posts' }).click()
  await expect(on.discussion.post(21)).toBeVisible()
  await expect(on.discussion.post(1)).toBeHidden()
  await page.getByRole('link', { name: 'Load earlier posts' }).click()
  await expect(on.discussion.post(1)).toBeVisible()
  await page.getByRole('link', { name: 'Post #2', exact: true }).click()
  await expect(page).toHaveURL(/\/2$/)
  await expect(on.discussion.post(2)).toBeVisible()
})

const veryLong = {
  content: `How it ends. ${'"'.repeat(65_000)}`,
  content_html: `<p>How it ends. ${'&quot;'.repeat(65_000)}</p>`,
}

test('posts beyond the size limit of a page are excerpts with a link to the post', async ({
  page,
  on,
  forum,
}) => {
  const { id } = await makeDiscussion(forum, { posts: Array.from({ length: 3 }, () => veryLong) })
  await on.discussion.goto(id)
  await expect(on.discussion.post(1)).toBeVisible()
  await expect(on.discussion.post(3)).toBeHidden()
  // Playwright finds no roles inside `noscript`.
  const excerpts = page.locator('noscript article')
  await expect(excerpts).toHaveText([/^#2.*How it ends/, /^#3.*How it ends/])
  await excerpts.last().locator('a', { hasText: 'Read post #3 in full' }).click()
  await expect(on.discussion.post(3)).toBeVisible()
  await expect(excerpts).toHaveText([/^#1.*How it ends/, /^#2.*How it ends/])
})

test.describe('with a script', () => {
  test.use({ javaScriptEnabled: true })

  test('such posts are loaded in full', async ({ page, on, forum }) => {
    const { id } = await makeDiscussion(forum, { posts: Array.from({ length: 3 }, () => veryLong) })
    await on.discussion.goto(id)
    await expect(on.discussion.post(1)).toBeVisible()
    await expect(page.locator('noscript article')).toHaveCount(0)
    await on.discussion.post(1).evaluate((post) => post.scrollIntoView({ block: 'end' }))
    await expect(on.discussion.post(2)).toBeVisible()
  })
})

test('signing up, logging in and out work by forms', { tag: '@tablet' }, async ({
  page,
  forum,
  on,
  watch,
  isPhone,
  picture,
  uniqueName,
}) => {
  watch.expect(/status 401: POST .*\/login/)
  const username = uniqueName('plain')
  const person = { username, email: `${username}@machine.local`, password: 'a long enough password' }
  await page.goto('/register')
  await picture('no-script-sign-up')
  await on.session.fillSignUp(person)
  await on.session.submit('Sign up').click()
  await expect(page.getByText(`we sent a link to ${person.email}`)).toBeVisible()
  await confirmEmail(forum, username)

  await on.header.chooseFromAccount('Log out')
  await page.goto('/login')
  await on.session.fillLogIn({ username, password: 'not this one' })
  const rejected = page.waitForResponse((response) => response.url().endsWith('/login'))
  await on.session.submit('Log in').click()
  expect((await rejected).status()).toBe(401)
  await expect(on.session.identification).toHaveValue(username)
  await expect(page.getByText('Wrong username or password')).toBeVisible()
  await picture('no-script-log-in-wrong')
  await on.session.password.fill(person.password)
  await on.session.submit('Log in').click()
  await expect(page).not.toHaveURL(/login/)
  if (!isPhone) await expect(on.header.account.button).toContainText(username)
  else if (!(await on.header.tab.isVisible())) {
    await on.header.openDrawer()
    await expect(on.header.drawer).toContainText(username)
  }
  await expectNoSidewaysScroll(page)
})

test('discussions and replies are posted by forms, which keep rejected values', async ({
  page,
  on,
  watch,
  picture,
  logInAs,
}) => {
  watch.expect(/^status 422: POST/)
  await logInAs('plain-writer')
  await on.index.goto()
  await on.index.startLink.click()
  const form = page.getByRole('main').locator('form')
  await form.getByLabel('Title').fill('Written without a script')
  await form.getByRole('textbox', { name: /^Write|Text/ }).fill('It **works**.')
  await picture('no-script-composer')
  await form.getByRole('button', { name: 'Post discussion' }).click()
  await expect(on.discussion.title).toHaveText('Written without a script')
  await expect(on.discussion.post(1).locator('strong')).toHaveText('works')

  // Another account, because flood control rejects a second post within seconds.
  await logInAs('plain-answerer')
  await page.reload()
  await on.discussion.replyLink.click()
  await form.getByRole('textbox').fill('And so do replies.')
  await form.getByRole('button', { name: 'Post reply' }).click()
  await expect(on.discussion.post(2)).toContainText('And so do replies.')

  await logInAs('plain-rejected')
  await page.goto('/composer')
  await form.getByLabel('Title').fill('     ')
  await form.getByRole('textbox', { name: /^Write|Text/ }).fill('What I wrote stays.')
  await form.getByRole('button', { name: 'Post discussion' }).click()
  await expect(form.getByRole('textbox', { name: /^Write|Text/ })).toHaveValue('What I wrote stays.')
  await expect(form.getByLabel('Title')).toHaveAccessibleDescription('The title field is required.')
  await expectNoSidewaysScroll(page)
})

test('a password reset is requested by a form', async ({ page, makePerson, picture }) => {
  const { email } = await makePerson('plain-forgetful')
  await page.goto('/forgot')
  await page.getByRole('main').getByLabel('Email').fill(email)
  await page.getByRole('main').locator('form').getByRole('button').click()
  await expect(page.getByRole('main')).toContainText(/If .* (account|address)|sent/)
  await picture('no-script-forgot')
})
