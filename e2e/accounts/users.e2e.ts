import { createAccessToken } from '@parley/server/access-tokens'
import { administrators } from '@parley/server/actor'
import { makeDiscussion } from '@parley/testing/discussions'
import { expectAccessible, expectAccessibleFromRightToLeft, layoutShift } from '@parley/testing/page-checks'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../world.ts'

/** Draws a PNG image of a size in pixels. */
async function drawPicture(page: Page, width: number, height: number): Promise<Buffer> {
  const address = await page.evaluate(
    ([width = 0, height = 0]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')
      context?.fillRect(0, 0, width / 2, height / 2)
      return canvas.toDataURL('image/png')
    },
    [width, height],
  )
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

test('a user’s pages list posts and discussions, load more, and show an empty state', {
  tag: '@tablet',
}, async ({ page, forum, on, isPhone, makePerson, picture }) => {
  const { id, username } = await makePerson('prolific')
  const long = ' with a title that needs more than the one line that a phone has for it'
  for (let number = 1; number <= 22; number += 1) {
    await makeDiscussion(forum, {
      title: `Prolific ${number}${number === 22 ? long : ''}`,
      slug: `prolific-${number}`,
      user_id: id,
      posts: [{ user_id: id, content: `Thought number ${number}` }],
    })
  }
  await on.user.goto(username)
  const posts = page.getByRole('article')
  await expect(posts).toHaveCount(20)
  const top = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().top)
  const newest = posts.filter({ hasText: long })
  // On phones the title has a line of its own.
  const below =
    (await top(newest.getByRole('heading').locator('time'))) - (await top(newest.getByRole('heading')))
  expect(isPhone ? -below : below).toBeLessThan(isPhone ? -12 : 12)
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(posts).toHaveCount(22)
  await expectAccessible(page)
  await picture('user-posts')
  await on.user.tab('Discussions').click()
  await expect(page).toHaveURL(new RegExp(`/u/${username}/discussions$`))
  await expect(on.user.name).toBeFocused()
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.getByRole('link', { name: 'Prolific 1', exact: true })).toBeVisible()
  // A row half below the header is a small target.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
  await picture('user-discussions')

  const quiet = await makePerson('quiet')
  await on.user.goto(quiet.username)
  await expect(page.getByText('No posts yet.')).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('user-empty')
  await on.user.tab('Discussions').click()
  await expect(page.getByText('No discussions yet.')).toBeVisible()
  await on.user.goto(quiet.username)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expect(on.user.actions.filter({ hasText: /Edit|Delete/ })).toHaveCount(0)
  await expect(on.user.picture.button).toHaveCount(0)
})

test('profiles offer moderators no more than the permissions of their group', async ({
  on,
  makePerson,
  logInAs,
}) => {
  const member = await makePerson('watched')
  await logInAs('warden', 'moderator')
  await on.user.goto(member.username)
  await expect(on.user.name).toHaveText(member.username)
  await on.user.controls.open()
  for (const name of ['Edit', 'Delete']) await expect(on.user.controls.item(name)).toHaveCount(0)
  await expect(on.user.picture.button).toHaveCount(0)
})

test('an administrator edits an account: name, address, password and groups', async ({
  page,
  on,
  watch,
  makePerson,
  picture,
  logInAs,
}) => {
  test.slow()
  const person = await makePerson('edited')
  await logInAs('editor', 'administrator')
  await on.user.goto(person.username)
  await on.user.controls.choose('Edit')
  const dialog = on.dialog.called('Edit account')
  const username = dialog.getByLabel('Username')
  const save = dialog.getByRole('button', { name: 'Save changes' })
  await expect(username).toBeFocused()
  await expect(dialog.getByLabel('New password', { exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('edit-user')

  // Saving without changes sends nothing.
  let calls = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/users/')) calls += 1
  })
  await save.click()
  await expect(dialog).toBeHidden()
  expect(calls).toBe(0)

  await on.user.controls.choose('Edit')
  watch.expect(/status (422|500): POST .*\/api\/users/)
  await dialog.getByLabel('Email').fill('admin@machine.local')
  await save.click()
  await expect(dialog.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await dialog.getByLabel('Set a new password').check()
  await expect(dialog.getByLabel('New password', { exact: true })).toBeFocused()
  await dialog.getByLabel('New password', { exact: true }).fill('short')
  await dialog.getByLabel('Email').fill(`other-${person.email}`)
  await save.click()
  await expect(dialog.getByLabel('New password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await picture('edit-user-wrong')
  await dialog.getByLabel('New password', { exact: true }).fill('a long enough password')
  await username.fill(`${person.username}-anew`)
  await dialog.getByLabel('Mod', { exact: true }).check()
  await page.route('**/api/users/*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText('went wrong')
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(on.user.name).toHaveText(`${person.username}-anew`)
  await expect(page).toHaveURL(new RegExp(`/u/${person.username}-anew$`))
  await expect(page.getByRole('main').getByText('Mod', { exact: true })).toBeVisible()
})

test('administrators cannot demote themselves or change their own address here', { tag: '@long' }, async ({
  page,
  on,
  logInAs,
}) => {
  const admin = await logInAs('self-editor', 'administrator')
  await on.user.goto(admin.username)
  await on.user.controls.choose('Edit')
  const dialog = on.dialog.called('Edit account')
  await expect(dialog.getByLabel('Username')).toBeEnabled()
  await expect(dialog.getByLabel('Email')).toHaveCount(0)
  await expect(dialog.getByLabel('Set a new password')).toHaveCount(0)
  await expect(dialog.getByLabel('Admin', { exact: true })).toBeDisabled()
  await expect(dialog.getByLabel('Admin', { exact: true })).toBeChecked()
  await dialog.getByLabel('Mod', { exact: true }).check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').getByText('Mod', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Admin', { exact: true })).toBeVisible()
})

test('an editor changes only accounts whose groups are the editor’s own, and gives only such groups', {
  tag: '@long',
}, async ({ page, forum, on, makePerson, logIn, picture }) => {
  const admin = await makePerson('protected', { groupIds: [administrators] })
  const warden = await makePerson('warden')
  const member = await makePerson('guarded')
  const { database, now } = forum.current
  const { groupId, token } = await database.transaction(async (db) => {
    const group = { name_singular: 'Warden', name_plural: 'Wardens' }
    const { id } = await db.insertInto('groups').values(group).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('group_user').values({ user_id: warden.id, group_id: id }).execute()
    const { token } = await createAccessToken(db, { userId: admin.id, type: 'developer', now: now() })
    return { groupId: id, token }
  })
  for (const permission of ['user.edit', 'user.editCredentials', 'user.editGroups']) {
    const answer = await page.request.post('/api/permission', {
      headers: { Authorization: `Token ${token}` },
      data: { permission, groupIds: [groupId] },
    })
    expect(answer.status()).toBe(204)
  }
  await logIn(warden)
  await on.user.goto(admin.username)
  await expect(page.getByRole('heading', { name: admin.username })).toBeVisible()
  await expect(on.user.actions.filter({ hasText: /Edit|Delete/ })).toHaveCount(0)
  await on.user.goto(member.username)
  await on.user.controls.choose('Edit')
  const dialog = on.dialog.called('Edit account')
  await expect(dialog.getByLabel('Username')).toBeEnabled()
  await expect(dialog.getByLabel('Admin', { exact: true })).toBeDisabled()
  await expect(dialog.getByLabel('Mod', { exact: true })).toBeDisabled()
  await dialog.getByLabel('Warden', { exact: true }).check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('main').getByText('Warden', { exact: true })).toBeVisible()
  await on.user.controls.choose('Edit')
  await picture('edit-user-protected')
})

test('an administrator confirms the address of a user', async ({ page, forum, on, makePerson, logInAs }) => {
  const person = await makePerson('waiting')
  await forum.current.database.transaction((db) =>
    db.updateTable('users').set({ is_email_confirmed: false }).where('id', '=', person.id).execute(),
  )
  await logInAs('confirmer', 'administrator')
  await on.user.goto(person.username)
  await on.user.controls.choose('Edit')
  const activate = on.dialog.called('Edit account').getByRole('button', { name: 'Confirm email' })
  await activate.click()
  await expect(activate).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(on.user.controls.button).toBeFocused()
})

test('an account is deleted after a confirmation; the first account cannot be deleted', async ({
  page,
  on,
  watch,
  makePerson,
  picture,
  logInAs,
}) => {
  const person = await makePerson('unwanted')
  await logInAs('deleter', 'administrator')
  await on.user.goto('admin')
  await on.user.controls.open()
  await expect(on.user.controls.item('Edit')).toBeVisible()
  await expect(on.user.controls.item('Delete')).toHaveCount(0)
  await on.user.goto(person.username)
  await on.user.controls.open()
  await expectAccessible(page)
  await picture('user-controls')
  await on.user.controls.item('Delete').click()
  await on.dialog.answer(`Delete ${person.username}?`, 'Cancel')
  watch.expect(/status 500: POST .*\/api\/users/)
  await page.route('**/api/users/*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await on.user.controls.choose('Delete')
  await on.dialog.answer(`Delete ${person.username}?`, 'Delete')
  await expect(page.getByText(`Couldn’t delete ${person.username}.`)).toBeVisible()
  await on.user.controls.choose('Delete')
  await on.dialog.answer(`Delete ${person.username}?`, 'Delete')
  await expect(page.getByText(`${person.username} was deleted.`)).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(person.username))
})

test('an avatar is chosen, cropped, dropped, rejected and removed', { tag: '@tablet' }, async ({
  page,
  on,
  watch,
  isPhone,
  picture,
  logInAs,
}) => {
  test.slow()
  const person = await logInAs('pictured')
  await on.user.goto(person.username)
  await expect(on.user.picture.button).toBeVisible()
  await expect(page.locator('.AvatarEditor input[type="file"]')).toHaveAttribute(
    'accept',
    /^image\/jpeg,image\/png,image\/bmp,image\/gif\b/,
  )
  await expectAccessible(page)
  const choosing = page.waitForEvent('filechooser')
  await on.user.picture.button.click()
  const file = { name: 'me.png', mimeType: 'image/png', buffer: await drawPicture(page, 640, 400) }
  await (await choosing).setFiles(file)
  const dialog = on.dialog.called('Crop picture')
  const area = dialog.getByRole('button', { name: /^Picture/ })
  await expect(area).toBeVisible()
  await expect(dialog, 'the slider has no ring').toBeFocused()
  await expect(dialog.getByLabel('Zoom')).toHaveCSS('appearance', 'none')
  await expectAccessible(page)
  await picture('avatar-crop')
  await dialog.getByLabel('Zoom').focus()
  await page.keyboard.press('ArrowRight')
  await area.focus()
  await page.keyboard.press('ArrowLeft')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const image = page.getByRole('main').locator('.AvatarEditor img')
  // The first upload of a forum waits for the image library to load.
  await expect(image).toHaveAttribute('src', /\/assets\/avatars\/\w+\.png$/, { timeout: 20_000 })
  const first = await image.getAttribute('src')
  // The file of a picture that is replaced or removed is gone: the browser must not ask for it any more.
  await expect(image).toHaveJSProperty('complete', true)
  if (!isPhone) {
    const middle = async (part: Locator) => {
      const box = await part.boundingBox()
      return box && box.y + box.height / 2
    }
    await expect(on.header.account.button.locator('img')).toBeVisible()
    expect(await middle(on.header.account.button.locator('img'))).toBe(await middle(on.notifications.bell))
  }
  await picture('user-own')

  if (!isPhone) {
    const data = await page.evaluateHandle(
      async (bytes) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(bytes)], 'dropped.png', { type: 'image/png' }))
        return transfer
      },
      [...(await drawPicture(page, 300, 300))],
    )
    await page.locator('.AvatarEditor').dispatchEvent('dragover', { dataTransfer: data })
    await expect(page.locator('.AvatarEditor')).toHaveClass(/is-dropping/)
    await page.locator('.AvatarEditor').dispatchEvent('drop', { dataTransfer: data })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(image).not.toHaveAttribute('src', first ?? '')
    await expect(image).toHaveJSProperty('complete', true)
  }

  watch.expect(/status (422|500): POST .*\/avatar/)
  const choosingAgain = page.waitForEvent('filechooser')
  await on.user.picture.choose('Upload picture')
  await (await choosingAgain).setFiles({
    name: 'no.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  })
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /image|picture/i })
      .first(),
  ).toBeVisible()
  await expect(page.locator('.AvatarEditor')).not.toHaveAttribute('aria-busy', 'true')
  const nextChoice = page.waitForEvent('filechooser')
  await on.user.picture.choose('Upload picture')
  await (await nextChoice).setFiles(file)
  await expect(dialog).toBeVisible()
  await expect(page.locator('.Toast'), 'the message about the earlier file is gone').toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await on.user.picture.choose('Remove')
  await expect(image).toHaveCount(0)
})

test('a hover card opens by pointer and keyboard, and Escape closes it', { tag: '@phone' }, async ({
  page,
  on,
  samples,
  isPhone,
  picture,
  logInAs,
}) => {
  await logInAs('hoverer')
  await on.discussion.goto(samples.rich.id)
  const name = page.getByRole('article').first().getByRole('link', { name: 'mira' }).last()
  await expect(name).toBeVisible()
  const card = on.user.card('mira')
  if (isPhone) {
    await name.tap()
    await expect(page).toHaveURL(/\/u\/mira$/)
    await expect(card).toHaveCount(0)
    return
  }
  await name.hover()
  await expect(card).toBeVisible()
  await expect(card).toContainText('Joined')
  await expectAccessible(page)
  await picture('hover-card')
  await card.hover()
  await expect(card).toBeVisible()
  await page.mouse.move(600, 5)
  await expect(card).toBeHidden()

  await name.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(name).toBeFocused()
  await expect(card).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(card.getByRole('link', { name: 'mira' })).toBeFocused()
  await expect(card).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await expect(name).toBeFocused()
})

test('online users are marked unless they hide it', async ({ page, forum, on, makePerson, logInAs }) => {
  const person = await makePerson('seen')
  await forum.current.database.transaction((db) =>
    db
      .updateTable('users')
      .set({ last_seen_at: new Date().toISOString() })
      .where('id', '=', person.id)
      .execute(),
  )
  await logInAs('onlooker')
  await on.user.goto(person.username)
  await expect(page.getByRole('main').getByText('Online')).toBeVisible()
  await forum.current.database.transaction((db) =>
    db
      .updateTable('users')
      .set({ preferences: JSON.stringify({ discloseOnline: false }) })
      .where('id', '=', person.id)
      .execute(),
  )
  await page.reload()
  await expect(on.user.name).toBeVisible()
  await expect(page.getByRole('main').getByText('Online')).toHaveCount(0)
})
