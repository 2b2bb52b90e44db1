import { makeDiscussion } from '@parley/testing/discussions'
import { expect, groups, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { changeSettings } from './journeys/change-settings.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test('a guest signs up with a nickname, and it stands beside what they write', async ({
  page,
  forum,
  on,
  watch,
  picture,
}, { testId }) => {
  await changeSettings(forum, { 'flarum-nicknames.regex': '^\\p{L}' })
  const username = `guest-${testId}`.slice(0, 30)
  await on.index.goto()
  await on.header.choose('Sign up')
  const nickname = on.dialog.called('Sign up').getByLabel('Nickname', { exact: true })
  await on.session.fillSignUp({ username, email: `${username}@machine.local`, password: 'open sesame' })
  await expect(nickname).not.toHaveAttribute('required')
  await nickname.fill('1st guest')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('nickname-sign-up')
  watch.expect(/status 422: POST .*\/register/)
  await on.session.submit('Sign up').click()
  await expect(nickname).toBeFocused()
  await expect(nickname).toHaveAccessibleDescription(/aren’t allowed here/)
  await picture('nickname-sign-up-refused')
  await nickname.fill('Hedgehog 🦔')
  await on.session.submit('Sign up').click()
  await expect(page.getByText('Welcome, Hedgehog 🦔.')).toBeVisible()
  await on.user.goto(username)
  await expect(on.user.name).toHaveText('Hedgehog 🦔')
})

test('where usernames are random, the sign-up form asks for a nickname instead', async ({
  page,
  forum,
  on,
  picture,
}, { testId }) => {
  await changeSettings(forum, { 'flarum-nicknames.random_username': '1' })
  const email = `random-${testId}@machine.local`
  await page.goto('/register')
  const main = page.getByRole('main')
  await expect(main.getByLabel('Username')).toHaveCount(0)
  await on.session.email.fill(email)
  await on.session.password.fill('open sesame')
  await on.session.submit('Sign up').click()
  const nickname = main.getByLabel('Nickname', { exact: true })
  await expect(nickname).toHaveAttribute('aria-invalid', 'true')
  await picture('nickname-random-username')
  await expectAccessible(page)
  await nickname.fill('Nameless')
  await on.session.submit('Sign up').click()
  await expect(page.getByText('Welcome, Nameless.')).toBeVisible()
  const { username } = await forum.current.database.read
    .selectFrom('users')
    .select('username')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(username).toMatch(/^\d{3,20}$/)
  await on.user.goto(username)
  await expect(on.user.name).toHaveText('Nameless')
})

test('a member changes the own nickname by keyboard, and reads why one is refused', async ({
  page,
  forum,
  on,
  watch,
  makePerson,
  logIn,
  picture,
}) => {
  test.slow()
  await changeSettings(forum, { 'flarum-nicknames.unique': '1' })
  const other = await makePerson('hedgehog')
  const person = await makePerson('keeper')
  const { id } = await makeDiscussion(forum, { user_id: person.id, title: 'Leaves' })
  await logIn(person)
  await page.goto('/settings')
  const opener = page.getByRole('button', { name: 'Change nickname' })
  const dialog = on.dialog.called('Change nickname')
  const nickname = dialog.getByLabel('Nickname', { exact: true })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' || request.headers()['x-http-method-override'] === 'PATCH')
      sent.push(request.url())
  })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(nickname).toBeFocused()
  await expect(nickname).toHaveValue(person.username)
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('nickname-modal')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(sent).toEqual([])
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(nickname).toBeFocused()
  // The first letter is Cyrillic.
  await nickname.fill(`һ${other.username.slice(1)}`)
  watch.expect(/status 422: .*\/api\/users/)
  await page.keyboard.press('Enter')
  await expect(nickname).toHaveAttribute('aria-invalid', 'true')
  await expect(nickname).toHaveAccessibleDescription(/already taken/)
  await picture('nickname-modal-refused')
  await nickname.fill('Autumn 🍂')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Nickname changed.')).toBeVisible()
  await expect(page.getByRole('main').getByText('Autumn 🍂')).toBeVisible()
  await picture('nickname-settings')
  await on.discussion.goto(id)
  await expect(on.discussion.posts).toContainText('Autumn 🍂')
})

test('a moderator changes the nickname of a member', async ({
  page,
  forum,
  on,
  makePerson,
  logIn,
  picture,
}) => {
  await changeSettings(forum)
  const person = await makePerson('renamed')
  await logIn(await makePerson('chief', { groupIds: [groups.administrator] }))
  await on.user.goto(person.username)
  await on.user.controls.choose('Edit')
  const dialog = page.getByRole('dialog')
  const nickname = dialog.getByLabel('Nickname', { exact: true })
  await expect(nickname).toHaveValue('')
  await nickname.fill('Quiet one')
  await expectAccessible(page)
  await picture('nickname-edit-user')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(on.user.name).toHaveText('Quiet one')
  await on.user.controls.choose('Edit')
  await nickname.fill('')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(on.user.name).toHaveText(person.username)
})

test('without nicknames as display names nothing on screen mentions them', async ({
  page,
  forum,
  on,
  makePerson,
  logIn,
}) => {
  await changeSettings(forum, { display_name_driver: 'username' })
  await page.goto('/register')
  await expect(on.session.username).toBeVisible()
  await expect(page.getByLabel('Nickname', { exact: true })).toHaveCount(0)
  await logIn(await makePerson('plain'))
  await page.goto('/settings')
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change nickname' })).toHaveCount(0)
})
