import { holdRequests } from '@parley/testing/answers'
import { makeDiscussion } from '@parley/testing/discussions'
import { expectAccessible } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import { expect, test } from '../world.ts'

test('a member starts a discussion; the draft survives a reload', { tag: '@phone' }, async ({
  page,
  on,
  picture,
  isPhone,
  logInAs,
}) => {
  await logInAs('starter')
  await on.index.goto()
  await on.index.startLink.click()
  await expect(on.composer.title).toBeFocused()
  await on.composer.title.fill('Rowing at dawn')
  await page.keyboard.press('Enter')
  await expect(on.composer.text).toBeFocused()
  await on.composer.text.fill('Who is **in**? <script>alert(1)</script>')
  await expect(on.composer.status).toHaveText('Draft saved')
  await expectAccessible(page)
  await picture('composer-discussion')
  if (isPhone) await on.composer.button('Preview').click()
  await expect(on.composer.preview.getByText('in', { exact: true })).toBeVisible()
  await picture('composer-preview')
  if (isPhone) await on.composer.button('Preview').click()

  await page.reload()
  await on.index.startLink.click()
  await expect(on.composer.title).toHaveValue('Rowing at dawn')
  await expect(on.composer.text).toHaveValue(/Who is \*\*in\*\*/)

  await on.composer.button('Delete draft').click()
  await expect(on.composer.region).toBeHidden()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The alert stays while the pointer rests on it.
  await on.alerts.saying('Draft deleted.').hover()
  await expectAccessible(page)
  await picture('composer-deleted')
  await on.alerts.control('Draft deleted.', 'Undo').click()
  await expect(on.composer.text).toHaveValue(/Who is/)

  await on.composer.text.focus()
  await page.keyboard.press('Control+Enter')
  await expect(on.discussion.title).toHaveText('Rowing at dawn')
  await expect(page).toHaveURL(/\/d\/\d+-rowing-at-dawn/)
  await expect(on.composer.region).toBeHidden()
  await expect(on.discussion.post(1)).toContainText('Who is in? <script>alert(1)</script>')
  await picture('discussion-started')

  await on.index.goto()
  await on.index.startLink.click()
  await expect(on.composer.title).toHaveValue('')
  await on.composer.title.fill('Never mind')
  await on.composer.button('Delete draft').click()
  await expect(on.composer.region).toBeHidden()
  await on.index.startLink.click()
  await expect(on.composer.title).toHaveValue('')
  await on.composer.button('Close').click()
  await expect(on.composer.region).toBeHidden()
  if (isPhone) return
  // The key brings back what was deleted last.
  await page.keyboard.press('z')
  await expect(on.composer.title).toHaveValue('Never mind')
})

test('a reply appears optimistically, and is edited, hidden, restored and deleted', {
  tag: '@phone',
}, async ({ page, on, openDiscussion, picture, isPhone }) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const { id } = await openDiscussion(
    { title: 'Tides', slug: 'tides' },
    { username: 'writer', is: 'administrator' },
  )
  await on.discussion.replyLink.click()
  await expect(on.composer.text).toBeFocused()
  await picture('composer-reply')
  if (!isPhone) await expect(on.composer.preview).toContainText('Preview')

  const release = await holdRequests(page, '**/api/posts?*')
  await on.composer.text.fill('High water is at *six*.')
  await on.composer.submit.click()
  await expect(page.getByText('High water is at six.').filter({ visible: true }).first()).toBeVisible()
  await picture('reply-pending')
  release()
  const reply = on.discussion.postSaying('High water is at six.')
  await expect(reply).toBeVisible()
  await expect(on.composer.region).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/d/${id}-tides/2$`))

  await on.discussion.postMenu(reply).open()
  await expectAccessible(page)
  await picture('post-menu')
  await on.discussion.postMenu(reply).item('Edit').click()
  await expect(on.composer.text).toHaveValue('High water is at *six*.')
  await on.composer.text.fill('High water is at *seven*.')
  await on.composer.submit.click()
  const edited = on.discussion.postSaying('High water is at seven.')
  await expect(edited).toContainText('edited')

  await on.discussion.postMenu(edited).choose('Hide post')
  const hidden = on.discussion.post(2)
  // The name stands there once: the author hid the post.
  await expect(hidden.getByRole('heading')).toHaveText(/^Hidden by \S+ just now$/)
  await expect(hidden.getByRole('link')).toHaveCount(1)
  await picture('post-hide')
  await expect(hidden).not.toContainText('seven')
  await hidden.getByRole('button', { name: 'Show' }).click()
  await expect(hidden).toContainText('High water is at seven.')
  await expectAccessible(page)
  await picture('post-hidden')

  await on.discussion.postMenu(hidden).open()
  await expect(on.discussion.postMenu(hidden).item('Edit')).toHaveCount(0)
  await on.discussion.postMenu(hidden).item('Restore').click()
  await expect(hidden).not.toContainText('Hidden by')
  await on.discussion.postMenu(hidden).choose('Hide post')
  await hidden.getByRole('button', { name: 'Show' }).click()
  await on.discussion.postMenu(hidden).choose('Delete forever')
  const deleted = on.discussion.whenPostDeleted()
  await on.dialog.answer('Delete forever', 'Delete forever')
  await expect(on.discussion.posts.getByRole('article')).toHaveCount(1)
  await deleted
  await page.reload()
  await expect(on.discussion.posts.getByRole('article')).toHaveCount(1)
})

test('an administrator renames, hides, restores and deletes a discussion', async ({
  page,
  forum,
  on,
  picture,
  logInAs,
  watch,
}) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  // Changes are loaded in the background, perhaps of a discussion that is gone by then.
  watch.expect(/status 404: GET .*\/api\/discussions\/\d+\?/)
  const { id } = await makeDiscussion(forum, { title: 'Old name', slug: 'old-name' })
  await logInAs('keeper', 'administrator')
  await on.index.goto()
  await on.index.link('Old name').click()
  await expect(on.discussion.post(1)).toBeVisible()
  await settled(page)
  await on.discussion.controls.open()
  await expectAccessible(page)
  await picture('discussion-menu')
  await on.discussion.controls.item('Rename').click()
  const dialog = on.dialog.called('Rename discussion')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await expectAccessible(page)
  await picture('rename')
  await dialog.getByLabel('Title').fill('New name')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(on.discussion.title).toHaveText('New name')
  await expect(on.discussion.posts).toContainText('changed the title from Old name to New name')
  await expect(page).toHaveTitle(/^New name/)
  await picture('renamed')
  const renaming = on.discussion.post(2)
  await on.discussion.postMenu(renaming).open()
  await expectAccessible(page)
  await picture('event-menu')
  await expect(on.discussion.postMenu(renaming).item('Edit')).toHaveCount(0)
  const deleted = on.discussion.whenPostDeleted()
  await on.discussion.postMenu(renaming).item('Delete forever').click()
  await on.dialog.answer('Delete forever', 'Delete forever')
  await expect(renaming).toBeHidden()
  await deleted
  await page.reload()
  await expect(on.discussion.post(1)).toBeVisible()
  await expect(on.discussion.posts).not.toContainText('changed the title')

  await on.discussion.controls.choose('Hide discussion')
  await expect(on.discussion.title.locator('..')).toContainText('Hidden')
  await expect(on.discussion.hiddenNote).toHaveText(/^Hidden by keeper\S* just now\s*Restore$/)
  await page.reload()
  await expect(on.discussion.hiddenNote).toContainText(/Hidden by keeper/)
  await expectAccessible(page)
  await picture('discussion-hidden')
  await on.discussion.hiddenNote.getByRole('button', { name: 'Restore' }).click()
  await expect(on.discussion.hiddenNote).toHaveCount(0)
  await expect(on.discussion.title.locator('..')).not.toContainText('Hidden')
  await on.discussion.controls.choose('Hide discussion')
  await on.discussion.controls.choose('Delete forever')
  await on.dialog.answer('Delete forever', 'Cancel')
  await expect(on.discussion.post(1)).toBeVisible()
  await on.discussion.controls.choose('Delete forever')
  await on.dialog.answer('Delete forever', 'Delete forever')
  await expect(on.index.list).toBeVisible()
  await expect(on.index.row('New name')).toHaveCount(0)
  expect((await page.request.get(`/d/${id}`)).status()).toBe(404)
})

test('renaming sends only a changed title and shows errors', { tag: '@long' }, async ({
  page,
  on,
  watch,
  openDiscussion,
  picture,
}) => {
  await openDiscussion({ title: 'Kept name', slug: 'kept-name' }, { username: 'namer', is: 'moderator' })
  const dialog = on.dialog.called('Rename discussion')
  const title = dialog.getByLabel('Title')
  const rename = dialog.getByRole('button', { name: 'Rename' })
  let calls = 0
  page.on('request', (request) => {
    if (/\/api\/discussions\/\d+/.test(request.url()) && request.postData()?.includes('title')) calls += 1
  })
  for (const same of ['Kept name', '', '   ']) {
    await on.discussion.controls.choose('Rename')
    await title.fill(same)
    await rename.click()
    await expect(dialog).toBeHidden()
  }
  expect(calls).toBe(0)

  watch.expect(/status 422: POST .*\/api\/discussions/)
  const release = Promise.withResolvers<void>()
  await page.route('**/api/discussions/*', async (route) => {
    await release.promise
    await route.continue()
  })
  await on.discussion.controls.choose('Rename')
  await title.fill('No')
  await rename.click()
  await expect(rename).toHaveAttribute('aria-busy', 'true')
  release.resolve()
  await expect(title).toHaveAttribute('aria-invalid', 'true')
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('No')
  await expect(rename).not.toHaveAttribute('aria-busy')
  await picture('rename-refused')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(on.discussion.title).toHaveText('Kept name')
})

test('a reply that cannot be sent keeps its text and says what to do', async ({
  page,
  on,
  watch,
  openDiscussion,
  picture,
  beginReply,
}) => {
  await openDiscussion({ title: 'Fog', slug: 'fog' }, { username: 'offline' })
  await beginReply('It lifts at noon.')
  watch.expect(/net::ERR_INTERNET_DISCONNECTED/)
  await page.route('**/api/posts?*', (route) => route.abort('internetdisconnected'))
  await on.composer.submit.click()
  await expect(on.composer.error).toContainText('Can’t reach the forum')
  await expect(on.composer.text).not.toBeEditable()
  await on.composer.button('Cancel sending').click()
  await expect(on.composer.error).toContainText('Your text is safe; try again')
  await expect(on.composer.text).toHaveValue('It lifts at noon.')
  await expectAccessible(page)
  await picture('reply-offline')

  await page.unroute('**/api/posts?*')
  await on.composer.submit.click()
  await expect(on.discussion.postSaying('It lifts at noon.')).toHaveCount(1)
  await expect(on.composer.region).toBeHidden()
})
