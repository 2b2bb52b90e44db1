import { expect, type Journey, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Locator, Page } from '@playwright/test'

test.beforeEach(async ({ openDiscussion, page, on }) => {
  await openDiscussion({}, { username: 'writer' })
  await beginReply(page, on)
})

async function beginReply(page: Page, on: Journey['on']): Promise<void> {
  await page.keyboard.press('r')
  await expect(on.composer.text).toBeFocused()
}

const toolbarOf = (on: Journey['on']) => on.composer.region.getByRole('toolbar', { name: 'Formatting' })

/** Pastes as the browser does: an unhandled event pastes the plain text. @returns whether a handler has pasted it. */
function paste(field: Locator, data: Readonly<Record<string, string>>): Promise<boolean> {
  return field.evaluate((element, entries) => {
    const clipboardData = new DataTransfer()
    for (const [type, value] of Object.entries(entries)) clipboardData.setData(type, value)
    return !element.dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }),
    )
  }, data)
}

test('by keyboard alone: shortcuts, the toolbar, lists, and each step undone', async ({
  page,
  on,
  picture,
}) => {
  const { text } = on.composer
  const toolbar = toolbarOf(on)
  await page.keyboard.type('word')
  await page.keyboard.press('Control+b')
  await expect(text).toHaveValue('**word**')
  await expect(toolbar.getByRole('button', { name: 'Bold', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.keyboard.press('Control+i')
  await expect(text).toHaveValue('**_word_**')
  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue('**word**')
  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue('word')

  await toolbar.getByRole('button', { name: 'Heading', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  const bold = toolbar.getByRole('button', { name: 'Bold', exact: true })
  await expect(bold).toBeFocused()
  await expect(bold).toHaveAttribute('data-tooltip', 'Bold (Ctrl+B)')
  await page.keyboard.press('End')
  await expect(toolbar.getByRole('button', { name: 'Formatting help' })).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('### word')
  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue('word')

  await page.keyboard.press('Control+a')
  await page.keyboard.type('- one')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  await page.keyboard.press('Tab')
  await expect(text).toHaveValue('- one\n  - two')
  await expect(on.composer.preview.locator('li li')).toHaveText('two')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('- one\n- two\n')
  await page.keyboard.type('- three')
  await picture('markdown-toolbar')
  await expect(text).toHaveAccessibleDescription(/press Escape, then Tab/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(text).not.toBeFocused()
  await expect(text).toHaveValue('- one\n- two\n- three')
  await expectAccessible(page)
})

test('buttons take their style off again, also with the placeholder, and undo brings each text back', {
  tag: '@long',
}, async ({ page, on }) => {
  const { text } = on.composer
  const button = (name: string) => toolbarOf(on).getByRole('button', { name, exact: true })
  for (const [name, styled] of [
    ['Heading', '### Heading'],
    ['Bold', '**bold text**'],
    ['Italic', '_italic text_'],
    ['Strikethrough', '~~crossed-out text~~'],
    ['Quotation', '> Quotation'],
    ['Spoiler', '>!hidden text!<'],
    ['Code', '`code`'],
    ['Link', '[link text](https://)'],
    ['Image', '![description](https://)'],
    ['Bulleted list', '- List item'],
    ['Numbered list', '1. List item'],
  ] as const) {
    await button(name).click()
    await expect(text).toHaveValue(styled)
    await expect(text).toBeFocused()
    await expect(button(name)).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Control+z')
    await expect(text).toHaveValue('')
    await page.keyboard.type('a word')
    await button(name).click()
    await button(name).click()
    await expect(text).toHaveValue('a word')
    await text.fill('')
  }
})

test('an address becomes a link of the selection, a table one of Markdown; scripts and large tables do not', async ({
  page,
  on,
}) => {
  const { text, preview } = on.composer
  await page.keyboard.type('see this page')
  await text.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 8))
  expect(await paste(text, { 'text/plain': 'https://example.com/' })).toBe(true)
  await expect(text).toHaveValue('see [this](https://example.com/) page')
  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue('see this page')

  await text.fill('')
  const cells = (tag: string, ...values: string[]) =>
    values.map((value) => `<${tag}>${value}</${tag}>`).join('')
  const html = `<meta><style>td{}</style><table><tr>${cells('th', 'Train', 'Price*')}</tr><tr>${cells(
    'td',
    'Vienna|Rome<script>document.title = "Run"</script>',
    '<b style="color: red">30</b>\n€',
  )}</tr></table>`
  expect(await paste(text, { 'text/plain': 'Train\tPrice', 'text/html': html })).toBe(true)
  await expect(text).toHaveValue('| Train | Price\\* |\n| --- | --- |\n| Vienna\\|Rome | 30 € |')
  await expect(preview.getByRole('cell', { name: '30 €' })).toBeVisible()
  await expect(page).not.toHaveTitle('Run')

  const rows = `<tr>${cells('td', ...Array.from({ length: 100 }, String))}</tr>`.repeat(100)
  expect(await paste(text, { 'text/plain': 'x', 'text/html': `<table>${rows}</table>` })).toBe(false)
  expect(await paste(text, { 'text/plain': 'x', 'text/html': `<p>Prices</p>${html}` })).toBe(false)
})

test('an input method that composes is not disturbed', async ({ page, on }) => {
  const { text } = on.composer
  await page.keyboard.type('- one')
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  await page.keyboard.press('Control+b')
  await expect(text).toHaveValue('- oneに')
  await session.send('Input.insertText', { text: '日' })
  await expect(text).toHaveValue('- one日')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('- one日\n- ')
})

test('the help shows each sample as readers see it', { tag: '@tablet' }, async ({ page, on, picture }) => {
  await toolbarOf(on).getByRole('button', { name: 'Formatting help' }).click()
  const help = page.getByRole('dialog', { name: 'Formatting help' })
  await expect(help.locator('strong')).toHaveText('bold text')
  await expect(help.getByRole('row', { name: /Bulleted list/ }).getByRole('listitem')).toHaveCount(3)
  await picture('markdown-help')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(on.composer.text).toBeVisible()
})

test.describe('on phones', { tag: '@phone' }, () => {
  test('the bar scrolls sideways, is large enough for fingers, and keeps the keyboard', async ({
    page,
    on,
    picture,
    isMobile,
  }) => {
    test.skip(!isMobile, 'The bar of wide screens fits.')
    const toolbar = toolbarOf(on)
    await page.keyboard.type('word')
    await toolbar.getByRole('button', { name: 'Bold', exact: true }).tap()
    await expect(on.composer.text).toHaveValue('**word**')
    await expect(on.composer.text).toBeFocused()
    const sizes = await toolbar.getByRole('button').evaluateAll((buttons) =>
      buttons.map((button) => {
        const { width, height } = button.getBoundingClientRect()
        return Math.min(width, height)
      }),
    )
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44)
    await picture('markdown-phone')
    await toolbar.getByRole('button', { name: 'Numbered list', exact: true }).scrollIntoViewIfNeeded()
    await toolbar.getByRole('button', { name: 'Numbered list', exact: true }).tap()
    await expect(on.composer.text).toHaveValue('1. **word**')
    await expect(on.composer.text).toBeFocused()
    expect(await page.evaluate(() => document.scrollingElement?.scrollLeft)).toBe(0)
  })
})

test('from right to left', { tag: '@long' }, async ({ page, on }) => {
  await page.keyboard.type('مرحبا')
  await page.keyboard.press('Control+b')
  await expect(on.composer.text).toHaveValue('**مرحبا**')
  await expectAccessibleFromRightToLeft(page)
})
