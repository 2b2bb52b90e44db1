import { makeDiscussion } from '@parley/testing/discussions'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { pagesOf } from '@parley/testing/pages'
import type { Locator } from '@playwright/test'
import { expect, test } from '../world.ts'

/** Opens the list from the account menu; on phones, where a discussion has none, from the composer, which minimizes. */
async function openDrafts({ composer, header }: ReturnType<typeof pagesOf>, isPhone: boolean): Promise<void> {
  if (isPhone) return composer.drafts.choose('All drafts')
  await composer.button('Minimize').click()
  await header.chooseFromAccount('Drafts')
}

/** Pixels between the right edge of an element and its text. */
const gapBefore = (part: Locator) =>
  part.evaluate((element) => {
    const text = document.createRange()
    text.selectNodeContents(element)
    return Math.round(element.getBoundingClientRect().right - text.getBoundingClientRect().right)
  })

test('opening another text keeps the first as a draft; the bar names it and the list has both', {
  tag: '@tablet',
}, async ({ page, on, openDiscussion, picture, uniqueName, isPhone }) => {
  test.slow()
  const title = uniqueName('Quay')
  await openDiscussion({ title, slug: 'quay' }, { username: 'pilot' })
  await on.index.goto()
  await on.index.startLink.click()
  await on.composer.title.fill('Fog over the estuary')
  await on.composer.text.fill('It has not lifted for three days.')
  await expect(on.composer.status).toHaveText('Draft saved')
  await on.composer.button('Minimize').click()
  await expect(on.composer.region).toContainText('Fog over the estuary')
  await picture('composer-minimized-discussion')

  await on.index.link(title).click()
  await on.discussion.replyLink.click()
  await expect(on.composer.text).toBeFocused()
  await expect(on.composer.text).toHaveValue('')
  await on.composer.text.fill('Ships wait outside.')
  await on.composer.drafts.open()
  await expectAccessible(page)
  await picture('composer-drafts-menu')
  await page.getByRole('menuitem', { name: /^Fog over the estuary/ }).click()
  await expect(on.composer.title).toHaveValue('Fog over the estuary')
  await expect(on.composer.text).toHaveValue('It has not lifted for three days.')
  await expect(on.composer.status).toHaveText('Draft restored')
  // The fields are those of this text: the browser does not undo the other one into them.
  await expect(on.composer.text).toBeFocused()
  await page.keyboard.press('Control+Z')
  await expect(on.composer.text).toHaveValue('It has not lifted for three days.')

  await openDrafts(on, isPhone)
  await expect(on.drafts.rows).toHaveCount(2)
  await expect(on.drafts.row('Fog over the estuary')).toContainText('Open now')
  const reply = on.drafts.row('Ships wait outside.')
  await expect(reply).toContainText(title)
  await expect(reply).toContainText('just now')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('drafts')
  // Texts in another direction than the page begin where the row does.
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  expect(await gapBefore(reply.getByRole('button', { name: title, exact: true }))).toBe(0)
  if (!isPhone) expect(await gapBefore(reply.getByText('Ships wait'))).toBe(0)
  await picture('drafts-rtl')
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'))
  await on.drafts.continue(title)
  await expect(on.composer.text).toHaveValue('Ships wait outside.')
  await on.composer.submit.click()
  await expect(on.drafts.rows).toHaveCount(1)
  await expect(on.drafts.rows).toContainText('Fog over the estuary')
})

test('several discussions are begun side by side, from the composer', async ({ page, on, logInAs }) => {
  await logInAs('planner')
  await on.index.goto()
  await on.index.startLink.click()
  await on.composer.title.fill('Spring cleaning')
  await on.composer.drafts.choose('Start a new discussion')
  await expect(on.composer.title).toHaveValue('')
  await expect(on.composer.title).toBeFocused()
  await on.composer.title.fill('Summer fair')
  await on.composer.drafts.open()
  const item = page.getByRole('menuitem', { name: /^Spring cleaning/ })
  await expect(item).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(on.composer.title).toHaveValue('Summer fair')
  await on.composer.drafts.choose('All drafts')
  await expect(page).toHaveURL(/\/drafts$/)
  await expect(on.drafts.rows).toHaveCount(2)
})

test('a deleted draft is brought back with Undo', { tag: '@tablet' }, async ({
  page,
  on,
  logInAs,
  picture,
}) => {
  await logInAs('gardener')
  await on.drafts.goto()
  await expect(page.getByRole('heading', { name: 'No drafts' })).toBeVisible()
  await expectAccessible(page)
  await picture('drafts-none')
  await on.index.goto()
  await on.index.startLink.click()
  await on.composer.title.fill('Tulips')
  await on.composer.text.fill('Which ones last?')
  await on.composer.button('Minimize').click()
  await on.header.chooseFromAccount('Drafts')
  await on.drafts.deleteButton('Tulips').click()
  await expect(on.composer.region).toBeHidden()
  await expect(page.getByRole('heading', { name: 'No drafts' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await picture('draft-deleted')
  await on.alerts.control('Draft deleted.', 'Undo').click()
  await expect(on.drafts.row('Tulips')).toContainText('Which ones last?')
  await on.drafts.continue('Tulips')
  await expect(on.composer.text).toHaveValue('Which ones last?')
})

test('drafts of an earlier version are taken over, and other accounts never see them', {
  tag: '@long',
}, async ({ page, on, makePerson, logIn }) => {
  const [writer, other] = [await makePerson('ferrywoman'), await makePerson('stowaway')]
  const begun = (Date.now() - 3 * 86_400_000).toString(36)
  await page.addInitScript(([key, json]) => localStorage.setItem(key, json), [
    `parley.draft.${writer.id}.discussion.${begun}-x7`,
    JSON.stringify({ title: 'Two boats a day', content: 'Is that enough?' }),
  ] as const)
  await logIn(writer)
  await on.drafts.goto()
  await expect(on.drafts.row('Two boats a day')).toContainText('3 days ago')
  await on.drafts.continue('Two boats a day')
  await expect(on.composer.text).toHaveValue('Is that enough?')
  await on.composer.button('Minimize').click()

  await logIn(other)
  await on.drafts.goto()
  await expect(page.getByRole('heading', { name: 'No drafts' })).toBeVisible()
  await expect(on.composer.region).toBeHidden()
})

test('the list follows other tabs, and names what they write', { tag: '@long' }, async ({
  page,
  context,
  on,
  logInAs,
}) => {
  await logInAs('twins')
  await on.drafts.goto()
  await expect(page.getByRole('heading', { name: 'No drafts' })).toBeVisible()
  const tab = await context.newPage()
  const other = pagesOf(tab)
  await other.index.goto()
  await other.index.startLink.click()
  await other.composer.title.fill('From the other tab')
  const row = on.drafts.row('From the other tab')
  await expect(row).toContainText('Open in another tab')
  await expect(row.getByRole('button')).toHaveCount(0)
  await tab.close()
  await on.drafts.continue('From the other tab')
  await expect(on.composer.title).toHaveValue('From the other tab')
})

test('what waits for a connection stands in the list, while another text is written', {
  tag: ['@tablet', '@long'],
}, async ({ page, on, watch, forum, openDiscussion, picture, beginReply, isPhone }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED|Failed to (fetch|load)/)
  const other = await makeDiscussion(forum, { title: 'Buoys', slug: 'buoys' })
  await openDiscussion({ title: 'Beacon', slug: 'beacon' }, { username: 'keeper' })
  // Loads the code of the list while there is a connection.
  await on.drafts.goto()
  await on.discussion.goto(other.id)
  await on.index.goto()
  await on.index.link('Beacon').click()
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
  await beginReply('It is out.')
  await on.composer.submit.click()
  await expect(on.composer.error).toContainText('Your post is saved')
  await on.composer.drafts.choose('Start a new discussion')
  await on.composer.title.fill('Where are the candles?')
  await openDrafts(on, isPhone)
  const waiting = on.drafts.row('It is out.')
  await expect(waiting).toContainText('Waiting for a connection…')
  await expect(page.getByRole('heading', { name: 'Waiting to be posted' })).toBeVisible()
  await expectAccessible(page)
  await picture('drafts-outbox')
  await expect(on.composer.region).toContainText('Where are the candles?')
  await page.unrouteAll()
  await expect(waiting).toBeHidden()
  await on.alerts.control('Reply posted.', 'View').click()
  await expect(on.discussion.postSaying('It is out.')).toHaveCount(1)
  await expect(on.composer.region).toContainText('Where are the candles?')
})
