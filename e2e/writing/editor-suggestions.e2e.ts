import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../world.ts'
import { giveData, option, selectedText, suggestions, test } from './editor.ts'

/** The place of an element in the window. */
const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (box === null) throw new Error('The element has no box.')
  return box
}

/** Shows the keyboard of a phone, which covers a part of the page. */
const showKeyboard = (page: Page, height: number) =>
  page.evaluate((covered) => {
    const viewport = window.visualViewport
    Object.defineProperty(viewport, 'height', { value: window.innerHeight - covered, configurable: true })
    viewport?.dispatchEvent(new Event('resize'))
  }, height)

test('suggestions appear at the caret and are taken by key, pointer or finger', {
  tag: ['@phone', '@tablet'],
}, async ({ page, on, openDiscussion, beginReply, picture, isPhone }) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  await openDiscussion({ title: 'Timetable', slug: 'timetable' }, { username: 'porter' })
  await beginReply('From ')
  const { text } = on.composer
  await text.press('End')
  await page.keyboard.type('@b')
  await expect(suggestions(page).getByRole('option')).toHaveText(['Bath', 'Bristol', 'Bridgwater'])
  await expect(on.composer.region.getByText('3 suggestions')).toBeAttached()
  const active = () => text.getAttribute('aria-activedescendant')
  await expect(option(page, 'Bath')).toHaveAttribute('aria-selected', 'true')
  expect(await active()).toBe(await option(page, 'Bath').getAttribute('id'))
  await expect(text).toHaveAttribute('aria-controls', (await suggestions(page).getAttribute('id')) ?? '')
  await expectAccessible(page)
  await picture('editor-suggestions')
  const [list, field] = [await boxOf(suggestions(page)), await boxOf(text)]
  if (isPhone) {
    expect(Math.round(list.width)).toBe(Math.round(field.width))
    expect(Math.abs(list.y + list.height - field.y - field.height)).toBeLessThan(2)
    expect((await boxOf(option(page, 'Bath'))).height).toBeGreaterThanOrEqual(44)
    await showKeyboard(page, 300)
    await expect
      .poll(async () => {
        const { y, height } = await boxOf(suggestions(page))
        return y + height
      })
      .toBeLessThan((page.viewportSize()?.height ?? 0) - 300)
    await picture('editor-suggestions-keyboard')
    await showKeyboard(page, 0)
  } else expect(list.x).toBeGreaterThan(field.x + 30)

  await page.keyboard.press('ArrowUp')
  expect(await active()).toBe(await option(page, 'Bridgwater').getAttribute('id'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('From @Bristol ')
  await expect(suggestions(page)).toBeHidden()
  await expect(text).not.toHaveAttribute('aria-activedescendant')
  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue('From @b')

  await text.fill('To ')
  await page.keyboard.type('@bat')
  await expect(option(page, 'Bath')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(suggestions(page)).toBeHidden()
  await expect(text).toBeFocused()
  await page.keyboard.type('h')
  await expect(option(page, 'Bath')).toBeVisible()
  if (isPhone) await option(page, 'Bath').tap()
  else await option(page, 'Bath').click()
  await expect(text).toHaveValue('To @Bath ')
  await expect(text).toBeFocused()

  await page.keyboard.type('on the :wh')
  await expect(option(page, 'whale')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(text).toHaveValue('To @Bath on the 🐋 ')
  await page.keyboard.type('me@bath')
  await expect(text).toHaveValue('To @Bath on the 🐋 me@bath')
  await expect(suggestions(page)).toBeHidden()
})

test('suggestions follow text from right to left', { tag: ['@tablet', '@long'] }, async ({
  page,
  on,
  openDiscussion,
  beginReply,
  picture,
  isPhone,
}) => {
  await openDiscussion({ title: 'القطار', slug: 'qitar' }, { username: 'rider' })
  await beginReply('نلتقي في ')
  const { text } = on.composer
  await text.press('Control+End')
  await page.keyboard.insertText('@م')
  await expect(option(page, 'محطة البحر')).toBeVisible()
  const [list, field] = [await boxOf(suggestions(page)), await boxOf(text)]
  // Begins at the trigger, some words from the right edge, and goes to the left.
  const end = list.x + list.width
  if (!isPhone) {
    expect(end).toBeLessThan(field.x + field.width - 40)
    expect(end).toBeGreaterThan(field.x + field.width / 2)
  }
  await picture('editor-suggestions-rtl')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('نلتقي في @محطة البحر ')
  await text.press('Control+a')
  await page.keyboard.press('Control+b')
  await expect(text).toHaveValue('**نلتقي في @محطة البحر** ')
  await expectAccessibleFromRightToLeft(page)
})

test('an input method keeps its keys, and edits wait for it', { tag: '@long' }, async ({
  page,
  context,
  on,
  openDiscussion,
  beginReply,
}) => {
  await openDiscussion({ title: '海辺', slug: 'umibe' }, { username: 'umi' })
  await beginReply('')
  const { text } = on.composer
  await text.focus()
  const input = await context.newCDPSession(page)
  const compose = (words: string) =>
    input.send('Input.imeSetComposition', {
      text: words,
      selectionStart: words.length,
      selectionEnd: words.length,
    })
  await page.keyboard.type('@')
  await compose('海')
  await expect(text).toHaveValue('@海')
  await expect(option(page, '海辺駅')).toBeVisible()
  await text.dispatchEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing: true })
  await text.dispatchEvent('keydown', { key: 'b', ctrlKey: true, bubbles: true, isComposing: true })
  expect(await giveData(text, 'drop', 'text/x-station', 'bath')).toBe(true)
  await expect(text).toHaveValue('@海')
  await expect(option(page, '海辺駅')).toBeVisible()
  // A choice accepts what was composed.
  await option(page, '海辺駅').click()
  await expect(text).toHaveValue('@海辺駅 ')
  await expect(text).toBeFocused()

  await compose('船')
  await on.composer.region.getByRole('button', { name: 'Bold' }).click()
  await expect(text).toHaveValue('@海辺駅 船**Bold**')
  expect(await selectedText(text)).toBe('Bold')
})
