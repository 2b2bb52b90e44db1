import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { expect, test } from '../world.ts'

test('a password reset is requested from the log-in form', async ({
  page,
  forum,
  on,
  makePerson,
  picture,
  openSessionForm,
}) => {
  const person = await makePerson('forgetful')
  await openSessionForm('Log in')
  await on.session.identification.fill(person.email)
  await page.getByRole('dialog').getByRole('link', { name: 'Forgot your password?' }).click()
  const dialog = on.dialog.called('Forgot your password?')
  await expect(dialog.getByLabel('Email')).toHaveValue(person.email)
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expect(on.dialog.called('Log in')).toBeHidden()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('forgot-password-modal')
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: /\w/ })).toContainText('emailed it a link')
  await expect(dialog.getByRole('button', { name: 'OK' })).toBeFocused()
  await expectAccessible(page)
  await picture('forgot-password-sent')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(async () => {
    const mails = (await forum.mails()).filter(({ to }) => to.address === person.email)
    expect(mails).toHaveLength(1)
  }).toPass()
})

test('errors of a password reset are shown in the form', { tag: '@long' }, async ({
  page,
  on,
  watch,
  picture,
  openSessionForm,
}) => {
  await openSessionForm('Log in')
  await page.getByRole('dialog').getByRole('link', { name: 'Forgot your password?' }).click()
  const dialog = on.dialog.called('Forgot your password?')
  const email = dialog.getByLabel('Email')
  const send = dialog.getByRole('button', { name: 'Send link' })
  await email.fill('nobody@machine')
  watch.expect(/status (404|422|429|500): POST .*\/api\/forgot/, /ERR_INTERNET_DISCONNECTED/)
  await send.click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toBeFocused()

  const respondWith = (status: number) =>
    page.route('**/api/forgot', (route) =>
      route.fulfill({ status, json: { errors: [{ status: `${status}` }] } }),
    )
  await respondWith(404)
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText('no account with this email address')
  await expect(email).toBeFocused()
  await picture('forgot-password-unknown')
  await respondWith(429)
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText('too often')
  await respondWith(500)
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText('went wrong')
  await page.route('**/api/forgot', (route) => route.abort('internetdisconnected'))
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText('Can’t reach the server')
  await expect(send).toBeEnabled()
})

test('log-in and sign-up forms replace each other and keep the name; Escape closes them', {
  tag: '@tablet',
}, async ({ page, on, isPhone, openSessionForm }) => {
  await openSessionForm('Log in')
  await on.session.identification.fill('ottilie')
  await page.getByRole('dialog').getByRole('link', { name: 'Sign up' }).click()
  await expect(on.dialog.called('Sign up')).toBeVisible()
  await expect(on.session.username).toHaveValue('ottilie')
  await page.getByRole('dialog').getByRole('link', { name: 'Log in' }).click()
  await expect(on.session.identification).toHaveValue('ottilie')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  // A click outside does not close the form.
  await page.mouse.click(4, 4)
  await expect(on.session.identification).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  if (!isPhone) await expect(on.header.bar.getByRole('link', { name: 'Log in' })).toBeFocused()
})

test('a form says what is missing at the fields, and shows a password on demand', async ({
  page,
  on,
  picture,
  openSessionForm,
}) => {
  await openSessionForm('Sign up')
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') requests.push(request.url())
  })
  await on.session.email.fill('not an address')
  await on.session.submit('Sign up').click()
  await expect(on.session.username).toBeFocused()
  await expect(on.session.username).toHaveAccessibleDescription('Fill in this field.')
  await expect(on.session.email).toHaveAccessibleDescription(/^Enter a valid email address/)
  await expect(on.session.password).toHaveAccessibleDescription('Fill in this field.')
  expect(requests).toEqual([])
  // The ring of the focus has the colour of the error, alone.
  const [border, ring] = await on.session.username.evaluate((field) => {
    const { borderTopColor, boxShadow } = getComputedStyle(field)
    return [borderTopColor, boxShadow]
  })
  expect(ring).toContain(border)
  await expectAccessible(page)
  await picture('sign-up-missing')

  await on.session.password.fill('a long enough password')
  await expect(on.session.password).toHaveAttribute('type', 'password')
  const show = page.getByRole('dialog').getByRole('button', { name: 'Show password' })
  await show.click()
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await expect(on.session.password).toHaveAttribute('type', 'text')
  await expect(on.session.password).toHaveValue('a long enough password')
  await show.click()
  await expect(on.session.password).toHaveAttribute('type', 'password')
})

test('an external log-in window logs in here, or opens the sign-up form with its data', async ({
  page,
  forum,
  on,
  watch,
  picture,
  uniqueName,
  logInAs,
  openSessionForm,
}, info) => {
  const postResult = (result: object) =>
    page.evaluate((data) => new BroadcastChannel('parley.externalLogIn').postMessage(data), result)
  const username = uniqueName('elsewhere')
  await openSessionForm('Log in')
  await expect(on.session.identification).toBeVisible()
  const email = `${username}@machine.local`
  await postResult({ username, email, token: 'x'.repeat(40), provided: ['email'] })
  const dialog = on.dialog.called('Sign up')
  await expect(dialog.getByLabel('Username')).toHaveValue(username)
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await expect(dialog.getByLabel('Email')).not.toBeEditable()
  await expect(dialog.getByLabel('Password')).toHaveCount(0)
  await expectAccessible(page)
  await picture('sign-up-external')
  watch.expect(/status 403: POST .*\/register/)
  const sent = page.waitForRequest('**/register')
  await dialog.getByRole('button', { name: 'Sign up' }).click()
  expect((await sent).postDataJSON()).toEqual({ username, email, token: 'x'.repeat(40) })
  // The token is invalid.
  await expect(dialog.getByRole('alert')).toContainText('don’t have permission')
  await page.keyboard.press('Escape')

  await on.header.choose('Log in')
  await expect(on.session.identification).toBeVisible()
  await logInAs(`known-${info.project.name}`)
  await postResult({ loggedIn: true })
  await expect(on.index.markAllAsRead).toBeVisible()
  expect(forum.url).toBeTruthy()
})

test('the confirmation mail is sent again', { tag: '@long' }, async ({
  page,
  forum,
  on,
  watch,
  picture,
  uniqueName,
}) => {
  const username = uniqueName('again')
  await page.goto('/register')
  await on.session.fillSignUp({
    username,
    email: `${username}@machine.local`,
    password: 'a long enough password',
  })
  await on.session.submit('Sign up').click()
  const resend = page.getByRole('button', { name: 'Resend' })
  watch.expect(/status 429: POST .*send-confirmation/)
  await resend.click()
  await expect(page.getByRole('status').filter({ hasText: 'too often' })).toBeVisible()
  await forum.current.database.transaction((db) =>
    db.updateTable('email_tokens').set({ created_at: '2020-01-01T00:00:00.000Z' }).execute(),
  )
  await resend.click()
  const sent = page.getByRole('button', { name: 'Sent' })
  await expect(sent).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('status').filter({ hasText: 'too often' })).toBeHidden()
  await expectAccessible(page)
  await picture('confirmation-sent-again')
})

test('an external log-in ends in a popup window or in this window', { tag: '@long' }, async ({
  page,
  on,
  picture,
}) => {
  const registration = {
    username: 'ottilie',
    email: 'ottilie@machine.local',
    token: 'x'.repeat(40),
    provided: [],
  }
  const address = `/#external-log-in=${encodeURIComponent(JSON.stringify(registration))}`
  const dialog = on.dialog.called('Sign up')
  await page.goto(address)
  await expect(dialog.getByLabel('Username')).toHaveValue('ottilie')
  await expect(page).not.toHaveURL(/external/)
  await picture('sign-up-external-window')
  await page.keyboard.press('Escape')

  await on.header.choose('Log in')
  await expect(on.session.identification).toBeVisible()
  const opening = page.waitForEvent('popup')
  await page.evaluate((url) => void window.open(url, 'parley-log-in', 'width=580,height=400'), address)
  const popup = await opening
  await popup.waitForEvent('close')
  await expect(dialog.getByLabel('Email')).toHaveValue(registration.email)
})
