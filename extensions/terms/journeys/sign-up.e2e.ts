import { expect, test } from '@parley/testing/journey'
import { expectAccessible } from '@parley/testing/page-checks'
import { setPolicies } from './policies.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

const policies = [
  { name: 'Terms of service', url: 'https://example.org/terms' },
  { name: 'News by mail', optional: true },
]

test(
  'a guest accepts the policies to sign up, and a box that is missing is named',
  { tag: '@tablet' },
  async ({ page, forum, on, watch, picture }, { testId }) => {
    await setPolicies(forum, policies)
    const username = `guest-${testId}`.slice(0, 30)
    await on.index.goto()
    await page.goto('/register')
    await on.session.fillSignUp({ username, email: `${username}@machine.local`, password: 'open sesame' })
    const terms = page.getByLabel('I accept Terms of service')
    await expect(page.getByRole('link', { name: 'Terms of service' })).toHaveAttribute(
      'href',
      policies[0]?.url ?? '',
    )
    watch.expect(/status 422: POST .*\/register/)
    await on.session.submit('Sign up').click()
    await expect(terms).toBeFocused()
    await expect(terms).toHaveAccessibleDescription('You need to accept “Terms of service” to sign up.')
    await expectAccessible(page)
    await picture('policies-sign-up')
    await terms.check()
    await on.session.submit('Sign up').click()
    await expect(page.getByText(`Welcome, ${username}.`)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const { terms_answers: answers } = await forum.current.database.read
      .selectFrom('users')
      .select('terms_answers')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    expect(Object.values(JSON.parse(answers ?? '{}'))).toMatchObject([
      { isAccepted: true },
      { isAccepted: false },
    ])
  },
)

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test.beforeEach(({ watch }) => {
    // Chromium reports scripts that are blocked because JavaScript is disabled.
    watch.expect(/^request: GET .*\.js csp$/, /status 422: POST .*\/register/)
  })

  test('the page to sign up has the boxes, too', async ({ page, forum, picture }, { testId }) => {
    await setPolicies(forum, policies)
    const username = `plain-${testId}`.slice(0, 30)
    await page.goto('/register')
    const fill = async () => {
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Email').fill(`${username}@machine.local`)
      await page.getByLabel('Password', { exact: true }).fill('open sesame')
    }
    await fill()
    await page.getByLabel('I accept News by mail').check()
    await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByText('You need to accept “Terms of service” to sign up.')).toBeVisible()
    await expect(page.getByLabel('I accept News by mail')).toBeChecked()
    await picture('policies-sign-up-without-scripts')
    await fill()
    await page.getByLabel('I accept Terms of service').check()
    await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
    await expect(page).toHaveURL(/\/$/)
    const { terms_answers: answers } = await forum.current.database.read
      .selectFrom('users')
      .select('terms_answers')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    expect(Object.values(JSON.parse(answers ?? '{}'))).toMatchObject([
      { isAccepted: true },
      { isAccepted: true },
    ])
  })
})
