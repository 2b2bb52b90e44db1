import { Buffer } from 'node:buffer'
import { writeFile } from 'node:fs/promises'
import { failRequests, holdRequests } from '@parley/testing/answers'
import { expect, type Journey, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Page } from '@playwright/test'
import { pictures } from '../server/fixtures/samples.ts'
import { giveFiles } from './give-files.ts'
import { letMembersUpload, rule } from './uploading.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

const address = '**/api/fof/upload'
const image = (name: string) => ({ name, mimeType: 'image/png', buffer: pictures.png })
const preview = /\[upl-image-preview uuid=[-\da-f]{36} url=\S+\/(\S+)\.png alt=\{TEXT\?\}\]/
const previews = (...names: string[]) =>
  new RegExp(names.map((name) => preview.source.replace('(\\S+)', `\\S+-${name}`)).join('\\n'))

const uploadsIn = ({ composer: { region } }: Journey['on']) => region.getByRole('list', { name: 'Uploads' })
const descriptionIn = (on: Journey['on'], name: string) =>
  uploadsIn(on).getByRole('textbox', { name: new RegExp(`^Describe the image.* ${name}$`) })

/** Opens a discussion of a member who may upload, and the composer for a reply. */
async function begin(
  { openDiscussion, on, page }: Pick<Journey, 'openDiscussion' | 'on'> & { page: Page },
  title: string,
): Promise<void> {
  await openDiscussion({ title, posts: [{}] }, { username: 'painter' })
  await page.keyboard.press('r')
  await expect(on.composer.text).toBeFocused()
}

test('files are chosen; sending waits for them', { tag: '@phone' }, async ({
  page,
  on,
  forum,
  openDiscussion,
  picture,
}) => {
  await letMembersUpload(forum)
  await begin({ openDiscussion, on, page }, 'Harbor')
  await page.keyboard.type('See')
  const release = await holdRequests(page, address)
  const choosing = page.waitForEvent('filechooser')
  await on.composer.button('Upload files').click()
  const chosen = ['dawn', 'noon', 'dusk'].map((name) => image(`${name}.png`))
  await (await choosing).setFiles(chosen)
  await expect(on.composer.text).toHaveValue(
    'See [Uploading dawn.png…]()\n[Uploading noon.png…]()\n[Uploading dusk.png…]()',
  )
  const uploads = uploadsIn(on)
  await expect(uploads.getByRole('listitem')).toHaveText(['dawn.png', 'noon.png', /^dusk\.pngWaiting…/])
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('upload-composer')
  await on.composer.text.press('Control+Enter')
  await expect(on.composer.error).toContainText('Getting your post ready…')
  release()
  const post = on.discussion.postSaying('See')
  await expect(post).toBeVisible()
  await expect(on.composer.region).toBeHidden()
  const content = await forum.current.database.read
    .selectFrom('posts')
    .select('content')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(content.content).toMatch(previews('dawn', 'noon', 'dusk'))
})

test('files are pasted, dropped on an area, tried again and cancelled', async ({
  page,
  on,
  forum,
  watch,
  openDiscussion,
  picture,
}) => {
  test.slow()
  watch.expect(/ERR_INTERNET_DISCONNECTED/, /status 413/, /status 422/)
  await letMembersUpload(forum)
  await begin({ openDiscussion, on, page }, 'Quay')
  const { text, region } = on.composer
  const uploads = uploadsIn(on)
  await giveFiles(text, 'paste', [image('pasted.png')])
  await expect(text).toHaveValue(previews('pasted'))

  const area = region.getByText('Drop files here')
  expect(await giveFiles(region, 'dragover', [image('a.png')])).toBe(false)
  await expect(area).toBeVisible()
  await expectAccessible(page)
  await picture('upload-drop')
  await page.keyboard.press('Escape')
  await expect(area).toBeHidden()
  await expect(text).toBeVisible()
  await giveFiles(text, 'dragover', [image('a.png')])
  await expect(area).toBeVisible()
  // The drag has ended outside of the window.
  await page.mouse.move(5, 5)
  await page.mouse.move(9, 9)
  await expect(area).toBeHidden()
  await giveFiles(text, 'dragover', [image('a.png')])
  await expect(area).toBeVisible()
  // Beside the composer nothing is taken, and the page stays.
  expect(await giveFiles(on.discussion.title, 'dragover', [image('a.png')])).toBe(false)
  await expect(area).toBeHidden()
  expect(await giveFiles(on.discussion.title, 'drop', [image('beside.png')])).toBe(false)
  // Texts are the browser's.
  expect(await region.evaluate(dragText)).toBe(true)
  await expect(area).toBeHidden()
  await text.fill('')
  await giveFiles(region, 'dragover', [image('a.png')])
  expect(await giveFiles(region, 'drop', [image('one.png'), image('two.png')])).toBe(false)
  await expect(area).toBeHidden()
  await expect(text).toHaveValue(previews('one', 'two'))
  for (const name of ['pasted', 'one', 'two'])
    await uploads.getByRole('button', { name: `Dismiss ${name}.png` }).press('Enter')
  await expect(uploads).toBeHidden()
  await expect(text).toBeFocused()

  await text.fill('')
  await failRequests(page, address, 0)
  await giveFiles(text, 'paste', [image('lost.png')])
  await expect(uploads.getByRole('alert')).toContainText('connection')
  await page.unroute(address)
  await failRequests(page, address, 413)
  await uploads.getByRole('button', { name: 'Try lost.png again' }).click()
  await expect(uploads.getByRole('alert')).toContainText('too large')
  await page.unroute(address)
  await uploads.getByRole('button', { name: 'Try lost.png again' }).click()
  await expect(text).toHaveValue(previews('lost'))

  await text.fill('')
  const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5_000_000) }
  const song = { name: 'song.txt', mimeType: 'text/plain', buffer: Buffer.from('la la la') }
  await giveFiles(text, 'paste', [large, song])
  await expect(uploads.getByRole('alert')).toHaveText([
    'Choose a file of at most 2048 kB: large.png',
    'Files of this type can’t be uploaded: song.txt',
  ])
  await picture('upload-refused')
  await uploads.getByRole('button', { name: 'Remove large.png' }).click()
  await uploads.getByRole('button', { name: 'Remove song.txt' }).click()
  await expect(text).toHaveValue(/^\s*$/)

  const release = await holdRequests(page, address)
  await giveFiles(text, 'paste', [image('late.png')])
  await expect(uploads.getByRole('progressbar', { name: 'late.png' })).toBeVisible()
  // Leaving the page would end it.
  const leave = () =>
    page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await leave()).toBe(false)
  const ended = page.waitForEvent('requestfailed')
  await uploads.getByRole('button', { name: 'Remove late.png' }).click()
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED')
  expect(await leave()).toBe(true)
  await expect(text).toHaveValue(/^\s*$/)
  release()
})

test('an image is described by keyboard alone', { tag: '@tablet' }, async ({
  page,
  on,
  forum,
  openDiscussion,
  picture,
}) => {
  test.slow()
  await letMembersUpload(forum)
  await begin({ openDiscussion, on, page }, 'Pier')
  const { text } = on.composer
  await page.keyboard.type('Look')
  const choosing = page.waitForEvent('filechooser')
  await on.composer.button('Upload files').focus()
  await page.keyboard.press('Enter')
  const name = 'a boat with a name that is longer than any phone is wide.png'
  await (await choosing).setFiles([image(name)])
  await expect(text).toHaveValue(previews('a-boat-\\S+'))
  const field = descriptionIn(on, name)
  await field.focus()
  for (const control of [field, uploadsIn(on).getByRole('button', { name: `Dismiss ${name}` })])
    await expect(control).toBeInViewport({ ratio: 1 })
  await page.keyboard.type('A "red" boat')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('upload-described')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue(/ alt="A \\"red\\" boat"\]$/)
  await expect(field).toBeFocused()
  await page.keyboard.type(', moored')
  await page.keyboard.press('Tab')
  await expect(text).toHaveValue(/ alt="A \\"red\\" boat, moored"\]$/)
  await expect(field).not.toBeFocused()
  await text.focus()
  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue(/ alt="A \\"red\\" boat"\]$/)

  // What is typed last goes with the text.
  await field.fill('A pier')
  await field.press('Control+Enter')
  await expect(on.discussion.postSaying('Look')).toBeVisible()
  const { content } = await forum.current.database.read
    .selectFrom('posts')
    .select('content')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(content).toMatch(/ alt="A pier"\]/)
})

test('a file that arrives while the composer is minimized, or its text is edited, takes its place', {
  tag: '@long',
}, async ({ page, on, forum, openDiscussion }) => {
  await letMembersUpload(forum, rule('^image\\/', 'markdown-image'))
  await begin({ openDiscussion, on, page }, 'Slip')
  const { text } = on.composer
  const release = await holdRequests(page, address)
  await giveFiles(text, 'paste', [image('keel.png')])
  await expect(text).toHaveValue('[Uploading keel.png…]()')
  await text.press('Home')
  await page.keyboard.type('Our ')
  await on.composer.button('Minimize').click()
  await expect(text).toBeHidden()
  const answered = page.waitForResponse(address)
  release()
  await answered
  await on.composer.button('Open').or(on.composer.region.locator('.Composer-open')).first().click()
  await expect(text).toHaveValue(/^Our !\[Image description\]\(\S+-keel\.png\)$/)
  const field = descriptionIn(on, 'keel.png')
  await field.fill('A [long] keel')
  await on.composer.button('Minimize').click()
  await on.composer.region.locator('.Composer-open').click()
  await expect(text).toHaveValue(/^Our !\[A \\\[long\\\] keel\]\(\S+\)$/)
  // Another text ends what is not stored, and another source is not touched.
  await text.fill('Nothing')
  await expect(field).toBeHidden()
})

test('the button depends on the setting, pasting on the permission only', { tag: '@long' }, async ({
  page,
  on,
  forum,
  openDiscussion,
}) => {
  await letMembersUpload(forum, {
    ...rule('^text\\/', 'just-url'),
    'fof-upload.composerButtonVisiblity': 'media-btn',
  })
  await begin({ openDiscussion, on, page }, 'Buoy')
  await expect(on.composer.button('Upload files')).toBeHidden()
  await page.keyboard.type('Read')
  const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Low tide at six.') }
  await giveFiles(on.composer.text, 'paste', [note])
  await expect(on.composer.text).toHaveValue(/^Read http:\S+-note\.txt$/)
  await expect(uploadsIn(on)).toBeHidden()
  // Told to screen readers.
  await expect(on.composer.region.getByText('1 file uploaded')).toBeAttached()
})

test('a large file goes on where the connection was lost', async ({
  page,
  on,
  forum,
  watch,
  openDiscussion,
}) => {
  test.slow()
  watch.expect(/ERR_CONNECTION_RESET|ERR_FAILED/)
  await letMembersUpload(forum, {
    ...{ 'fof-upload.maxFileSize': '20480', 'fof-upload.composerButtonVisiblity': 'both' },
    ...rule('^text/', 'just-url'),
  })
  await begin({ openDiscussion, on, page }, 'Delta')
  let pieces = 0
  await page.route('**/api/upload/resumable/*', (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    pieces += 1
    return pieces === 2 ? route.abort('connectionreset') : route.fallback()
  })
  const buffer = Buffer.from('Low tide at six. '.repeat(700_000))
  const choosing = page.waitForEvent('filechooser')
  await on.composer.button('Upload files').click()
  await (await choosing).setFiles([{ name: 'delta.txt', mimeType: 'text/plain', buffer }])
  await expect(on.composer.text).toHaveValue(/^http:\S+-delta\.txt$/)
  expect(pieces).toBe(4)
  const file = await forum.current.database.read
    .selectFrom('fof_upload_files')
    .select('size')
    .where('base_name', '=', 'delta.txt')
    .executeTakeFirstOrThrow()
  expect(Number(file.size)).toBe(buffer.length)
})

test(
  'a large file goes on after the page was left, when it is chosen again',
  { tag: '@long' },
  async ({ page, openDiscussion, on, forum }, info) => {
    await letMembersUpload(forum, {
      ...{ 'fof-upload.maxFileSize': '20480', 'fof-upload.composerButtonVisiblity': 'both' },
      ...rule('^text/', 'just-url'),
    })
    const path = info.outputPath('estuary.txt')
    await writeFile(path, 'Low tide at six. '.repeat(700_000))
    const choose = async () => {
      const choosing = page.waitForEvent('filechooser')
      await on.composer.button('Upload files').click()
      await (await choosing).setFiles(path)
    }
    const sent: string[] = []
    let isHeld = true
    await page.route(/\/api\/upload\/resumable(\/[-\da-f]{36})?$/, (route) => {
      const method = route.request().method()
      sent.push(method)
      // The second piece never arrives.
      if (method === 'PATCH' && isHeld && sent.filter((one) => one === 'PATCH').length > 1) return
      return route.fallback()
    })
    await begin({ openDiscussion, on, page }, 'Estuary')
    await choose()
    await expect.poll(() => sent).toEqual(['POST', 'PATCH', 'PATCH'])
    isHeld = false
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.keyboard.press('r')
    await expect(on.composer.text).toBeFocused()
    await choose()
    await expect(on.composer.text).toHaveValue(/http:\S+-estuary\.txt$/)
    // Nothing is begun anew, and the first piece is not sent again.
    expect(sent.slice(3)).toEqual(['HEAD', 'PATCH', 'PATCH'])
  },
)

/** Drags a text over an element. @returns whether the event is the browser's. */
function dragText(element: Element): boolean {
  const dataTransfer = new DataTransfer()
  dataTransfer.setData('text/plain', 'words')
  return element.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }))
}
