import { expectAccessible } from '@parley/testing/page-checks'
import { pagesOf } from '@parley/testing/pages'
import type { BrowserContext } from '@playwright/test'
import { expect, test } from '../world.ts'

/** Errors that a browser reports without a connection. */
const networkErrors = /net::ERR_|Failed to (fetch|load)/

/** The API and what the client asks to find out whether the forum is there. */
const apiUrl = /\/api(\/|$)/

/** Breaks the connection to the API in all tabs: pages still load. @returns mends it. */
async function breakConnection(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route(apiUrl, (route) => route.abort('internetdisconnected'))
  return () => context.unroute(apiUrl)
}

async function openTab(context: BrowserContext, path: string) {
  const page = await context.newPage()
  await page.goto(path)
  return { page, on: pagesOf(page) }
}

test('a reply that waits survives its tab: the next one sends it, once', { tag: '@tablet' }, async ({
  page,
  context,
  on,
  watch,
  openDiscussion,
  beginReply,
  picture,
}) => {
  test.slow()
  watch.expect(networkErrors)
  const { id } = await openDiscussion({ title: 'Night ferry', slug: 'night-ferry' }, { username: 'purser' })
  await beginReply('It leaves at two.')
  const mend = await breakConnection(context)
  await on.composer.submit.click()
  await expect(on.composer.error).toContainText('Your post is saved and will be sent')
  // The open composer says it alone.
  await expect(on.alerts.saying('Can’t reach the forum')).toHaveCount(0)
  await expect(on.composer.status).toBeEmpty()
  await expectAccessible(page)
  await picture('reply-waiting')
  await on.composer.button('Minimize').click()
  await expect(on.composer.status).toHaveText('Waiting for a connection…')
  await expect(on.alerts.saying('Your post is saved and will be sent')).toBeVisible()
  // The browser does not ask: nothing is lost.
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => page.isClosed()).toBe(true)

  const [first, second] = [await openTab(context, '/'), await openTab(context, '/drafts')]
  await expect(first.on.alerts.saying('Your post is saved and will be sent')).toBeVisible()
  await expect(second.on.drafts.row('It leaves at two.')).toContainText('Posting in another tab…')
  await expect(second.page.getByRole('heading', { name: 'Waiting to be posted' })).toBeVisible()
  await expectAccessible(second.page)
  const sent: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/posts')) sent.push(request.url())
  })
  await mend()
  await first.page.bringToFront()
  await expect(first.on.alerts.saying('Reply posted.')).toBeVisible({ timeout: 40_000 })
  await first.on.alerts.control('Reply posted.', 'View').click()
  await expect(first.on.discussion.postSaying('It leaves at two.')).toHaveCount(1)
  await expect(second.on.drafts.rows).toHaveCount(0)
  expect(sent).toHaveLength(1)
  await first.page.goto(`/d/${id}`)
  await expect(first.on.discussion.postSaying('It leaves at two.')).toHaveCount(1)
})

test('a waiting text is not sent for another account, nor after its writer has cancelled it', {
  tag: '@long',
}, async ({ page, context, on, watch, openDiscussion, beginReply, logIn, logInAs }) => {
  test.slow()
  watch.expect(networkErrors)
  const { id, person } = await openDiscussion(
    { title: 'Lost property', slug: 'lost-property' },
    { username: 'finder' },
  )
  await beginReply('One glove, left.')
  let mend = await breakConnection(context)
  await on.composer.submit.click()
  await expect(on.composer.error).toContainText('Your post is saved')
  // The connection comes back once the page is left: it would send the text for the stranger, and be refused.
  await page.goto('about:blank')
  await logInAs('stranger')
  await mend()
  await page.goto(`/d/${id}`)
  await expect(on.discussion.post(1)).toBeVisible()
  await on.drafts.goto()
  await expect(page.getByRole('heading', { name: 'No drafts' })).toBeVisible()

  await logIn(person)
  mend = await breakConnection(context)
  await on.drafts.goto()
  const row = on.drafts.row('One glove, left.')
  await expect(row).toContainText('Waiting for a connection…')
  await row.getByRole('button', { name: 'Cancel sending' }).click()
  await expect(row).toContainText('May be posted already')
  await mend()
  await page.reload()
  // The tab goes on with the text, and sends nothing by itself.
  await expect(row).toContainText('Open now')
  await on.discussion.goto(id)
  await expect(on.discussion.postSaying('One glove, left.')).toHaveCount(0)
})

test('a waiting text that is refused says why and can be opened', { tag: ['@tablet', '@long'] }, async ({
  page,
  context,
  on,
  forum,
  watch,
  openDiscussion,
  beginReply,
  picture,
}) => {
  test.slow()
  watch.expect(networkErrors, /status 40[34]: /)
  const { id } = await openDiscussion({ title: 'Old pier', slug: 'old-pier' }, { username: 'angler' })
  await beginReply('It will hold.')
  const mend = await breakConnection(context)
  await on.composer.submit.click()
  await expect(on.composer.error).toContainText('Your post is saved')
  const { database } = forum.current
  const hidden = { hidden_at: new Date().toISOString() }
  await database.transaction((db) =>
    db.updateTable('discussions').set(hidden).where('id', '=', id).executeTakeFirst(),
  )
  // The connection comes back once no page tries to send: the open composer would show the refusal itself.
  await page.goto('about:blank')
  await mend()
  await page.goto('/')
  const failure = on.alerts.saying('Your reply wasn’t posted.')
  await expect(failure).toBeVisible()
  await expectAccessible(page)
  await picture('queued-refused')
  await failure.getByRole('button', { name: 'Open draft' }).click()
  await expect(on.composer.text).toHaveValue('It will hold.')
  await expect(on.composer.text).toBeEditable()
  await expect(failure).toBeHidden()
})
