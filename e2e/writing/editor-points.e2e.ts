import { holdRequests } from '@parley/testing/answers'
import { expectAccessible } from '@parley/testing/page-checks'
import { expect } from '../world.ts'
import { giveData, selectedText, test } from './editor.ts'

test('commands work from the toolbar and by key, and the browser undoes them', { tag: '@tablet' }, async ({
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
  // The buttons of slots stand behind those of commands and uploads.
  await expect(toolbar.getByRole('button').last()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(named('Bold')).toBeFocused()
  await on.composer.text.focus()
  await page.keyboard.press('Control+a')
  await named('Bold').focus()
  await page.keyboard.press('Enter')
  await expect(on.composer.text).toHaveValue('**Heave**')
  await expect(on.composer.text).toBeFocused()
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

test('the preview fetches what it lacks', { tag: '@tablet' }, async ({
  page,
  on,
  openDiscussion,
  beginReply,
  isPhone,
}) => {
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
