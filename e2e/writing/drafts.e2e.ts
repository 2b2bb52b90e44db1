import { expectAccessible } from '@parley/testing/page-checks'
import { pagesOf } from '@parley/testing/pages'
import { expect, test } from '../world.ts'

test('what was written is offered again after a reload and after a crash, from each tab of its own', async ({
  page,
  context,
  on,
  openDiscussion,
  picture,
}) => {
  // Three tabs, one after the other.
  test.slow()
  const { id } = await openDiscussion({ title: 'Weir', slug: 'weir' }, { username: 'angler' })
  await on.discussion.replyLink.click()
  await on.composer.text.fill('The water is high.')
  await expect(on.composer.status).toHaveText('Draft saved')

  await page.reload()
  await expect(on.composer.region).toBeVisible()
  await expect(on.composer.text).toBeHidden()
  await expectAccessible(page)
  await picture('composer-restored')
  await on.composer.button('Open').click()
  await expect(on.composer.text).toHaveValue('The water is high.')
  await expect(on.composer.status).toHaveText('Your draft is back')

  // Elsewhere it is offered too, and says what it is about.
  await on.index.goto('/all')
  await expect(on.composer.region).toContainText('Weir')

  // Another tab has its own while this one is open.
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
  const goOn = next.page.getByRole('link', { name: 'Go on with your reply' })
  await goOn.click()
  await expect(next.on.composer.status).toHaveText('Your draft is back')
  await expect(next.on.composer.text).toHaveValue('It falls again.')
  await next.on.composer.button('Close').click()
  await next.on.dialog.answer('Discard your reply?', 'Discard')
  await goOn.click()
  await expect(next.on.composer.text).toHaveValue('The water is very high.')
  await next.on.composer.submit.click()
  await expect(next.on.discussion.post(2)).toContainText('The water is very high.')
  await expect(next.page.getByRole('link', { name: 'Write a reply' })).toBeVisible()

  async function openTab(discussionId: number) {
    const tab = await context.newPage()
    const pages = pagesOf(tab)
    await pages.discussion.goto(discussionId)
    return { page: tab, on: pages }
  }
})

test('a browser that keeps nothing says so', async ({ page, on, openDiscussion }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await openDiscussion({ title: 'Sieve', slug: 'sieve' }, { username: 'sieve' })
  await on.discussion.replyLink.click()
  await on.composer.text.fill('Held in memory only.')
  await expect(on.composer.status).toHaveText('Not saved in this browser')
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => window.location.reload()))
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(on.composer.text).toHaveValue('Held in memory only.')
})
