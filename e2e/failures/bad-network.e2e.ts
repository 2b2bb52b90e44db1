import { holdRequests, holdScripts } from '@parley/testing/answers'
import { makeDiscussion } from '@parley/testing/discussions'
import { endSession } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Page } from '@playwright/test'
import { expect, test } from '../world.ts'

/** Errors that a browser reports without a connection. */
const networkErrors = [/net::ERR_/, /Failed to fetch/]

/** Returns a growing list of the idempotency keys of all POST requests of a page. */
function recordIdempotencyKeys(page: Page): string[] {
  const keys: string[] = []
  page.on('request', (request) => {
    const key = request.headers()['idempotency-key']
    if (request.method() === 'POST' && key !== undefined) keys.push(key)
  })
  return keys
}

test('a reply that is sent offline is posted once when the connection returns', async ({
  page,
  context,
  on,
  watch,
  openDiscussion,
  picture,
  beginReply,
}) => {
  watch.expect(...networkErrors)
  await openDiscussion({ title: 'Cable', slug: 'cable' }, { username: 'diver' })
  await beginReply('Sent from below.')
  await context.setOffline(true)
  await expect(on.alerts.saying('You’re offline')).toBeVisible()
  await on.composer.submit.click()
  // The open composer says it alone.
  await expect(on.composer.error).toContainText('You’re offline. Your post is saved')
  await expect(on.alerts.saying('You’re offline')).toHaveCount(0)
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('offline')
  await on.composer.button('Try now').click()
  await expect(on.composer.error).toContainText('You’re offline')

  await context.setOffline(false)
  // Goes away by itself.
  await expect(on.alerts.saying('You’re back online.')).toBeVisible()
  await expect(on.discussion.postSaying('Sent from below.')).toHaveCount(1)
  await expect(on.composer.region).toBeHidden()
  await expect(on.alerts.saying('You’re offline')).toBeHidden()
  await picture('back-online')
})

test('a page that could not be reached is loaded when the connection returns', async ({
  context,
  on,
  forum,
  watch,
  picture,
  page,
}) => {
  watch.expect(...networkErrors)
  const { title } = await makeDiscussion(forum, { title: 'Out of reach', slug: 'out-of-reach' })
  await on.index.goto()
  await context.setOffline(true)
  await on.index.link(title).click()
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await expectAccessible(page)
  await picture('page-offline')
  await context.setOffline(false)
  await expect(on.discussion.title).toHaveText(title)
})

test('a lost response does not post twice', async ({ page, on, watch, openDiscussion, beginReply }) => {
  watch.expect(...networkErrors)
  await openDiscussion({ title: 'Echo', slug: 'echo' }, { username: 'echo' })
  const keys = recordIdempotencyKeys(page)
  let isLost = true
  await page.route('**/api/posts?*', async (route) => {
    if (!isLost) return route.continue()
    isLost = false
    // The server creates the post, but the response is lost.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await beginReply('Only once.')
  await on.composer.submit.click()
  await expect(on.composer.region).toBeHidden()
  await expect(on.discussion.postSaying('Only once.')).toHaveCount(1)
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(2)
  await page.reload()
  await expect(on.discussion.postSaying('Only once.')).toHaveCount(1)
})

test('closing the page while it sends posts the text once', { tag: '@long' }, async ({
  page,
  on,
  watch,
  openDiscussion,
  beginReply,
}) => {
  watch.expect(...networkErrors)
  const { id } = await openDiscussion({ title: 'Lantern', slug: 'lantern' }, { username: 'keeper' })
  await page.route('**/api/posts?*', async (route) => {
    // The server creates the post, but the response never arrives.
    await route.fetch()
  })
  await beginReply('It burns all night.')
  const arrived = page.waitForRequest('**/api/posts?*')
  await on.composer.submit.click()
  await arrived
  await page.reload()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  const reply = on.discussion.postSaying('It burns all night.')
  await expect(reply).toHaveCount(1)
  await expect(on.composer.region).toBeHidden()
  await on.drafts.goto()
  await expect(page.getByRole('heading', { name: 'No drafts' })).toBeVisible()
  await on.discussion.goto(id)
  await expect(reply).toHaveCount(1)
})

test('a reply waits while the forum restarts', { tag: '@long' }, async ({
  page,
  forum,
  on,
  watch,
  openDiscussion,
  picture,
  beginReply,
}) => {
  watch.expect(...networkErrors)
  await openDiscussion({ title: 'Pause', slug: 'pause' }, { username: 'patient' })
  await beginReply('Worth the wait.')
  await forum.restart(async () => {
    await on.composer.submit.click()
    await expect(on.composer.error).toContainText('Can’t reach the forum. Your post is saved')
    await picture('unreachable')
  })
  // The alert is gone if the request has been retried already.
  await on.composer
    .button('Try now')
    .click({ timeout: 2000 })
    .catch(() => {})
  await expect(on.discussion.postSaying('Worth the wait.')).toHaveCount(1)
  await expect(on.composer.region).toBeHidden()
  await page.reload()
  await expect(on.discussion.postSaying('Worth the wait.')).toHaveCount(1)
})

test('a slow request shows a message and still succeeds', { tag: '@long' }, async ({
  page,
  on,
  openDiscussion,
  picture,
  beginReply,
}) => {
  await page.clock.install()
  await openDiscussion({ title: 'Snail', slug: 'snail' }, { username: 'snail' })
  await beginReply('Slow and steady.')
  const release = await holdRequests(page, '**/api/posts?*')
  await on.composer.submit.click()
  await expect(on.composer.status).toHaveText('Posting…')
  await page.clock.fastForward(11_000)
  await expect(on.alerts.saying('Your connection is slow')).toBeVisible()
  await expect(on.composer.status).toHaveText('Still posting on a slow connection…')
  await picture('slow')
  release()
  await expect(on.discussion.postSaying('Slow and steady.')).toHaveCount(1)
  await expect(on.alerts.saying('Your connection is slow')).toBeHidden()
})

test('a session that ends in another tab loses no text', async ({
  page,
  context,
  forum,
  on,
  watch,
  openDiscussion,
  picture,
  beginReply,
}) => {
  watch.expect(/status 40\d: POST .*\/api\/(posts|discussions\/\d+)/)
  const { person } = await openDiscussion({ title: 'Gate', slug: 'gate' }, { username: 'gatekeeper' })
  await beginReply('Before it closed.')
  await endSession(forum, context)
  await on.composer.submit.click()
  await expect(on.composer.error).toContainText('Nothing was sent')
  await expect(on.alerts.saying('You’ve been logged out')).toBeVisible()
  await expectAccessible(page)
  await picture('session-ended')
  await on.alerts.control('You’ve been logged out', 'Log in').click()
  await on.session.fillLogIn(person)
  await on.session.submit('Log in').click()
  await expect(on.composer.button('Open')).toBeVisible()
  await on.composer.button('Open').click()
  await expect(on.composer.text).toHaveValue('Before it closed.')
  await on.composer.submit.click()
  const reply = on.discussion.postSaying('Before it closed.')
  await expect(reply).toHaveCount(1)
  await expect(reply).toContainText(person.username)
  expect(forum.url).toBe(new URL(page.url()).origin)
})

test('an alert about an ended session promises no draft where there is none', { tag: '@long' }, async ({
  page,
  context,
  on,
  logInAs,
}) => {
  await logInAs('reader')
  await on.index.goto()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Refresh' }).click()
  const alert = on.alerts.saying('You’ve been logged out. Log in to continue.')
  await expect(alert).toBeVisible()
  await expect(alert).not.toContainText('draft')
})

test('nothing is posted by another account that logged in in another tab', async ({
  page,
  on,
  watch,
  openDiscussion,
  logIn,
  picture,
  logInAs,
  beginReply,
}) => {
  watch.expect(/status 40\d: POST .*\/api\/(posts|discussions\/\d+)/)
  const { person } = await openDiscussion({ title: 'Masks', slug: 'masks' }, { username: 'first' })
  await beginReply('I am who I am.')
  await logInAs('second')
  await on.composer.submit.click()
  await expect(on.composer.error).toContainText('Nothing was sent')
  await expect(on.alerts.saying('logged in as someone else')).toBeVisible()
  await picture('session-other')
  // The page continues after the first account has logged in again with a new session.
  await logIn(person)
  await on.composer.submit.click()
  await expect(on.discussion.postSaying('I am who I am.')).toContainText(person.username)
  await expect(on.alerts.saying('logged in as someone else')).toBeHidden()
  await page.reload()
  await expect(on.discussion.postSaying('I am who I am.')).toHaveCount(1)
})

test('an outdated CSRF token is renewed silently', { tag: '@long' }, async ({
  page,
  on,
  watch,
  openDiscussion,
  logIn,
  beginReply,
}) => {
  watch.expect(/status 400: POST .*\/api\/(posts|discussions\/\d+)/)
  const { person } = await openDiscussion({ title: 'Stamp', slug: 'stamp' }, { username: 'clerk' })
  await beginReply('Stamped anew.')
  await logIn(person)
  await on.composer.submit.click()
  await expect(on.discussion.postSaying('Stamped anew.')).toHaveCount(1)
  await expect(on.composer.region).toBeHidden()
  await page.reload()
  await expect(on.discussion.postSaying('Stamped anew.')).toHaveCount(1)
})

test('an unstable connection posts once', { tag: '@long' }, async ({
  page,
  context,
  on,
  watch,
  openDiscussion,
  beginReply,
}) => {
  watch.expect(...networkErrors)
  await openDiscussion({ title: 'Flicker', slug: 'flicker' }, { username: 'flicker' })
  const keys = recordIdempotencyKeys(page)
  let failuresLeft = 2
  await page.route('**/api/posts?*', async (route) => {
    if (failuresLeft === 0) return route.continue()
    failuresLeft -= 1
    await route.fetch()
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await beginReply('Now you see it.')
  await on.composer.submit.click()
  for (const left of [1, 0]) {
    await expect.poll(() => failuresLeft).toBe(left)
    await expect(on.composer.error).toContainText('You’re offline')
    // The reply is retried immediately, and may be cut off before the alert disappears.
    await context.setOffline(false)
  }
  await expect(on.alerts.saying('You’re offline')).toBeHidden()
  await expect(on.composer.region).toBeHidden()
  await expect(on.discussion.postSaying('Now you see it.')).toHaveCount(1)
  expect(new Set(keys).size).toBe(1)
  await page.reload()
  await expect(on.discussion.postSaying('Now you see it.')).toHaveCount(1)
})

test('a form that cannot be sent keeps its values and shows the reason', { tag: '@long' }, async ({
  page,
  on,
  watch,
  makePerson,
  picture,
  openSessionForm,
}) => {
  watch.expect(...networkErrors)
  const person = await makePerson('logger')
  await openSessionForm('Log in')
  await on.session.fillLogIn(person)
  await page.route('**/login', (route) => route.abort('internetdisconnected'))
  await on.session.submit('Log in').click()
  await expect(on.session.error).toContainText('Can’t reach the server')
  await expect(on.session.identification).toHaveValue(person.username)
  await expectAccessible(page)
  await picture('log-in-offline')
  await page.unrouteAll()
  await on.session.password.fill(person.password)
  await on.session.submit('Log in').click()
  await expect(on.index.markAllAsRead).toBeVisible()
})

test('text typed before hydration moves into the composer', { tag: '@long' }, async ({
  page,
  on,
  openDiscussion,
}) => {
  const { id } = await openDiscussion({ title: 'Dawn', slug: 'dawn' }, { username: 'lark' })
  const releaseScripts = await holdScripts(page)
  await page.goto(`/d/${id}/reply`, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('textbox', { name: 'Write a reply' }).fill('Up before the sun.')
  releaseScripts()
  await expect(on.composer.text).toHaveValue('Up before the sun.')
  await on.composer.button('Delete draft').click()

  const releaseScriptsAgain = await holdScripts(page)
  await page.goto('/composer', { waitUntil: 'commit' })
  const form = page.getByRole('main')
  await form.getByRole('textbox', { name: 'Title' }).fill('Dawn chorus')
  await form.getByRole('textbox', { name: 'Write the first post' }).fill('Who sings first?')
  releaseScriptsAgain()
  await expect(on.composer.title).toHaveValue('Dawn chorus')
  await expect(on.composer.text).toHaveValue('Who sings first?')
  await expect(page).toHaveURL(/\/$/)
})
