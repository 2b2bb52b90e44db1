import { expectAccessible } from '@parley/testing/page-checks'
import { pagesOf } from '@parley/testing/pages'
import { expect, test } from '../world.ts'

test('drafts are restored after a reload and after a crash, one for each tab', async ({
  page,
  context,
  on,
  openDiscussion,
  picture,
  beginReply,
}) => {
  // Opens three tabs in sequence.
  test.slow()
  const { id } = await openDiscussion({ title: 'Weir', slug: 'weir' }, { username: 'angler' })
  await beginReply('The water is high.')
  await expect(on.composer.status).toHaveText('Draft saved')

  await page.reload()
  await expect(on.composer.region).toBeVisible()
  await expect(on.composer.text).toBeHidden()
  await expectAccessible(page)
  await picture('composer-restored')
  await on.composer.button('Open').click()
  await expect(on.composer.text).toHaveValue('The water is high.')
  await expect(on.composer.status).toHaveText('Draft restored')

  // Other pages also offer the draft and name its discussion.
  await on.index.goto('/all')
  await expect(on.composer.region).toContainText('Weir')

  // A second tab has its own draft while the first tab is open.
  const other = await openTab(id)
  await other.on.discussion.replyLink.click()
  await expect(other.on.composer.text).toBeFocused()
  await expect(other.on.composer.text).toHaveValue('')
  await other.on.composer.text.fill('It falls again.')
  await expect(other.on.composer.status).toHaveText('Draft saved')
  await on.composer.button('Open').click()
  await on.composer.text.fill('The water is very high.')
  await expect(on.composer.status).toHaveText('Draft saved')

  await Promise.all([page.close(), other.page.close()])
  const next = await openTab(id)
  const continueLink = next.page.getByRole('link', { name: 'Continue your reply' })
  await continueLink.click()
  await expect(next.on.composer.status).toHaveText('Draft restored')
  // The one that was changed last.
  await expect(next.on.composer.text).toHaveValue('The water is very high.')
  await next.on.composer.button('Delete draft').click()
  await continueLink.click()
  await expect(next.on.composer.text).toHaveValue('It falls again.')
  await next.on.composer.submit.click()
  await expect(next.on.discussion.post(2)).toContainText('It falls again.')
  await expect(next.page.getByRole('link', { name: 'Write a reply' })).toBeVisible()

  async function openTab(discussionId: number) {
    const tab = await context.newPage()
    const pages = pagesOf(tab)
    await pages.discussion.goto(discussionId)
    return { page: tab, on: pages }
  }
})

test('a browser without storage shows that the draft is not saved', { tag: '@long' }, async ({
  page,
  on,
  openDiscussion,
  beginReply,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await openDiscussion({ title: 'Sieve', slug: 'sieve' }, { username: 'sieve' })
  await beginReply('Held in memory only.')
  await expect(on.composer.status).toHaveText('Couldn’t save the draft')
  const dialogOpened = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => window.location.reload()))
  const dialog = await dialogOpened
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(on.composer.text).toHaveValue('Held in memory only.')
})
