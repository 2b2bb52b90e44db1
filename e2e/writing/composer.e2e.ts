import { failRequests, holdRequests } from '@parley/testing/answers'
import { makeDiscussion } from '@parley/testing/discussions'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Locator } from '@playwright/test'
import { expect, test } from '../world.ts'

const heightOf = (part: Locator) => part.evaluate((element) => Math.round(element.clientHeight))

test('the composer is minimized, opened, maximized and closed, and the focus returns', {
  tag: ['@phone', '@tablet'],
}, async ({ page, on, openDiscussion, picture, isPhone }) => {
  await openDiscussion({ title: 'Harbour', slug: 'harbour' }, { username: 'sailor' })
  await on.discussion.replyLink.click()
  await expect(on.composer.text).toBeFocused()
  await on.composer.text.fill('Wind from the west.')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)

  await page.keyboard.press('Escape')
  await expect(on.composer.text).toBeHidden()
  await expect(on.discussion.replyLink).toBeFocused()
  await expectAccessible(page)
  await picture('composer-minimized')
  // A click anywhere on the bar opens the composer.
  await on.composer.region.click({ position: { x: 40, y: 20 } })
  await expect(on.composer.text).toBeFocused()
  await expect(on.composer.text).toHaveValue('Wind from the west.')
  await on.composer.button('Minimize').click()
  await expect(on.composer.text).toBeHidden()
  await on.composer.button('Open').click()

  if (!isPhone) {
    await on.composer.button('Full screen').click()
    await expectAccessible(page)
    await picture('composer-full-screen')
  }
  expect(await heightOf(on.composer.region)).toBe(page.viewportSize()?.height)
  // The covered page is inert.
  await expect(page.locator('main')).toHaveAttribute('inert')
  if (!isPhone) {
    await on.composer.button('Exit full screen').click()
    await expect(page.locator('main')).not.toHaveAttribute('inert')
  }

  await on.composer.text.fill('')
  await on.composer.button('Close').click()
  await expect(on.composer.region).toBeHidden()
  await expect(on.discussion.replyLink).toBeFocused()
})

test('the composer’s height is changed by pointer and keys, and remembered', {
  tag: ['@tablet', '@long'],
}, async ({ page, on, openDiscussion, isPhone }) => {
  test.skip(isPhone, 'The height is fixed on phones.')
  await openDiscussion({ title: 'Locks', slug: 'locks' }, { username: 'lockkeeper' })
  await on.discussion.replyLink.click()
  await expect(on.composer.text).toBeFocused()
  const before = await heightOf(on.composer.region)
  const handle = page.getByRole('separator', { name: 'Composer height' })
  const box = await handle.boundingBox()
  if (box === null) throw new Error('The handle is missing.')
  await page.mouse.move(box.x + 300, box.y + 5)
  await page.mouse.down()
  await page.mouse.move(box.x + 300, box.y - 95, { steps: 5 })
  await page.mouse.up()
  expect(await heightOf(on.composer.region)).toBe(before + 100)

  await handle.focus()
  await page.keyboard.press('ArrowDown')
  expect(await heightOf(on.composer.region)).toBe(before + 76)
  await page.keyboard.press('Home')
  expect(await heightOf(on.composer.region)).toBe(200)
  await expect(handle).toHaveAttribute('aria-valuenow', '200')
  await page.keyboard.press('ArrowDown')
  expect(await heightOf(on.composer.region)).toBe(200)
  await page.keyboard.press('End')
  expect(await heightOf(on.composer.region)).toBe((page.viewportSize()?.height ?? 0) - 72)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')

  await page.reload()
  await on.discussion.replyLink.click()
  await expect(on.composer.text).toBeFocused()
  expect(await heightOf(on.composer.region)).toBe(224)
})

test('leaving a discussion minimizes a reply with content and hides an empty one; posting elsewhere shows an alert', {
  tag: '@tablet',
}, async ({ page, forum, on, openDiscussion, picture, isPhone, beginReply }) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const other = await makeDiscussion(forum, { title: 'The other pier', slug: 'elsewhere' })
  const { id } = await openDiscussion({ title: 'Ferry', slug: 'ferry' }, { username: 'passenger' })
  const leave = async () => {
    // On phones the composer fills the screen, so the back button leaves.
    if (isPhone) await page.goBack()
    else await page.getByRole('banner').getByRole('link', { name: 'Riverside Commons' }).click()
    await expect(on.index.list).toBeVisible()
  }
  await on.index.goto()
  await on.index.link('Ferry').click()
  await on.discussion.replyLink.click()
  await expect(on.composer.text).toBeFocused()
  await leave()
  await expect(on.composer.region).toBeHidden()

  await on.index.link('Ferry').click()
  await beginReply('It sails at nine.')
  await leave()
  await expect(on.composer.region).toBeVisible()
  await expect(on.composer.text).toBeHidden()
  await expectAccessible(page)
  await picture('composer-left')

  await on.index.link('The other pier').click()
  await expect(on.discussion.title).toHaveText('The other pier')
  await on.composer.button('Open').click()
  await expect(on.composer.text).toHaveValue('It sails at nine.')
  await page.keyboard.press('Control+Enter')
  await expect(on.composer.region).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/d/${other.id}-elsewhere`))
  // Hovering pauses the auto-dismiss.
  await on.alerts.saying('Reply posted.').hover()
  await expectAccessible(page)
  await picture('composer-posted-elsewhere')
  await on.alerts.control('Reply posted.', 'View').click()
  await expect(page).toHaveURL(new RegExp(`/d/${id}-ferry/2`))
  await expect(on.discussion.post(2)).toContainText('It sails at nine.')

  await on.discussion.postMenu(on.discussion.post(2)).choose('Edit')
  await expect(on.composer.text).toHaveValue('It sails at nine.')
  await on.composer.text.fill('It sails at ten.')
  await on.composer.button('Minimize').click()
  await page.goBack()
  await expect(on.discussion.title).toHaveText('The other pier')
  await on.composer.button('Open').click()
  await on.composer.submit.click()
  await on.alerts.control('Changes saved.', 'View').click()
  await expect(on.discussion.post(2)).toContainText('It sails at ten.')
})

test('a refused title says so until it changes', async ({ on, watch, logInAs }) => {
  watch.expect(/status 422: POST .*\/api\/discussions/)
  await logInAs('short-title')
  await on.index.goto()
  await on.index.startLink.click()
  await on.composer.title.fill('Ox')
  await on.composer.text.fill('Who feeds it?')
  await on.composer.submit.click()
  await expect(on.composer.error).toContainText('Use at least 3 characters')
  await expect(on.composer.title).toBeFocused()
  await on.composer.text.fill('Who feeds it on Sundays?')
  await expect(on.composer.title).toHaveAttribute('aria-invalid', 'true')
  await on.composer.title.fill('The ox')
  await expect(on.composer.error).toBeEmpty()
  await expect(on.composer.title).not.toHaveAttribute('aria-invalid')
})

test('keys of an input method neither send nor move nor minimize', async ({ page, on, watch, logInAs }) => {
  watch.expect(/status 422: POST .*\/api\/discussions/)
  await logInAs('typist')
  await on.index.goto()
  await on.index.startLink.click()
  await on.composer.title.fill('日本')
  const press = (part: Locator, key: string, init: KeyboardEventInit) =>
    part.dispatchEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  await press(on.composer.title, 'Enter', { isComposing: true })
  await press(on.composer.title, 'Enter', { keyCode: 229 })
  await expect(on.composer.title).toBeFocused()
  await press(on.composer.title, 'Escape', { isComposing: true })
  await expect(on.composer.text).toBeVisible()
  await on.composer.text.fill('朝の川')
  await press(on.composer.text, 'Enter', { ctrlKey: true, isComposing: true })
  await press(on.composer.text, 'Enter', { metaKey: true, keyCode: 229 })
  await expect(on.composer.text).toBeEditable()
  await on.composer.title.focus()
  await page.keyboard.press('Enter')
  await expect(on.composer.text).toBeFocused()
  await page.keyboard.press('Meta+Enter')
  // Too short: two characters of three.
  await expect(on.composer.title).toBeFocused()
  await expect(on.composer.title).toHaveAttribute('aria-invalid', 'true')
})

test('on phones the footer stays above the keyboard', { tag: '@phone' }, async ({
  page,
  on,
  openDiscussion,
  picture,
  isPhone,
  beginReply,
}) => {
  test.skip(!isPhone, 'Only phones have a keyboard on the screen.')
  await openDiscussion({ title: 'Thumbs', slug: 'thumbs' }, { username: 'thumb' })
  await beginReply('Typed with both thumbs.')
  const showKeyboard = (height: number) =>
    page.evaluate((covered) => {
      const viewport = window.visualViewport
      Object.defineProperty(viewport, 'height', { value: window.innerHeight - covered, configurable: true })
      viewport?.dispatchEvent(new Event('resize'))
    }, height)
  await showKeyboard(300)
  const bottom = () => on.composer.status.evaluate((part) => part.getBoundingClientRect().bottom)
  expect(await bottom()).toBeLessThan(844 - 300)
  expect(await heightOf(on.composer.region)).toBe(844 - 300)
  await picture('composer-keyboard')
  await showKeyboard(0)
  expect(await heightOf(on.composer.region)).toBe(844)
})

test('the preview equals the posted HTML', async ({ page, on, openDiscussion, isPhone, beginReply }) => {
  await openDiscussion({ title: 'Proof', slug: 'proof' }, { username: 'printer' })
  await beginReply(
    '# Tides\n\n1. **High** at six\n2. *Low* at noon\n\n> A `quote`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nhttps://example.org/ &amp; <b>no</b>',
  )
  if (isPhone) await on.composer.button('Preview').click()
  const prose = on.composer.preview.locator('.Prose')
  await expect(prose.getByRole('heading', { name: 'Tides' })).toBeVisible()
  // What extensions fetch for it is there.
  await expect(prose.locator('[aria-busy]')).toHaveCount(0)
  const preview = await prose.innerHTML()
  await page.keyboard.press('Control+Enter')
  await expect(on.composer.region).toBeHidden()
  await expect.poll(() => on.discussion.post(2).locator('.Prose').innerHTML()).toBe(preview)
})

test('a rejected reply shows the reason beside the text and loses nothing', async ({
  page,
  forum,
  on,
  watch,
  openDiscussion,
  picture,
}) => {
  // The read position may be saved after the discussion has become invisible.
  watch.expect(/status 4\d\d: POST .*\/api\/(?:posts|discussions\/)/)
  const { id } = await openDiscussion({ title: 'Rapids', slug: 'rapids' }, { username: 'rower' })
  await on.discussion.replyLink.click()
  await expect(on.composer.submit).toHaveAttribute('aria-disabled', 'true')
  const long = 'row '.repeat(20_000)
  await on.composer.text.fill(long)
  await on.composer.submit.click()
  await expect(on.composer.error).toContainText('65')
  await expect(on.composer.text).toBeFocused()
  await expect(on.composer.text).toHaveValue(long)
  await expectAccessible(page)

  await on.composer.text.fill('Portage on the left.')
  await forum.current.database.transaction((db) =>
    db.updateTable('discussions').set({ is_private: true }).where('id', '=', id).execute(),
  )
  await on.composer.submit.click()
  await expect(on.composer.error).toContainText('no longer exists')
  await picture('composer-refused')
  await expect(on.composer.text).toHaveValue('Portage on the left.')
})

test('every error status has a message', { tag: '@long' }, async ({
  page,
  on,
  watch,
  openDiscussion,
  beginReply,
}) => {
  watch.expect(/status \d+: POST .*\/api\/posts/)
  await openDiscussion({ title: 'Weather', slug: 'weather' }, { username: 'vane' })
  await beginReply('It turns.')
  const errorMessages: readonly [number, string][] = [
    [401, 'You don’t have permission to do that.'],
    [403, 'You don’t have permission to do that.'],
    [404, 'This no longer exists'],
    [413, 'too large to send'],
    [429, 'too often'],
    [500, 'Something went wrong.'],
  ]
  for (const [status, message] of errorMessages) {
    const body = JSON.stringify({ errors: [{ status: String(status), code: 'made_up' }] })
    await page.route('**/api/posts?*', (route) => route.fulfill({ status, body }))
    await on.composer.submit.click()
    await expect(on.composer.error).toContainText(message)
    await expect(on.composer.text).toBeEditable()
    await page.unroute('**/api/posts?*')
  }
  await on.composer.button('Dismiss').click()
  await expect(on.composer.error).toBeEmpty()
  await on.composer.submit.click()
  await expect(on.discussion.postSaying('It turns.')).toHaveCount(1)
})

test('guests are asked to log in before they write', { tag: '@tablet' }, async ({ on, samples, isPhone }) => {
  await on.discussion.goto(samples.rich.id)
  await on.discussion.logInToReply.click()
  await expect(on.dialog.called('Log in to reply')).toBeVisible()
  await expect(on.composer.region).toBeHidden()
  // Phones have a log-in link in place of the start button.
  if (isPhone) return
  await on.index.goto()
  await on.index.startLink.click()
  await expect(on.dialog.called('Log in to start a discussion')).toBeVisible()
  await expect(on.composer.region).toBeHidden()
})

test('a failure of a minimized composer shows an alert with a retry', { tag: '@long' }, async ({
  page,
  on,
  watch,
  openDiscussion,
  picture,
  beginReply,
}) => {
  watch.expect(/status 429: POST .*\/api\/posts/)
  await openDiscussion({ title: 'Mill', slug: 'mill' }, { username: 'miller' })
  await failRequests(page, '**/api/posts?*', 429)
  const release = await holdRequests(page, '**/api/posts?*')
  await beginReply('It grinds slowly.')
  await on.composer.submit.click()
  await on.composer.button('Minimize').click()
  await expect(on.composer.status).toHaveText('Posting…')
  release()
  await expect(on.alerts.saying('too often')).toBeVisible()
  await expectAccessible(page)
  await picture('composer-failed-minimized')
  await page.unrouteAll()
  await on.alerts.control('too often', 'Try again').click()
  await expect(on.discussion.postSaying('It grinds slowly.')).toHaveCount(1)
  await expect(on.composer.region).toBeHidden()
})
