import { failRequests, holdRequests } from '@parley/testing/answers'
import { expectAccessible } from '@parley/testing/page-checks'
import type { Locator } from '@playwright/test'
import { expect } from '../world.ts'
import { test } from './editor.ts'

test('a field is kept in the draft and missed, and steps come before sending', { tag: '@tablet' }, async ({
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

test('files that are chosen, pasted or dropped are stored, tried again and cancelled', {
  tag: ['@tablet', '@long'],
}, async ({ page, on, watch, openDiscussion, beginReply, picture }) => {
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
