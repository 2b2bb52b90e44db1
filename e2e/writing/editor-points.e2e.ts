import { failRequests, holdRequests } from '@parley/testing/answers'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Locator, Page } from '@playwright/test'
import { withExtension } from '../fixtures/with-extension.ts'
import { expect } from '../world.ts'

/** A forum with an extension that uses every point of the composer. */
const test = withExtension('editor-points')

const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })
const option = (page: Page, name: string | RegExp) => suggestions(page).getByRole('option', { name })

const selectedText = (field: Locator) =>
  field.evaluate((element) => {
    const { value, selectionStart, selectionEnd } = element as HTMLTextAreaElement
    return value.slice(selectionStart, selectionEnd)
  })

/** Pastes or drops data as a browser does. @returns whether it is left to the browser. */
const giveData = (field: Locator, kind: 'paste' | 'drop', type: string, data: string) =>
  field.evaluate(
    (element, [kind, type, data]) => {
      const transfer = new DataTransfer()
      transfer.setData(type, data)
      const options = { bubbles: true, cancelable: true }
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
          : new DragEvent('drop', { ...options, dataTransfer: transfer })
      return element.dispatchEvent(event)
    },
    [kind, type, data] as const,
  )

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

test('commands work from the toolbar and by key, and the browser undoes them', async ({
  page,
  on,
  openDiscussion,
  beginReply,
  picture,
  isPhone,
}) => {
  await openDiscussion({ title: 'Slipway', slug: 'slipway' }, { username: 'builder' })
  await beginReply('')
  const { text } = on.composer
  const bold = on.composer.region.getByRole('button', { name: 'Bold' })
  await text.focus()
  await page.keyboard.type('oak and elm')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  expect(await selectedText(text)).toBe('elm')
  await page.keyboard.press('Control+b')
  await expect(text).toHaveValue('oak and **elm**')
  expect(await selectedText(text)).toBe('elm')
  await expect(bold).toHaveAttribute('aria-pressed', 'true')
  await expect(on.composer.status).toHaveText('Draft saved')
  await expectAccessible(page)
  await picture('editor-toolbar')
  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue('oak and elm')
  await page.keyboard.press('Control+Shift+z')
  await expect(text).toHaveValue('oak and **elm**')

  await text.evaluate((field) => (field as HTMLTextAreaElement).setSelectionRange(10, 13))
  // A tap keeps the focus, and so the keyboard of a phone.
  if (isPhone) await bold.tap()
  else await bold.click()
  await expect(text).toBeFocused()
  await expect(text).toHaveValue('oak and elm')
  await expect(bold).toHaveAttribute('aria-pressed', 'false')

  await text.fill('one\ntwo')
  await page.keyboard.press('Control+a')
  await on.composer.region.getByRole('button', { name: 'Numbered list' }).click()
  await expect(text).toHaveValue('1. one\n2. two')
  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue('one\ntwo')
})

test('the toolbar is one stop of the Tab key, and arrows move in it', async ({
  page,
  on,
  openDiscussion,
  beginReply,
}) => {
  await openDiscussion({ title: 'Capstan', slug: 'capstan' }, { username: 'hauler' })
  await beginReply('Heave')
  const toolbar = on.composer.region.getByRole('toolbar', { name: 'Formatting' })
  const named = (name: string) => toolbar.getByRole('button', { name })
  await expect(toolbar.locator('button[tabindex="0"]')).toHaveCount(1)
  await named('Bold').focus()
  await page.keyboard.press('ArrowRight')
  await expect(named('Numbered list')).toBeFocused()
  await page.keyboard.press('End')
  await expect(named('Add a picture')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(named('Bold')).toBeFocused()
  await on.composer.text.focus()
  await page.keyboard.press('Control+a')
  await named('Bold').focus()
  await page.keyboard.press('Enter')
  await expect(on.composer.text).toHaveValue('**Heave**')
  await expect(on.composer.text).toBeFocused()
})

test('suggestions appear at the caret and are taken by key, pointer or finger', async ({
  page,
  on,
  openDiscussion,
  beginReply,
  picture,
  isPhone,
}) => {
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

test('suggestions follow text from right to left', async ({
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

test('an input method keeps its keys, and edits wait for it', async ({
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

test('keys, pasted and dropped data go to the first handler that takes them', async ({
  page,
  on,
  openDiscussion,
  beginReply,
}) => {
  await openDiscussion({ title: 'Cargo', slug: 'cargo' }, { username: 'loader' })
  await beginReply('')
  const { text } = on.composer
  await text.focus()
  await page.keyboard.type('- tea')
  await page.keyboard.press('Enter')
  await page.keyboard.type('rum')
  await expect(text).toHaveValue('- tea\n- rum')
  await page.keyboard.press('Control+z')
  await text.fill('plain')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('plain\n')

  const give = (kind: 'paste' | 'drop', type: string, data: string) => giveData(text, kind, type, data)
  await text.fill('the chart')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  expect(await give('paste', 'text/plain', 'https://example.org/chart')).toBe(false)
  await expect(text).toHaveValue('the [chart](https://example.org/chart)')
  // What no handler takes is the browser's.
  expect(await give('paste', 'text/plain', 'words')).toBe(true)
  await text.fill('')
  expect(await give('drop', 'text/x-station', 'bath')).toBe(false)
  await expect(text).toHaveValue('~bath ')

  // While the text is being sent, edits are refused.
  const release = await holdRequests(page, '**/api/posts?*')
  await on.composer.submit.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await expect(text).not.toBeEditable()
  await expect(on.composer.region.getByRole('button', { name: 'Bold' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(await give('drop', 'text/x-station', 'bristol')).toBe(true)
  await expect(text).toHaveValue('~bath ')
  release()
  await expect(on.discussion.postSaying('~bath')).toBeVisible()
})

test('the preview fetches what it lacks', async ({ page, on, openDiscussion, beginReply, isPhone }) => {
  await openDiscussion({ title: 'Lines', slug: 'lines' }, { username: 'signaller' })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/editor-points/stations')) asked.push(request.url())
  })
  await beginReply('Meet at ~bristol or ~nowhere.')
  if (isPhone) await on.composer.button('Preview').click()
  await expect(on.composer.preview.locator('.Station')).toHaveText('Bristol station')
  await expect(on.composer.preview).toContainText('or ~nowhere')
  if (isPhone) await on.composer.button('Preview').click()
  await on.composer.text.press('End')
  await page.keyboard.type(' Both.')
  if (isPhone) await on.composer.button('Preview').click()
  await expect(on.composer.preview).toContainText('Both.')
  if (!isPhone) expect(asked).toHaveLength(2)
})

test('a field is kept in the draft and missed, and steps come before sending', async ({
  page,
  on,
  watch,
  logInAs,
  picture,
}) => {
  test.slow()
  watch.expect(/The step is broken/, /editor-points/)
  await logInAs('skipper')
  await on.index.goto()
  await on.index.startLink.click()
  await on.composer.title.fill('Evening sail')
  await on.composer.text.fill('A broken oar.')
  const mood = on.composer.region.getByRole('combobox', { name: 'Mood' })
  await expect(on.composer.submit).toHaveAttribute('aria-disabled', 'true')
  await on.composer.text.press('Control+Enter')
  await expect(mood).toBeFocused()
  await page.keyboard.press('c')
  await expect(mood).toHaveValue('calm')
  await expect(on.composer.status).toHaveText('Draft saved')
  await expectAccessible(page)
  await picture('editor-field')

  await page.reload()
  await on.index.startLink.click()
  await expect(mood).toHaveValue('calm')
  await expect(on.composer.title).toHaveValue('Evening sail')

  // A step that throws.
  await on.composer.submit.click()
  await expect(on.composer.error).toContainText('Something went wrong')
  await expect(on.composer.text).toHaveValue('A broken oar.')
  // A step that never ends.
  await on.composer.text.fill('An endless sea.')
  await on.composer.submit.click()
  await expect(on.composer.error).toContainText('Getting your post ready…')
  await on.composer.text.press('End')
  await page.keyboard.type(' Truly.')
  await picture('editor-preparing')
  await on.composer.button('Cancel sending').click()
  await expect(on.composer.error).not.toContainText('Getting your post ready…')
  await expect(on.composer.text).toHaveValue('An endless sea. Truly.')
  await expect(on.composer.text).toBeEditable()
  // A step that cancels.
  await on.composer.text.fill('A calm sea.')
  await on.composer.submit.click()
  const rules = page.getByRole('dialog', { name: 'Accept the rules?' })
  await rules.getByRole('button', { name: 'Cancel' }).click()
  await expect(rules).toBeHidden()
  await expect(on.composer.text).toHaveValue('A calm sea.')

  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && /\/discussions/.test(request.url()),
  )
  await on.composer.submit.click()
  await picture('editor-step')
  await rules.getByRole('button', { name: 'Accept' }).click()
  expect((await sent).postDataJSON().data).toMatchObject({
    attributes: { title: 'Evening sail', content: 'A calm sea.', mood: 'calm' },
    relationships: { station: { data: { type: 'stations', id: '1' } } },
  })
  await expect(on.discussion.title).toHaveText('Evening sail')
  await on.index.goto()
  await on.index.startLink.click()
  await expect(mood).toHaveValue('')
})

const png = { name: 'map.png', mimeType: 'image/png', buffer: Buffer.from('picture') }
const files = '**/api/editor-points/files'

/** Pastes or drops a file as a browser does. */
const giveFile = (text: Locator, kind: 'paste' | 'drop') =>
  text.evaluate((field, kind) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['picture'], `${kind}.png`, { type: 'image/png' }))
    const options = { bubbles: true, cancelable: true }
    field.dispatchEvent(
      kind === 'paste'
        ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
        : new DragEvent('drop', { ...options, dataTransfer: transfer }),
    )
  }, kind)

test('files that are chosen, pasted or dropped are stored, tried again and cancelled', async ({
  page,
  on,
  watch,
  openDiscussion,
  beginReply,
  picture,
}) => {
  test.slow()
  watch.expect(/status 503/)
  await openDiscussion({ title: 'Charts', slug: 'charts' }, { username: 'pilot' })
  await beginReply('See ')
  const { text, region } = on.composer
  await text.press('End')
  const release = await holdRequests(page, files)
  const choosing = page.waitForEvent('filechooser')
  await region.getByRole('button', { name: 'Add a picture' }).click()
  await (await choosing).setFiles(png)
  await expect(text).toHaveValue('See [Uploading map.png…]()')
  const uploads = region.getByRole('list', { name: 'Uploads' })
  await expect(uploads.getByRole('progressbar', { name: 'map.png' })).toHaveAttribute('value', '0.5')
  await expectAccessible(page)
  await picture('editor-uploads')
  // One writes on meanwhile; sending waits.
  await text.press('Control+Home')
  await page.keyboard.type('Please ')
  await text.press('Control+Enter')
  await expect(on.composer.error).toContainText('Getting your post ready…')
  await on.composer.button('Cancel sending').click()
  release()
  await expect(text).toHaveValue('Please See [map.png](/files/1)')
  await expect(uploads).toBeHidden()
  // What is stored meanwhile takes no focus, and leaves the caret where it is.
  await expect(text).not.toBeFocused()
  await text.focus()
  await page.keyboard.type('do ')
  await expect(text).toHaveValue('Please do See [map.png](/files/1)')

  await text.fill('')
  await page.unroute(files)
  await failRequests(page, files, 503)
  await giveFile(text, 'paste')
  await expect(uploads.getByRole('alert')).toBeVisible()
  await picture('editor-upload-failed')
  await text.press('Control+Enter')
  await expect(on.alerts.saying('Some files couldn’t be uploaded.')).toBeVisible()
  await page.unroute(files)
  await uploads.getByRole('button', { name: 'Try paste.png again' }).click()
  await expect(text).toHaveValue('[paste.png](/files/1)')

  const releaseSecond = await holdRequests(page, files)
  await giveFile(text, 'drop')
  await expect(text).toHaveValue(/Uploading drop\.png/)
  await uploads.getByRole('button', { name: 'Remove drop.png' }).click()
  await expect(text).toHaveValue('[paste.png](/files/1)')
  await expect(uploads).toBeHidden()
  releaseSecond()
})
