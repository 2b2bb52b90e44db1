import { readFile } from 'node:fs/promises'
import { makeDiscussion } from '@parley/testing/discussions'
import { expect, test } from '@parley/testing/journey'
import {
  expectAccessible,
  expectAccessibleFromRightToLeft,
  expectNoSidewaysScroll,
} from '@parley/testing/page-checks'

import { allowDownloads, allowUploads, uploadFile } from './files.ts'
import { makePicture } from './picture.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

const lines = Array.from({ length: 40 }, (_, line) => `line ${line + 1}: the tide rises`)

test('files in posts are pictures, cards, buttons and texts', { tag: '@phone' }, async ({
  page,
  forum,
  logIn,
  makePerson,
  on,
  picture,
}) => {
  await allowUploads(forum, { '^image/': 'image-preview', '^text/': 'text-preview', '^application/': 'file' })
  const photo = await uploadFile(forum, 'harbour.png', makePicture(1200, 800))
  const text = await uploadFile(forum, 'tides.txt', lines.join('\n'))
  const card = photo.bbcode.replace('[upl-image-preview uuid=', '[upl-image size=20kB uuid=')
  const content = [
    'The harbour this morning:',
    photo.bbcode.replace('alt={TEXT?}', 'alt="The harbour in the morning"'),
    `${card.replace(/ alt=.*$/, ']')}harbour.png[/upl-image]`,
    text.bbcode,
    `[upl-file uuid=${text.uuid} size=2kB]tides-of-the-whole-year-in-the-old-harbour-with-a-very-long-name.txt[/upl-file]`,
    '[upl-file uuid=00000000-0000-4000-8000-000000000000 size=1kB]charts.pdf[/upl-file]',
  ].join('\n\n')
  const { id } = await makeDiscussion(forum, { title: 'Tides', posts: [{ content }] })
  await logIn(await makePerson('reader'))
  await on.discussion.goto(id)
  const post = on.discussion.post(1)
  const image = post.getByRole('img', { name: 'The harbour in the morning' })
  await expect(image).toHaveJSProperty('complete', true)
  await expect(image).not.toHaveJSProperty('naturalWidth', 0)
  // A job makes smaller ones soon. Browsers that have the large one already stay with it.
  await expect(async () => {
    await page.reload()
    await expect(image).toHaveAttribute('srcset', /harbour\.png\.w480\.webp 480w, /, { timeout: 2000 })
  }).toPass()
  await expect(post.getByRole('button', { name: 'Download harbour.png' })).toBeVisible()
  await expect(post.getByRole('figure')).toContainText('line 5: the tide rises')
  await expect(post.getByText('Deleted file')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await picture('upload-posts')
  await post.getByText('Deleted file').scrollIntoViewIfNeeded()
  await picture('upload-posts-below')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture('upload-posts-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await image.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
})

test('the place of a picture is kept while it loads', async ({ page, forum, on, logIn, makePerson }) => {
  await allowUploads(forum, { '^image/': 'image-preview' })
  const photo = await uploadFile(forum, 'harbour.png', makePicture(900, 600))
  const { id } = await makeDiscussion(forum, { posts: [{ content: `${photo.bbcode}\n\nBelow the picture` }] })
  await logIn(await makePerson('reader'))
  const held = Promise.withResolvers<void>()
  // A smaller one may be there already.
  await page.route(`${photo.url}*`, async (route) => {
    await held.promise
    await route.continue()
  })
  await on.discussion.goto(id)
  const below = on.discussion.post(1).getByText('Below the picture')
  const before = await below.boundingBox()
  held.resolve()
  await expect(on.discussion.post(1).locator('img')).not.toHaveJSProperty('naturalWidth', 0)
  await expect(on.discussion.post(1).locator('a > img')).toBeVisible()
  expect(await below.boundingBox()).toEqual(before)
})

test('a text is shown in full, and again in part; a failure is told', { tag: '@tablet' }, async ({
  page,
  forum,
  on,
  logIn,
  makePerson,
  picture,
  watch,
}) => {
  await allowUploads(forum, { '^text/': 'text-preview' })
  const text = await uploadFile(forum, 'tides.txt', lines.join('\n'))
  const long = await uploadFile(forum, 'long.txt', `${'x'.repeat(99)}\n`.repeat(11_000))
  const short = await uploadFile(forum, 'short.txt', 'one')
  const content = [text, long, short].map(({ bbcode }) => bbcode).join('\n\n')
  const { id } = await makeDiscussion(forum, { posts: [{ content }] })
  await logIn(await makePerson('reader'))
  watch.expect(/500/)
  await on.discussion.goto(id)
  const [figure, longFigure, shortFigure] = [0, 1, 2].map((at) => page.getByRole('figure').nth(at))
  if (!figure || !longFigure || !shortFigure) throw new Error('no figures')
  await page.route(text.url, (route) => route.fulfill({ status: 500 }))
  await figure.getByRole('button', { name: 'Show all' }).click()
  await expect(figure.getByRole('status')).toHaveText('Couldn’t load the text. Try again.')
  await page.unroute(text.url)
  await figure.getByRole('button', { name: 'Show all' }).press('Enter')
  await expect(figure).toContainText('line 40: the tide rises')
  await expect(figure.getByRole('button', { name: 'Show less' })).toBeFocused()
  await picture('upload-text-expanded')
  await expectAccessible(page)
  await figure.getByRole('button', { name: 'Show less' }).click()
  await expect(figure).not.toContainText('line 6')
  await longFigure.getByRole('button', { name: 'Show all' }).click()
  await expect(longFigure.getByRole('status')).toContainText('too long to show here')
  await expect(shortFigure.getByRole('button', { name: 'Show' })).toHaveCount(0)
})

test('files are downloaded by those who may, by pointer and by keys', async ({
  page,
  forum,
  on,
  logIn,
  makePerson,
}) => {
  await allowUploads(forum, { '^text/': 'file' })
  await allowDownloads(forum, [])
  const file = await uploadFile(forum, 'tides.txt', lines.join('\n'))
  const { id } = await makeDiscussion(forum, { posts: [{ content: `Here: ${file.bbcode}` }] })
  await logIn(await makePerson('reader'))
  await on.discussion.goto(id)
  const button = on.discussion.post(1).getByRole('button', { name: 'Download tides.txt' })
  await button.click()
  await expect(on.alerts.saying('You can’t download files.')).toBeVisible()
  await allowDownloads(forum, ['2'])
  for (const start of [() => button.click(), () => button.press('Enter')]) {
    await page.reload()
    const [download] = await Promise.all([page.waitForEvent('download'), start()])
    expect(download.suggestedFilename()).toBe('tides.txt')
    expect(await readFile(await download.path(), 'utf8')).toBe(lines.join('\n'))
  }
})

test('guests download files of a cached page, where they may', async ({ page, forum, on }) => {
  await allowUploads(forum, { '^text/': 'file' })
  await allowDownloads(forum, ['2'])
  const file = await uploadFile(forum, 'tides.txt', 'low tide')
  const { id } = await makeDiscussion(forum, { posts: [{ content: file.bbcode }] })
  await on.discussion.goto(id)
  const button = on.discussion.post(1).getByRole('button', { name: 'Download tides.txt' })
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(await readFile(await download.path(), 'utf8')).toBe('low tide')
})

test('a hidden shared picture is seen by those who may download', { tag: '@long' }, async ({
  forum,
  on,
  page,
  logIn,
  makePerson,
  watch,
}) => {
  await allowUploads(forum, { '^image/': 'image-preview' })
  const photo = await uploadFile(forum, 'plan.png', makePicture(90, 60), { shared: 'true', hidden: 'true' })
  const { id } = await makeDiscussion(forum, { posts: [{ content: photo.bbcode }] })
  await allowDownloads(forum, ['3'])
  watch.expect(/403/)
  await on.discussion.goto(id)
  const image = on.discussion.post(1).locator('.FoFUpload--Upl-Image-Preview')
  await expect(image).toHaveAttribute('title', '')
  await expect(image).toHaveJSProperty('naturalWidth', 0)
  await logIn(await makePerson('reader'))
  await page.reload()
  await expect(image).toHaveAttribute('title', 'plan.png')
  await expect(image).toHaveJSProperty('naturalWidth', 90)
})

test('the preview shows files as the post will', { tag: '@long' }, async ({
  forum,
  on,
  isPhone,
  openDiscussion,
}) => {
  await allowUploads(forum, { '^image/': 'image-preview' })
  const photo = await uploadFile(forum, 'harbour.png', makePicture(60, 40))
  await openDiscussion({ title: 'Previews', posts: [{ content: 'Say it.' }] }, { username: 'writer' })
  await on.discussion.replyLink.click()
  await on.composer.text.fill(
    `${photo.bbcode}\n\n[upl-file uuid=${photo.uuid} size=2kB]a.pdf[/upl-file]\n\n[upl-text-preview uuid=${photo.uuid} url=${photo.url}]a.txt[/upl-text-preview]`,
  )
  if (isPhone) await on.composer.button('Preview').click()
  await expect(on.composer.preview.locator('img')).toHaveAttribute('src', photo.url)
  await expect(on.composer.preview.locator('.Upload-file')).toContainText('a.pdf')
  await expect(on.composer.preview.locator('figure')).toContainText('No preview.')
  await expect(on.composer.preview.getByRole('button', { name: 'Download' })).toHaveCount(0)
})
