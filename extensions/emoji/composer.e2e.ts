import { expect, type Journey, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Page } from '@playwright/test'

test.use({ forumOf: import.meta.url })

/** The suggestions at the caret. */
function suggestions(page: Page) {
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  return { list, option: (name: string | RegExp) => list.getByRole('option', { name }) }
}

/** Opens the composer for a reply by its shortcut. */
async function beginReply(page: Page, on: Journey['on']): Promise<void> {
  await page.keyboard.press('r')
  await expect(on.composer.text).toBeFocused()
}

test('by keyboard alone: an emoji is completed behind a colon, previewed and posted', {
  tag: '@tablet',
}, async ({ page, on, openDiscussion, picture }) => {
  test.slow()
  await openDiscussion({ title: 'Regatta', posts: [{ content: 'Who won?' }] }, { username: 'rower' })
  const { list, option } = suggestions(page)
  await beginReply(page, on)
  await page.keyboard.type('We did :part')
  await expect(option(/^party popper/)).toBeVisible()
  await expect(list.getByRole('option')).toHaveCount(7)
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('emoji-suggestions')
  await page.keyboard.type('y_p')
  await expect(option(/^party popper/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(list.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(on.composer.text).toHaveValue('We did 🎉 ')
  await expect(list).toBeHidden()
  await page.keyboard.type('at last')
  await page.keyboard.press('Control+Enter')
  await expect(on.discussion.postSaying('at last').locator('img.emoji')).toHaveAttribute('alt', '🎉')
})

test('emoticons, times and unknown words suggest nothing', { tag: '@long' }, async ({
  page,
  on,
  openDiscussion,
}) => {
  await openDiscussion({ title: 'Colons', posts: [{ content: 'When?' }] }, { username: 'teller' })
  const { list } = suggestions(page)
  await beginReply(page, on)
  // The words are there: nothing is suggested because nothing is found.
  await page.keyboard.type(':tid')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  for (const typed of [' :D', ' at 10:tide', ' :(x', ' :qqqqxxxx', ` :${'tide'.repeat(4)}`]) {
    await page.keyboard.type(typed)
    await expect(list).toBeHidden()
  }
  await page.keyboard.press('Enter')
  await expect(on.composer.text).toHaveValue(/tidetide\n$/)
})

test('by keyboard alone: emoji are chosen from the picker by category, arrows and search', {
  tag: '@tablet',
}, async ({ page, on, isPhone, openDiscussion, picture }) => {
  test.slow()
  await openDiscussion({ title: 'Picnic', posts: [{ content: 'What to bring?' }] }, { username: 'cook' })
  await beginReply(page, on)
  await page.keyboard.type('Bring ')
  const button = on.composer.button('Emoji')
  if (isPhone) await button.tap()
  else {
    await button.focus()
    await page.keyboard.press('Enter')
  }
  const picker = page.getByRole('dialog', { name: 'Choose an emoji' })
  const grid = picker.getByRole('grid', { name: 'Emoji' })
  const cell = (name: string) => grid.getByRole('button', { name, exact: true })
  await expect(cell('grinning face')).toBeFocused()
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('emoji-picker')

  await page.keyboard.press('ArrowRight')
  await expect(cell('grinning face with big eyes')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  await page.keyboard.press('Control+Home')
  await expect(cell('grinning face')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(picker.getByRole('tab', { name: 'Smileys' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(picker.getByRole('tab', { name: 'Food and drink' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(on.composer.text).toHaveValue('Bring 🍇')
  await expect(on.composer.text).toBeFocused()
  await expect(picker).toBeHidden()

  await button.click()
  await expect(picker.getByRole('tab').first()).toHaveAccessibleName('Recent')
  await picker.getByRole('radio', { name: 'Dark', exact: true }).check()
  await picker.getByRole('searchbox', { name: 'Search emoji' }).fill('wav')
  await expect(cell('waving hand')).toBeVisible()
  if (!isPhone) {
    await cell('waving hand').hover()
    await expect(page.locator('.Tooltip')).toHaveText('waving hand')
  }
  await expectAccessible(page)
  await picture('emoji-picker-search')
  await picker.getByRole('searchbox').fill('qqqqxxxx')
  await expect(picker.getByText('No emoji found.')).toBeVisible()
  await picker.getByRole('searchbox').fill('waving hand')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(on.composer.text).toHaveValue('Bring 🍇👋🏿')

  await button.click()
  await picker.getByRole('tab', { name: 'Recent' }).click()
  await expect(grid.getByRole('button').first()).toHaveAccessibleName('waving hand')
  await expect(grid.getByRole('button')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(picker).toBeHidden()
  await expect(on.composer.region).toBeVisible()
})

test('a picker that cannot be loaded says so, and is loaded again', { tag: '@long' }, async ({
  page,
  on,
  watch,
  openDiscussion,
}) => {
  watch.expect(/net::ERR_/, /Failed to fetch dynamically imported module/)
  await openDiscussion({ title: 'Fog', posts: [{ content: 'Still there?' }] }, { username: 'lost' })
  const data = '**/assets/characters-*.js'
  await beginReply(page, on)
  await page.keyboard.type('Hello')
  // The composer's own code has a file of that name, too.
  await page.route(data, (route) => route.abort())
  await on.composer.button('Emoji').click()
  const message = 'Couldn’t load part of the forum.'
  await expect(on.alerts.saying(message)).toBeVisible()
  const picker = page.getByRole('dialog', { name: 'Choose an emoji' })
  await expect(picker).toBeHidden()
  await page.unroute(data)
  await on.alerts.control(message, 'Try again').click()
  await picker.getByRole('button', { name: 'grinning face', exact: true }).click()
  await expect(on.composer.text).toHaveValue('Hello😀')
})
