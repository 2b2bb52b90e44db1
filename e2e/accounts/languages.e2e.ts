import { expectAccessible } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import { expect, test } from '../world.ts'

test('a guest chooses a language, which is remembered, also by a new account', { tag: '@tablet' }, async ({
  page,
  on,
  isPhone,
  picture,
  uniqueName,
}) => {
  await on.index.goto()
  if (isPhone) {
    await on.header.openDrawer()
    await on.header.drawer.getByLabel('Language').selectOption('Deutsch')
  } else {
    await on.header.bar.getByRole('button', { name: 'Choose language' }).click()
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  }
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('list', { name: 'Alle Diskussionen' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Willkommen bei Riverside Commons' })).toBeVisible()
  await expectAccessible(page)
  await picture('index-german')

  await page.goto('/login')
  await expect(page.getByRole('main').getByLabel('Passwort', { exact: true })).toBeVisible()

  const username = uniqueName('bleibt')
  await page.goto('/register')
  const form = page.getByRole('main')
  await form.getByLabel('Benutzername').fill(username)
  await form.getByLabel('E-Mail').fill(`${username}@machine.local`)
  await form.getByLabel('Passwort', { exact: true }).fill('a long enough password')
  await form.getByRole('button', { name: 'Registrieren' }).click()
  await expect(page.locator('.AppAlert', { hasText: `Willkommen, ${username}.` })).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

test('a member’s language applies to every session', async ({
  page,
  forgetSession,
  logIn,
  picture,
  logInAs,
}) => {
  const person = await logInAs('reader')
  await page.goto('/settings')
  await page.getByRole('main').getByLabel('Language').selectOption('العربية')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await picture('settings-arabic')

  await forgetSession()
  await logIn(person)
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectAccessible(page)
  await picture('index-arabic')
})

test('the page hydrates in every language', { tag: '@long' }, async ({ page, context, forum, samples }) => {
  for (const locale of ['de', 'fr', 'ar', 'zh']) {
    await context.addCookies([{ name: 'locale', value: locale, url: forum.url }])
    for (const path of ['/', `/d/${samples.rich.id}`, '/u/mira']) {
      await page.goto(path)
      await settled(page)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await expect(page.getByRole('main')).not.toContainText(/core\.(forum|lib)\./)
    }
  }
})
