import { confirmEmail } from '@parley/testing/journey'
import { expectAccessible } from '@parley/testing/page-checks'
import { expect, test } from '../world.ts'

test('a visitor signs up and can take part once the address is confirmed', { tag: '@phone' }, async ({
  page,
  forum,
  on,
  samples,
  picture,
  isPhone,
  uniqueName,
}) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const username = uniqueName('newcomer')
  await on.index.goto()
  await expect(page.getByRole('region', { name: 'Welcome to Riverside Commons' })).toBeVisible()
  await picture('index-guest')
  await on.header.choose('Sign up')
  await expect(on.session.username).toBeVisible()
  await expect(on.session.email).toHaveAttribute('type', 'email')
  await expectAccessible(page)
  await picture('sign-up')
  await on.session.fillSignUp({ username, email: `${username}@machine.local`, password: 'short' })
  await on.session.password.fill('a long enough password')
  await on.session.submit('Sign up').click()

  await expect(page.getByText(`we sent a link to ${username}@machine.local`)).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Start a discussion' }).filter({ visible: true }),
  ).toBeVisible()
  await expect(page.getByText('Confirm your email to post.').filter({ visible: true })).toBeVisible()
  await expectAccessible(page)
  await picture('unconfirmed')
  if (!isPhone) await expect(on.header.account.button).toContainText(username)

  await on.discussion.goto(samples.rich.id)
  await expect(on.discussion.refusedReply).toBeVisible()
  await expect(on.discussion.refusals('Confirm your email to reply.')).toHaveCount(2)
  await expect(page.getByRole('link', { name: /reply/i })).toHaveCount(0)
  await on.index.goto()

  await confirmEmail(forum, username)
  await page.reload()
  await expect(on.index.markAllAsRead).toBeVisible()
  await expect(page.getByText('we sent a link')).toBeHidden()
  await picture('index-member')
})

test('sign-up errors are shown beside the field', { tag: '@tablet' }, async ({
  page,
  on,
  watch,
  makePerson,
  picture,
  openSessionForm,
}) => {
  const taken = await makePerson('taken')
  await openSessionForm('Sign up')
  watch.expect(/status 422: POST .*\/register/)
  // Two faults that the server knows, and one that the browser finds: one round tells all of them.
  await on.session.fillSignUp({ ...taken, email: 'not an address', password: 'short' })
  await on.session.submit('Sign up').click()
  await expect(on.session.username).toHaveAttribute('aria-invalid', 'true')
  await expect(on.session.username).toBeFocused()
  await expect(on.session.username).toHaveAccessibleDescription(/taken/)
  await expect(on.session.email).toHaveAccessibleDescription(/^Enter a valid email address/)
  await expect(on.session.password).toHaveAccessibleDescription(/8 characters/)
  await expect(on.session.error).toBeEmpty()
  await expectAccessible(page)
  await picture('sign-up-taken')
})

test('a member logs in after a wrong password, stays logged in, and logs out', async ({
  page,
  context,
  on,
  watch,
  makePerson,
  picture,
  openSessionForm,
}) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const member = await makePerson('returning')
  await openSessionForm('Log in')
  await expect(on.session.identification).toBeVisible()
  await expectAccessible(page)
  await picture('log-in')
  watch.expect(/status 401: POST .*\/login/)
  await on.session.fillLogIn({ username: ` ${member.username} `, password: 'not this one' })
  await on.session.submit('Log in').click()
  await expect(on.session.error).toContainText('Wrong username or password')
  await expect(on.session.password).toHaveValue('')
  await expect(on.session.password).toBeFocused()
  await expectAccessible(page)
  await picture('log-in-wrong')

  await on.session.password.fill(member.password)
  await on.session.remember.check()
  await on.session.submit('Log in').click()
  await expect(on.index.markAllAsRead).toBeVisible()

  // Closing the browser deletes the session cookie but not the persistent one.
  await context.clearCookies({ name: 'parley_session' })
  await page.reload()
  await expect(on.index.markAllAsRead).toBeVisible()

  // The log-out URL asks for a confirmation, as other sites could link to it.
  await page.goto('/logout')
  await expectAccessible(page)
  await picture('log-out-question')
  await page.getByRole('main').getByRole('link', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Log in' }).filter({ visible: true }).first()).toBeVisible()
  await page.reload()
  await expect(on.index.markAllAsRead).toBeHidden()
})
