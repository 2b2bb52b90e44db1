import { createAccessToken } from '@parley/server/access-tokens'
import { expect, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { pictures } from '../server/fixtures/samples.ts'
import { giveFiles } from './give-files.ts'
import { letMembersUpload, permit, type ServedForum } from './uploading.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

/** Stores pictures of these names as an account, from outside of the browser. */
async function store(
  { url, current }: ServedForum,
  userId: number,
  names: readonly string[],
  options: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { token } = await current.database.transaction((db) =>
    createAccessToken(db, { userId, type: 'developer', now: current.now() }),
  )
  for (const name of names) {
    const body = new FormData()
    body.append('files[]', new Blob([new Uint8Array(pictures.png)]), name)
    for (const [option, value] of Object.entries(options)) body.append(`options[${option}]`, value)
    const headers = { authorization: `Token ${token}` }
    const response = await fetch(`${url}/api/fof/upload`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`Storing ${name} answered ${response.status}`)
  }
}

test('files are found by name, chosen and put into the text', { tag: '@phone' }, async ({
  page,
  on,
  forum,
  openDiscussion,
  picture,
}) => {
  test.slow()
  await letMembersUpload(forum)
  const { person } = await openDiscussion({ title: 'Harbor', posts: [{}] }, { username: 'painter' })
  await store(forum, person.id, ['Dawn at sea.png', 'Noon.png', 'Sea at dusk.png'])
  await page.keyboard.press('r')
  await expect(on.composer.text).toBeFocused()
  await page.keyboard.type('See ')
  await on.composer.button('My media').click()
  const media = page.getByRole('dialog', { name: 'My media' })
  const file = (name: string) => media.getByRole('button', { name: `Select ${name}` })
  await expect(file('sea-at-dusk.png')).toBeVisible()
  await expect(media.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('upload-media')
  await media.getByRole('searchbox', { name: 'Search by name' }).fill('sea')
  await expect(media.getByRole('listitem')).toHaveCount(2)
  await file('sea-at-dusk.png').press('Enter')
  await file('dawn-at-sea.png').press('Space')
  await expect(file('dawn-at-sea.png')).toHaveAttribute('aria-pressed', 'true')
  await picture('upload-media-chosen')
  await media.getByRole('button', { name: 'Insert 2 files' }).click()
  await expect(media).toBeHidden()
  await expect(on.composer.text).toHaveValue(
    /^See \[upl-image-preview uuid=\S+ url=\S+-sea-at-dusk\.png alt=\{TEXT\?\}\]\n\[upl-image-preview uuid=\S+ url=\S+-dawn-at-sea\.png alt=/,
  )
})

test('all files that are uploaded in the media manager are chosen; a file picker that is closed leaves it open', {
  tag: '@long',
}, async ({ page, on, forum, openDiscussion }) => {
  test.slow()
  await letMembersUpload(forum)
  await openDiscussion({ title: 'Rivers', posts: [{}] }, { username: 'angler' })
  await page.keyboard.press('r')
  await expect(on.composer.text).toBeFocused()
  await on.composer.button('My media').click()
  const media = page.getByRole('dialog', { name: 'My media' })
  const input = media.locator('input[type=file]')
  const files = ['Perch.png', 'Trout.png'].map((name) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(pictures.png),
  }))
  await input.setInputFiles(files)
  await expect(media.getByRole('button', { name: 'Insert 2 files' })).toBeVisible()
  await input.evaluate((element) => element.dispatchEvent(new Event('cancel', { bubbles: true })))
  await media.getByRole('button', { name: 'Insert 2 files' }).click()
  await expect(on.composer.text).toHaveValue(/perch\.png.*\n.*trout\.png/)
})

test('the owner hides a file on the own page and shows it again; others see neither page nor files', {
  tag: '@tablet',
}, async ({ page, on, forum, watch, makePerson, logIn, picture }) => {
  test.slow()
  watch.expect(/status 403/)
  await letMembersUpload(forum)
  const owner = await makePerson('weaver')
  await store(forum, owner.id, ['Loom.png', 'Wool.png'])
  await logIn(owner)
  await page.goto(`/u/${owner.username}`)
  await page.getByRole('link', { name: /^My media/ }).click()
  const files = page.getByRole('list', { name: 'Files' })
  const loom = files.getByRole('listitem').filter({ hasText: 'loom.png' })
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await picture('upload-page')
  const menu = loom.getByRole('button', { name: 'Actions for loom.png' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Where is it used?' }).click()
  await expect(page.getByRole('dialog')).toContainText('No post you can see uses this file.')
  await page.keyboard.press('Escape')
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeHidden()
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click()
  await expect(on.alerts.saying('The file is hidden. Posts still show it.')).toBeVisible()
  await expect(loom).toContainText('Hidden')
  await expect(page.getByRole('link', { name: /^My media/ })).toHaveText('My media1')
  await page.getByRole('checkbox', { name: 'Hidden' }).check()
  await expect(files.getByRole('listitem')).toHaveText([/loom\.png/])
  await menu.click()
  await page.getByRole('menuitem', { name: 'Show' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Show' }).click()
  await expect(on.alerts.saying('The file is in your media again.')).toBeVisible()

  await logIn(await makePerson('visitor'))
  await page.goto(`/u/${owner.username}/uploads`)
  await expect(page.getByText('You don’t have permission to see these files.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Uploads/ })).toBeHidden()
})

test('moderators share files and hide them; members choose those that are shown', { tag: '@long' }, async ({
  page,
  on,
  forum,
  openDiscussion,
  picture,
}) => {
  test.slow()
  await letMembersUpload(forum)
  await permit(forum, 'fof-upload.access-shared-files')
  await permit(forum, 'fof-upload.upload-shared-files')
  await openDiscussion({ title: 'Rules', posts: [{}] }, { username: 'keeper' })
  await page.keyboard.press('r')
  await on.composer.button('My media').click()
  const media = page.getByRole('dialog', { name: 'My media' })
  await expect(media.getByText('No files yet.')).toBeVisible()
  const browser = media.getByRole('tabpanel').locator('.Files')
  await giveFiles(browser, 'dragover', [{ name: 'a.png', mimeType: 'image/png', buffer: pictures.png }])
  await expect(media.getByText('Drop to upload')).toBeVisible()
  await giveFiles(browser, 'drop', [{ name: 'own.png', mimeType: 'image/png', buffer: pictures.png }])
  await expect(media.getByRole('button', { name: 'Select own.png' })).toHaveAttribute('aria-pressed', 'true')

  await media.getByRole('tab', { name: 'My files' }).press('ArrowRight')
  await expect(media.getByRole('tab', { name: 'Shared media' })).toBeFocused()
  await expect(media.getByText('No files yet.')).toBeVisible()
  await media.getByRole('button', { name: 'Upload shared files' }).click()
  const upload = page.getByRole('dialog', { name: 'Upload shared files' })
  const choosing = page.waitForEvent('filechooser')
  await upload.getByRole('button', { name: 'Drop files here, or click to choose some' }).click()
  await (await choosing).setFiles([{ name: 'Seal.png', mimeType: 'image/png', buffer: pictures.png }])
  await expectAccessible(page)
  await picture('upload-shared')
  await upload.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(upload.getByText('1 file uploaded.')).toBeVisible()
  await upload.getByRole('button', { name: 'Close' }).click()
  await media.getByRole('button', { name: 'Select seal.png' }).click()
  await picture('upload-media-shared')
  await media.getByRole('button', { name: 'Insert 2 files' }).click()
  await expect(on.composer.text).toHaveValue(
    /own\.png alt=\S+\]\n\[upl-image-preview uuid=\S+ url=\S+seal\.png/,
  )
})

test('administrators share files, see what they take, and delete one', { tag: '@tablet' }, async ({
  page,
  on,
  forum,
  logIn,
  picture,
}) => {
  test.slow()
  await store(forum, 1, ['Banner.png'], { shared: 'true' })
  await store(forum, 1, ['Draft.png'], { shared: 'true', hidden: 'true' })
  await logIn({ id: 1 })
  await page.goto('/admin/uploads')
  const files = page.getByRole('list', { name: 'Files' })
  const file = (name: string) => files.getByRole('listitem').filter({ hasText: name })
  await expect(file('draft.png')).toContainText('Hidden')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('upload-admin-shared')
  const before = await files.getByRole('listitem').count()
  await file('banner.png').getByRole('button', { name: 'Actions for banner.png' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await picture('upload-delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(file('banner.png')).toBeHidden()
  await expect(files.getByRole('listitem')).toHaveCount(before - 1)
  await file('draft.png').getByRole('button', { name: 'Actions for draft.png' }).click()
  await page.getByRole('menuitem', { name: 'Show' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Show' }).click()
  await expect(on.alerts.saying('The shared file is public again.')).toBeVisible()
  await expect(file('draft.png')).not.toContainText('Hidden')
})
