import { holdScripts } from '@parley/testing/answers'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Page, Route } from '@playwright/test'
import { expect, test } from '../world.ts'

const errorMessages: readonly [number, string][] = [
  [401, 'You don’t have permission to do that.'],
  [403, 'You don’t have permission to do that.'],
  [404, 'This no longer exists'],
  [410, 'This no longer exists'],
  [413, 'too large to send'],
  [429, 'too often'],
  [500, 'Something went wrong.'],
  [503, 'isn’t available right now'],
]

const errorResponse = (status: number, errors: object[] = []) => ({
  status,
  contentType: 'application/vnd.api+json',
  body: JSON.stringify({
    errors: errors.length > 0 ? errors : [{ status: String(status), code: 'made_up' }],
  }),
})

/** Changes the embedded data of a page to debug mode. */
async function enableDebugMode(page: Page, path: string): Promise<void> {
  // The browser takes a page that is made up here for one of another site, which may not connect to this machine.
  await page.routeWebSocket(/\/realtime$/, () => {})
  await page.route(`**${path}`, async (route: Route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace('"debug":false', '"debug":true')
    await route.fulfill({ response, body })
  })
}

test('each error status has a message, rolls back, and closes with the next request', async ({
  page,
  on,
  watch,
  picture,
  logInAs,
}) => {
  watch.expect(/status \d+: POST .*\/api\/users/)
  await logInAs('refused')
  await on.index.goto()
  const unread = on.index.list.getByRole('button', { name: /unread post/ }).first()
  for (const [status, message] of errorMessages) {
    // The page may also load the account anew.
    await page.route('**/api/users/*', (route) =>
      route.request().method() === 'POST' ? route.fulfill(errorResponse(status)) : route.fallback(),
    )
    await on.index.markAllAsRead.click()
    await on.dialog.answer('Mark all discussions as read?', 'Mark all as read')
    await expect(on.alerts.saying(message)).toBeVisible()
    await expect(on.alerts.saying(/./)).toHaveCount(1)
    // Rolled back: it is unread again.
    await expect(unread).toBeVisible()
    await page.unrouteAll()
  }
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('alert-error')
  const done = on.index.whenAllRead()
  await on.index.markAllAsRead.click()
  await on.dialog.answer('Mark all discussions as read?', 'Mark all as read')
  await done
  await expect(on.alerts.saying(/./)).toHaveCount(0)
})

test('debug mode shows details of a failed request', { tag: '@long' }, async ({
  page,
  on,
  watch,
  picture,
  logInAs,
}) => {
  watch.expect(/status 500: POST .*\/api\/users/)
  const { id } = await logInAs('inspector')
  await enableDebugMode(page, '/all')
  await page.route('**/api/users/*', (route) =>
    route.fulfill(errorResponse(500, [{ status: '500', code: 'unknown', detail: 'RangeError at line 5' }])),
  )
  await on.index.goto('/all')
  await on.index.markAllAsRead.click()
  await on.dialog.answer('Mark all discussions as read?', 'Mark all as read')
  await on.alerts.control('Something went wrong', 'Details').click()
  const details = on.dialog.called('Error details')
  await expect(details).toContainText('500')
  await expect(details).toContainText(`PATCH `)
  await expect(details).toContainText(`/api/users/${id}`)
  await expect(details).toContainText('RangeError at line 5')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('debug')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await on.alerts.control('Something went wrong', 'Dismiss').click()
  await expect(on.alerts.saying(/./)).toHaveCount(0)
})

test('error details open above the form and return to it', { tag: '@long' }, async ({ page, on, watch }) => {
  watch.expect(/status 500: POST .*\/login/)
  await enableDebugMode(page, '/all')
  await page.route('**/login', (route) => route.fulfill(errorResponse(500)))
  await on.index.goto('/all')
  await on.header.choose('Log in')
  await on.session.fillLogIn({ username: 'ottilie', password: 'open sesame, please' })
  await on.session.submit('Log in').click()
  const details = on.dialog.called('Error details')
  await on.session.error.getByRole('button', { name: 'Details' }).click()
  await expect(details).toContainText('/login')
  // A modal without input closes on a click outside.
  await page.mouse.click(4, 4)
  await expect(details).toBeHidden()
  await expect(on.session.identification).toHaveValue('ottilie')
  await on.session.error.getByRole('button', { name: 'Details' }).click()
  await expect(details).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(on.session.identification).toHaveValue('ottilie')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('code that fails to load can be retried', async ({ page, on, watch, picture }) => {
  watch.expect(/net::ERR_/, /Failed to fetch dynamically imported module/)
  await on.index.goto()
  await page.route('**/assets/LogInModal-*.js', (route) => route.abort('connectionreset'))
  await on.header.choose('Log in')
  const message = 'Couldn’t load part of the forum.'
  await expect(on.alerts.saying(message)).toBeVisible()
  await expectAccessible(page)
  await picture('chunk-missing')
  await on.alerts.control(message, 'Try again').click()
  // The browser may have kept the failure, so the page was loaded again: this code is really gone.
  await expect(on.alerts.saying('The forum may have been updated')).toHaveCount(1)
  await picture('chunk-gone')
  await page.unrouteAll()
  await on.alerts.control(message, 'Reload').click()
  await expect(on.dialog.called('Log in')).toBeVisible()
  await expect(on.alerts.saying(message)).toBeHidden()
  await page.reload()
  await expect(on.index.rows.first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('what was typed and chosen is there when code is loaded again', { tag: '@long' }, async ({
  page,
  on,
  watch,
  openDiscussion,
  beginReply,
}) => {
  watch.expect(/net::ERR_/)
  await openDiscussion({ title: 'Torn net', slug: 'torn-net' }, { username: 'weaver', is: 'moderator' })
  await beginReply('Knot by knot.')
  await on.composer.button('Minimize').click()
  await page.route('**/assets/RenameModal-*.js', (route) => route.abort('connectionreset'))
  await on.discussion.controls.choose('Rename')
  const message = 'Couldn’t load part of the forum.'
  await expect(on.alerts.saying(message)).toBeVisible()
  await page.unrouteAll()
  await on.alerts.control(message, 'Try again').click()
  const rename = on.dialog.called('Rename discussion')
  await expect(rename).toBeVisible()
  await page.keyboard.press('Escape')
  await on.composer.button('Open').click()
  await expect(on.composer.text).toHaveValue('Knot by knot.')
})

test('the composer opens by itself once its code is loaded again', { tag: '@long' }, async ({
  page,
  on,
  watch,
  openDiscussion,
}) => {
  watch.expect(/net::ERR_/)
  await openDiscussion({ title: 'Broken quill', slug: 'broken-quill' }, { username: 'scribe' })
  await page.route('**/assets/ComposerView-*.js', (route) => route.abort('connectionreset'))
  await on.discussion.replyLink.click()
  const message = 'Couldn’t load part of the forum.'
  await expect(on.alerts.saying(message)).toBeVisible()
  await page.unrouteAll()
  await on.alerts.control(message, 'Try again').click()
  await expect(on.composer.text).toBeVisible()
})

test('a form keeps its texts when the code of the next one is loaded again', { tag: '@long' }, async ({
  page,
  on,
  watch,
  picture,
  openSessionForm,
}) => {
  watch.expect(/net::ERR_/)
  await page.route('**/assets/ForgotPasswordModal-*.js', (route) => route.abort('connectionreset'))
  await openSessionForm('Log in')
  await on.session.identification.fill('forgetful@machine.local')
  await on.dialog.called('Log in').getByRole('link', { name: 'Forgot your password?' }).click()
  const message = 'Couldn’t load part of the forum.'
  await expect(on.alerts.saying(message)).toBeVisible()
  await expectAccessible(page)
  await picture('chunk-missing-in-modal')
  await page.unrouteAll()
  await on.alerts.control(message, 'Try again').click()
  const forgot = on.dialog.called('Forgot your password?')
  await expect(forgot.getByRole('textbox')).toHaveValue('forgetful@machine.local')
})

test('code that does not load within two minutes counts as failed', { tag: '@long' }, async ({
  page,
  on,
}) => {
  await page.clock.install()
  await on.index.goto()
  await page.route('**/assets/LogInModal-*.js', () => {})
  const requested = page.waitForRequest('**/assets/LogInModal-*.js')
  await on.header.choose('Log in')
  await requested
  await page.clock.fastForward(119_000)
  await expect(on.alerts.saying('Couldn’t load part')).toHaveCount(0)
  await page.clock.fastForward(2000)
  await expect(on.alerts.saying('Couldn’t load part')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a page whose code fails to load shows an error and can be retried', { tag: '@long' }, async ({
  page,
  on,
  samples,
  watch,
  picture,
}) => {
  watch.expect(/net::ERR_/, /Failed to fetch dynamically imported module/)
  await on.discussion.goto(samples.rich.id)
  await page.route('**/assets/user-posts-page-*.js', (route) => route.abort('connectionreset'))
  await on.discussion.post(1).getByRole('link', { name: samples.author.username }).last().click()
  await expect(page.getByRole('heading', { name: 'Couldn’t load this page' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await expectAccessible(page)
  await picture('page-incomplete')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: samples.author.username })).toBeVisible()
})

test('a page whose code was replaced by another release opens all the same', { tag: '@long' }, async ({
  page,
  on,
  samples,
  watch,
}) => {
  watch.expect(/net::ERR_/, /Failed to fetch dynamically imported module/)
  await on.discussion.goto(samples.rich.id)
  await page.route('**/assets/user-posts-page-*.js', (route) => route.abort('connectionreset'), { times: 1 })
  await on.discussion.post(1).getByRole('link', { name: samples.author.username }).last().click()
  await expect(page.getByRole('heading', { name: samples.author.username, level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/u\//)
  await page.goBack()
  await expect(on.discussion.title).toHaveText(samples.rich.title)
})

test('a new version is offered, and a draft survives the reload', async ({
  page,
  on,
  openDiscussion,
  picture,
  beginReply,
}) => {
  await openDiscussion({ title: 'Upgrade', slug: 'upgrade' }, { username: 'upgrader' })
  await beginReply('Written in the old version.')
  // `/api` itself is what the page asks for when the network returns.
  await page.route(/\/api(\/|$)/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-client-build': 'next' } })
  })
  await on.composer.button('Minimize').click()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(on.alerts.saying('The forum has been updated.')).toBeVisible()
  await expectAccessible(page)
  await picture('new-version')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await on.alerts.control('The forum has been updated.', 'Reload').click()
  await expect(on.alerts.saying('The forum has been updated.')).toHaveCount(0)
  await on.composer.button('Open').click()
  await expect(on.composer.text).toHaveValue('Written in the old version.')
})

test('clicks before hydration are replayed', { tag: '@tablet' }, async ({ page, on, isPhone, logInAs }) => {
  await logInAs('early')
  const releaseScripts = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  if (!isPhone) {
    // A menu opens without a script; its items work after hydration.
    await on.header.account.button.click()
    await expect(on.header.account.item('Profile')).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await on.index.markAllAsRead.click()
  await expect(page.locator('html')).toHaveClass(/is-waiting/)
  await expect(on.dialog.called('Mark all discussions as read?')).toHaveCount(0)
  releaseScripts()
  await expect(on.dialog.called('Mark all discussions as read?')).toBeVisible()
  await expect(page.locator('html')).not.toHaveClass(/is-waiting/)

  const releaseScriptsAgain = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await on.index.sort.button.click()
  releaseScriptsAgain()
  await expect(page.getByRole('menuitemradio', { name: 'Newest' })).toBeVisible()
})

test('the embedded data is not used for another URL', { tag: '@long' }, async ({ page, on, samples }) => {
  const releaseScripts = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(on.index.rows.first()).toBeVisible()
  await page.evaluate((path) => history.replaceState(null, '', path), `/d/${samples.rich.id}`)
  releaseScripts()
  await expect(on.discussion.title).toHaveText(samples.rich.title)
  await expect(on.discussion.post(1)).toBeVisible()
  await expect(on.index.list).toHaveCount(0)
})

test('a failing extension is isolated and reported to administrators', async ({
  page,
  on,
  samples,
  watch,
  picture,
  logInAs,
}) => {
  const script = await extensionsScript(page)
  test.skip(script === undefined, 'No extension is installed.')
  watch.expect(/broken on purpose/, /The extension ".+" failed/)
  await page.route('**/assets/extensions-*.js', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(declaration, `=${breakingWrapper}({`)
    await route.fulfill({ response, body })
  })
  await logInAs('boss', 'administrator')
  await on.discussion.goto(samples.rich.id)
  await expect(on.alerts.saying(/The extension “\w+” failed to start\./)).toHaveCount(1)
  await expect(on.discussion.post(1)).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expectAccessible(page)
  await picture('extension-failed')

  await clickTemporaryLink(page, '/broken')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expectAccessible(page)
  await picture('extension-page-failed')
  await page.goBack()
  await expect(on.discussion.post(1)).toBeVisible()

  // Responses to pending requests would restore the old session.
  await page.goto('about:blank')
  await logInAs('reader')
  await on.discussion.goto(samples.rich.id)
  await expect(on.discussion.post(1)).toBeVisible()
  await expect(on.alerts.saying(/failed to start/)).toHaveCount(0)
})

// Matches the declaration of the first extension in the build.
const declaration = /=\w+\(\{(?=(?:slots|screenSlots|markup|routes|eventPosts|gambits):)/

const throwingBody = '(){throw new Error("broken on purpose")}'
const brokenPage = `{path:"/broken",page:{Component${throwingBody}}}`
const brokenItem = `{slot:"FooterItems",key:"broken",action:"add",priority:0,component${throwingBody}}`
const breakingWrapper = `((own)=>({...own,routes:{...own.routes,broken:${brokenPage}},slots:[${brokenItem},...own.slots??[]]}))`

async function extensionsScript(page: Page): Promise<string | undefined> {
  const html = await (await page.request.get('/')).text()
  return /assets\/extensions-[^"]+\.js/.exec(html)?.[0]
}

/** Clicks a link to a path, which it adds to the page and removes again. */
async function clickTemporaryLink(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
    link.remove()
  }, path)
}
