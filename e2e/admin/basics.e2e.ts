import { holdScripts } from '@parley/testing/answers'
import { expectAccessible, expectAccessibleFromRightToLeft, layoutShift } from '@parley/testing/page-checks'
import { waitForHydrationOnLoad } from '@parley/testing/pages'
import type { Page } from '@playwright/test'
import { Typist } from '../typist.ts'
import { expect, test } from '../world.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

/** The parts of a page of settings. */
function basicsOf(page: Page) {
  const main = page.getByRole('main')
  return {
    heading: main.getByRole('heading', { level: 1 }),
    title: main.getByLabel('Forum title'),
    description: main.getByLabel('Forum description'),
    banner: main.getByLabel('Message'),
    signUp: main.getByLabel('Let visitors sign up'),
    save: main.getByRole('button', { name: 'Save changes' }),
    discard: main.getByRole('button', { name: 'Discard' }),
    state: main.locator('.SaveBar-state'),
  }
}

test('an administrator goes to the administration and back, and changes the forum', async ({
  page,
  on,
  logInAs,
  picture,
  uniqueName,
}) => {
  await logInAs('boss', 'administrator')
  await on.index.goto()
  await on.header.chooseFromAccount('Administration')
  await expect(page).toHaveURL('/admin')
  await page.goto('/admin/basics')
  const basics = basicsOf(page)
  await expect(basics.heading).toHaveText('Basics')
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-basics')

  const title = uniqueName('Riverside readers')
  await basics.title.fill(title)
  const isOpen = await basics.signUp.isChecked()
  await basics.signUp.setChecked(!isOpen)
  await expect(basics.state).toHaveText('2 unsaved changes')
  await expectAccessible(page)
  await picture('admin-basics-unsaved')
  await basics.save.click()
  await expect(basics.state).toContainText('Saved')
  await expect(basics.state).toBeInViewport()
  await picture('admin-basics-saved')
  await page.reload()
  await expect(page).toHaveTitle(`Basics - ${title}`)
  await expect(basics.title).toHaveValue(title)
  await expect(basics.signUp).toBeChecked({ checked: !isOpen })

  await page.getByRole('banner').getByRole('link', { name: title }).click()
  await expect(page).toHaveURL('/')
  await expect(on.index.titles.first()).toBeVisible()
})

test('what is not saved is kept, and said', async ({ page, logInAs, picture }) => {
  await logInAs('boss', 'administrator')
  await page.goto('/admin/basics')
  const basics = basicsOf(page)
  const title = await basics.title.inputValue()
  await basics.title.fill('Half a thought')
  // Another entry of the history, as the search makes one.
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/admin/basics?setting=forum_description'
    document.querySelector('main')?.append(link)
    link.click()
  })
  await expect(basics.description).toBeFocused()
  await expect(basics.title).toHaveValue('Half a thought')
  const asked = page.waitForEvent('dialog')
  const left = page.goto('/').catch(() => undefined)
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await left
  await expect(basics.title).toHaveValue('Half a thought')
  await basics.discard.click()
  await expect(basics.title).toHaveValue(title)
  await expect(basics.state).toBeEmpty()
  await picture('admin-basics-discarded')
})

test('what is typed and switched before hydration is a change, too', { tag: '@long' }, async ({
  page,
  logInAs,
}) => {
  await logInAs('boss', 'administrator')
  await page.goto('/admin/basics')
  const basics = basicsOf(page)
  const isOpen = await basics.signUp.isChecked()
  const releaseScripts = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  // Until the whole page is there, the browser may set the text of a field while it is replaced.
  await page.waitForFunction(() => document.readyState === 'interactive')
  await basics.title.fill('Typed early')
  await basics.banner.fill('Glad that you hurry.')
  await basics.signUp.setChecked(!isOpen)
  releaseScripts()
  await expect(basics.state).toHaveText('3 unsaved changes')
  await expect(basics.title).toHaveValue('Typed early')
  await expect(basics.banner).toHaveValue('Glad that you hurry.')
  await expect(basics.signUp).toBeChecked({ checked: !isOpen })
  await basics.discard.click()
  await expect(basics.title).not.toHaveValue('Typed early')
  await expect(basics.state).toBeEmpty()
})

test('the second of two administrators who save at once is told, and loses nothing', async ({
  page,
  browser,
  forum,
  logIn,
  makePerson,
  logInAs,
  picture,
  watch,
}) => {
  watch.expect(/status 409: POST .*\/api\/settings/)
  await logInAs('first', 'administrator')
  await page.goto('/admin/basics')
  const context = await browser.newContext({ baseURL: forum.url })
  context.on('page', waitForHydrationOnLoad)
  await logIn(await makePerson('second', { groupIds: [1] }), context)
  const other = await context.newPage()
  await other.goto('/admin/basics')
  await basicsOf(other).title.fill('Their title')
  await basicsOf(other).save.click()
  await expect(basicsOf(other).state).toContainText('Saved')
  await context.close()

  const basics = basicsOf(page)
  await basics.title.fill('My title')
  await basics.description.fill('My description')
  await basics.save.click()
  await expect(basics.title).toBeFocused()
  await expect(page.getByText('Someone else has changed this to: Their title.')).toBeVisible()
  await expect(basics.title).toHaveValue('My title')
  await expect(basics.description).toHaveValue('My description')
  await expectAccessible(page)
  await picture('admin-basics-conflict')
  await page.getByRole('button', { name: 'Use that value' }).click()
  await expect(basics.title).toHaveValue('Their title')
  await basics.save.click()
  await expect(basics.state).toContainText('Saved')
  await page.reload()
  await expect(basics.title).toHaveValue('Their title')
  await expect(basics.description).toHaveValue('My description')
})

test('a question finds the setting and leads to its field', { tag: '@tablet' }, async ({
  page,
  isPhone,
  logInAs,
  picture,
}) => {
  await logInAs('boss', 'administrator')
  await page.goto('/admin/basics')
  if (isPhone) await page.getByRole('button', { name: 'Open navigation' }).click()
  const search = page.getByRole('combobox', { name: 'Search settings' }).filter({ visible: true })
  await search.fill('where do I switch off sign-up?')
  const found = page.getByRole('listbox', { name: 'Search settings' }).getByRole('option')
  await expect(found.first()).toContainText('Let visitors sign up')
  await expectAccessible(page)
  await picture('admin-search')
  await search.press('ArrowDown')
  await search.press('Enter')
  await expect(page).toHaveURL('/admin/basics?setting=allow_sign_up')
  await expect(basicsOf(page).signUp).toBeFocused()
  await expect(basicsOf(page).signUp).toBeInViewport()
})

test('the keyboard alone changes a setting', { tag: '@long' }, async ({
  page,
  isPhone,
  logInAs,
  uniqueName,
}) => {
  test.skip(isPhone, 'There is no keyboard on a phone.')
  test.slow()
  const typist = new Typist(page)
  await logInAs('boss', 'administrator')
  await page.goto('/admin/basics')
  const basics = basicsOf(page)
  await typist.tabTo(page.getByRole('link', { name: 'Skip to content' }))
  await typist.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await typist.tabTo(basics.title)
  const title = uniqueName('Typed title')
  const isOpen = await basics.signUp.isChecked()
  await typist.press('Control+a')
  await typist.type(title)
  await typist.tabTo(basics.signUp)
  await typist.press('Space')
  await typist.tabTo(basics.save)
  await typist.press('Enter')
  await expect(basics.state).toContainText('Saved')
  await expect(basics.save).toBeFocused()
  await page.reload()
  await expect(basics.title).toHaveValue(title)
  await expect(basics.signUp).toBeChecked({ checked: !isOpen })
})

test('the administration is closed to others', async ({ page, logInAs, watch }) => {
  watch.expect(/status 403: GET .*\/admin/)
  await logInAs('visitor')
  const answer = await page.goto('/admin/basics')
  expect(answer?.status()).toBe(403)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No access')
})
