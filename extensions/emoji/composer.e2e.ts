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
  tag: '@phone',
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

test('emoticons, times and unknown words suggest nothing', async ({ page, on, openDiscussion }) => {
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
