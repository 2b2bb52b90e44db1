import { makeDiscussion } from '@parley/testing/discussions'
import { expect, groups, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import { changeBioSettings } from './journeys/change-bio-settings.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test('a member writes the own bio by keyboard, and keeps what could not be saved', {
  tag: '@tablet',
}, async ({ page, forum, on, watch, makePerson, logIn, picture }) => {
  watch.expect(/status 422/)
  await changeBioSettings(forum, {})
  const person = await makePerson('writer')
  await logIn(person)
  await on.user.goto(person.username)
  await settled(page)
  const start = page.getByRole('button', { name: 'Say something about yourself' })
  await expect(start).toBeVisible()
  await picture('bio-own-empty')
  await start.focus()
  await page.keyboard.press('Enter')
  const field = page.getByLabel('Edit bio')
  await expect(field).toBeFocused()
  await field.fill('x'.repeat(155))
  await expect(page.getByText('45 characters left')).toBeVisible()
  await field.fill('Sails on weekends.\n\n\n\nSee https://example.com/boats.')
  await expectAccessible(page)
  await picture('bio-form')

  await page.keyboard.press('Escape')
  await on.dialog
    .called('Discard what you have changed?')
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await expect(field).toHaveValue(/^Sails/)
  // Another administrator makes the limit smaller meanwhile.
  await changeBioSettings(forum, { 'fof-user-bio.maxLength': '20' })
  await field.press('Control+Enter')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveValue(/^Sails/)
  await changeBioSettings(forum, {})
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const bio = page.locator('.UserBio')
  await expect(bio.getByRole('paragraph')).toHaveText('Sails on weekends.\n\nSee https://example.com/boats.')
  await expect(bio.getByRole('link')).toHaveAttribute('href', 'https://example.com/boats')
  await expect(bio.getByRole('button')).toBeFocused()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('bio-own')

  // Unchanged, it is not saved; changed, it can be discarded.
  await bio.click({ position: { x: 5, y: 5 } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await bio.getByRole('button').click()
  await field.fill('Never')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await on.dialog.called('Discard what you have changed?').getByRole('button', { name: 'Discard' }).click()
  await expect(bio).toContainText('Sails on weekends.')
})

test('guests read a formatted bio on the page and in the card, in the head as plain text', async ({
  page,
  forum,
  on,
  isPhone,
  makePerson,
  picture,
}) => {
  await changeBioSettings(forum, { 'fof-user-bio.allowFormatting': '1' })
  const person = await makePerson('painter')
  await forum.current.database.transaction((db) =>
    db
      .updateTable('users')
      .set({ bio: '**Paints** boats. [More](https://example.com)', is_bio_formatted: true })
      .where('id', '=', person.id)
      .execute(),
  )
  await on.user.goto(person.username)
  const bio = page.locator('.UserBio')
  await expect(bio.locator('strong')).toHaveText('Paints')
  await expect(bio.getByRole('link')).toHaveAttribute('target', '_blank')
  await expect(bio.getByRole('button')).toHaveCount(0)
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', 'Paints boats. More')
  await expectAccessible(page)
  await picture('bio-guest')
  if (isPhone) return
  const { id } = await makeDiscussion(forum, { title: 'Painted', posts: [{ user_id: person.id }] })
  await on.discussion.goto(id)
  await settled(page)
  await on.discussion.post(1).getByRole('link', { name: person.username }).first().hover()
  await expect(on.user.card(person.username).locator('.UserBio')).toContainText('Paints boats.')
  await picture('bio-card')
})

test('administrators set the limits, and write the bio of another', async ({
  page,
  forum,
  on,
  makePerson,
  logIn,
  picture,
}) => {
  await changeBioSettings(forum, {})
  const person = await makePerson('silent')
  await logIn(await makePerson('keeper', { groupIds: [groups.administrator] }))
  await page.goto('/admin/extensions/bio')
  const main = page.getByRole('main')
  await expect(main.getByLabel('Maximum length')).toHaveValue('200')
  await expectAccessible(page)
  await picture('admin-bio')
  await on.user.goto(person.username)
  await settled(page)
  await page.getByRole('button', { name: 'No bio yet. Write one' }).click()
  await page.getByLabel('Edit bio').fill('Was silent.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.locator('.UserBio')).toContainText('Was silent.')
})

test('a bio that another has changed meanwhile is replaced at the second attempt only', {
  tag: '@long',
}, async ({ page, forum, on, watch, makePerson, logIn, picture }) => {
  watch.expect(/status 409/)
  await changeBioSettings(forum, {})
  const person = await makePerson('twice')
  await logIn(person)
  await on.user.goto(person.username)
  await settled(page)
  await page.getByRole('button', { name: 'Say something about yourself' }).click()
  const field = page.getByLabel('Edit bio')
  await field.fill('Mine')
  await forum.current.database.transaction((db) =>
    db
      .updateTable('users')
      .set({ bio: 'Removed by a moderator.' })
      .where('username', '=', person.username)
      .execute(),
  )
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(field).toHaveAccessibleDescription(/It is now: “Removed by a moderator.”$/)
  await expect(field).toHaveValue('Mine')
  await picture('bio-conflict')
  await save.click()
  await expect(page.locator('.UserBio').getByRole('paragraph')).toHaveText('Mine')
})
