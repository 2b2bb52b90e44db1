import { endSession } from '@parley/testing/journey'
import type { Page } from '@playwright/test'
import type { Screen, Stage } from './stage.ts'

const networkErrors = [/net::ERR_/, /Failed to fetch/]

const failing = (
  what: string,
  open: Screen['open'],
  expectedErrors: readonly RegExp[] = networkErrors,
): Screen => ({
  what,
  as: 'member',
  open,
  expectedErrors,
})

async function writeReply({ on, samples }: Stage, text: string): Promise<void> {
  await on.discussion.goto(samples.rich.id)
  await on.discussion.replyLink.click()
  await on.composer.text.fill(text)
}

async function breakChunk(page: Page, name: string): Promise<void> {
  await page.route(`**/assets/${name}-*.js`, (route) => route.abort('connectionreset'))
}

/** Screens of failures. */
export const failureScreens: Readonly<Record<string, Screen>> = {
  'page-offline': failing('a page that cannot be reached', async ({ page, on, samples }) => {
    await on.index.goto()
    await page.context().setOffline(true)
    await on.index.link(samples.rich.title).click()
    await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
  }),
  'composer-waiting': failing('composer, waiting for the connection', async (stage) => {
    await writeReply(stage, 'Sent when the connection is back.')
    await stage.page.context().setOffline(true)
    await stage.on.composer.submit.click()
    await stage.on.composer.button('Cancel sending').waitFor()
  }),
  'composer-refused': failing('composer, refused', async (stage) => {
    await writeReply(stage, 'Posted too soon after another one.')
    await stage.page.route('**/api/posts?*', (route) => route.fulfill({ status: 429, body: '{"errors":[]}' }))
    await stage.on.composer.submit.click()
    await stage.on.composer.button('Dismiss').waitFor()
  }),
  'composer-restored': failing('composer, after a reload', async (stage) => {
    await writeReply(stage, 'Written before the page was loaded again.')
    await stage.page.reload()
    await stage.on.composer.button('Open').waitFor()
  }),
  'session-ended': failing('alert: logged out in another tab', async (stage) => {
    await writeReply(stage, 'Written before the session ended.')
    await endSession(stage.forum, stage.page.context())
    await stage.on.composer.submit.click()
    await stage.on.alerts.saying('You’ve been logged out').waitFor()
  }),
  'chunk-missing': failing('alert: a part could not be loaded', async ({ page, on }) => {
    await on.index.goto()
    await breakChunk(page, 'ConfirmDialog')
    await on.index.markAllAsRead.click()
    await on.alerts.saying('Couldn’t load part').waitFor()
  }),
  'page-incomplete': failing('a page whose code does not arrive', async ({ page, on, samples }) => {
    await on.discussion.goto(samples.rich.id)
    await breakChunk(page, 'user-posts-page')
    await on.discussion.post(1).getByRole('link', { name: samples.author.username }).last().click()
    await page.getByRole('heading', { name: 'Couldn’t load this page' }).waitFor()
  }),
  'new-version': failing('alert: the forum was updated', async ({ page, on }) => {
    await on.index.goto()
    await page.route('**/api/discussions?*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'x-client-build': 'next' } })
    })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await on.alerts.saying('The forum has been updated.').waitFor()
  }),
  debug: failing(
    'modal: a failed request, in debug mode',
    async ({ page, on }) => {
      // The browser takes a page that is made up here for one of another site.
      await page.routeWebSocket(/\/realtime$/, () => {})
      await page.route('**/all', async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replace('"debug":false', '"debug":true')
        await route.fulfill({ response, body })
      })
      await page.route('**/api/users/*', (route) =>
        route.fulfill({ status: 500, body: '{"errors":[{"status":"500","code":"unknown"}]}' }),
      )
      await on.index.goto('/all')
      await on.index.markAllAsRead.click()
      await on.dialog.answer('Mark all discussions as read?', 'Mark all as read')
      await on.alerts.control('Something went wrong', 'Details').click()
      await on.dialog.called('Error details').waitFor()
    },
    [/status 500/],
  ),
}
