import { makeDiscussion } from '@parley/testing/discussions'
import { beginSession } from '@parley/testing/journey'
import { expectAccessible } from '@parley/testing/page-checks'
import { pagesOf, waitForHydrationOnLoad } from '@parley/testing/pages'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../world.ts'

/** Lets toasts with an undo stay, which go away after ten seconds: steps may take longer on a busy machine. */
const holdToasts = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout } = window
    const held = (handler: TimerHandler, delay?: number, ...parameters: unknown[]) =>
      delay === 10_000 ? 0 : setTimeout(handler, delay, ...parameters)
    Object.assign(window, { setTimeout: held })
  })

test('hiding a post asks nothing: a toast undoes it, and so does the post itself', async ({
  page,
  on,
  openDiscussion,
  picture,
}) => {
  await holdToasts(page)
  await openDiscussion(
    { title: 'Undone posts', slug: 'undone-posts', posts: [{}, {}] },
    { username: 'hider', is: 'moderator' },
  )
  const post = on.discussion.post(2)
  await on.discussion.postMenu(post).choose('Hide post')
  await expect(post).toContainText('Hidden by hider')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(on.alerts.saying('Post hidden.')).toBeVisible()
  await expectAccessible(page)
  await picture('post-undo')
  await on.alerts.control('Post hidden.', 'Undo').click()
  await expect(post).toContainText('Post 2')
  await expect(on.alerts.saying('Post hidden.')).toHaveCount(0)

  await on.discussion.postMenu(post).choose('Hide post')
  await post.getByRole('button', { name: 'Restore' }).click()
  await expect(post).toContainText('Post 2')
  await page.reload()
  await expect(post).toContainText('Post 2')
})

test('the keyboard reaches what was hidden and takes it back', { tag: '@long' }, async ({
  page,
  on,
  isPhone,
  openDiscussion,
}) => {
  test.skip(isPhone, 'There is no keyboard on a phone.')
  await openDiscussion(
    { title: 'Undone by keys', slug: 'undone-by-keys', posts: [{}, {}] },
    { username: 'typer', is: 'moderator' },
  )
  const post = on.discussion.post(2)
  const menu = on.discussion.postMenu(post)
  const hide = async () => {
    await menu.button.focus()
    await page.keyboard.press('Enter')
    // The menu focuses its first item when it is open.
    await expect(page.getByRole('menu').locator(':focus')).toBeVisible()
    await menu.item('Hide post').focus()
    await page.keyboard.press('Enter')
    await expect(post).toContainText('Hidden by')
  }
  await hide()
  const restore = post.getByRole('button', { name: 'Restore' })
  await expect(restore).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(post).not.toContainText('Hidden by')
  await expect(menu.button).toBeFocused()

  await hide()
  await expect(on.alerts.saying('Post hidden.')).toHaveCount(2)
  await page.keyboard.press('z')
  await expect(post).not.toContainText('Hidden by')

  await hide()
  const undo = on.alerts.saying('Post hidden.').last().getByRole('button', { name: 'Undo' })
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(post).not.toContainText('Hidden by')
  // The focus is not lost with the toast.
  await expect(page.locator('body')).not.toBeFocused()
})

test('what is deleted forever is offered for no undo', { tag: '@long' }, async ({
  page,
  on,
  openDiscussion,
  watch,
}) => {
  // What was read is reported in the background, and changes are loaded, perhaps of a discussion that is gone by then.
  watch.expect(/status 404: (POST|GET) .*\/api\/discussions\/\d+(\?.*)?$/)
  await holdToasts(page)
  await openDiscussion(
    { title: 'Gone for good', slug: 'gone-for-good', posts: [{}, {}, {}] },
    { username: 'remover', is: 'administrator' },
  )
  const [second, third] = [on.discussion.post(2), on.discussion.post(3)]
  for (const post of [second, third]) {
    await on.discussion.postMenu(post).choose('Hide post')
    await expect(post).toContainText('Hidden by remover')
  }
  await third.getByRole('button', { name: 'Show' }).click()
  await on.discussion.postMenu(third).choose('Delete forever')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete forever' }).click()
  await expect(third).toHaveCount(0)
  await expect(on.alerts.saying('Post hidden.')).toHaveCount(1)
  await on.alerts.control('Post hidden.', 'Undo').click()
  await expect(second).toContainText('Post 2')

  await on.discussion.controls.choose('Hide discussion')
  await expect(on.alerts.saying('Discussion hidden.')).toBeVisible()
  await on.discussion.controls.choose('Delete forever')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete forever' }).click()
  await expect(on.index.list).toBeVisible()
  await expect(on.alerts.saying('Discussion hidden.')).toHaveCount(0)
})

test(
  'what another moderator has restored is shown when the discussion is opened again',
  { tag: '@long' },
  async ({ page, browser, forum, on, isPhone, openDiscussion }, { testId }) => {
    const title = `Restored ${testId}`
    const { id } = await openDiscussion(
      { title, posts: [{}, {}] },
      { username: 'concealer', is: 'moderator' },
    )
    const post = on.discussion.post(2)
    await on.discussion.postMenu(post).choose('Hide post')
    await expect(post).toContainText('Hidden by concealer')

    const context = await browser.newContext({ baseURL: forum.url })
    context.on('page', waitForHydrationOnLoad)
    await beginSession(forum, { id: 1 }, context)
    const other = pagesOf(await context.newPage()).discussion
    await other.goto(id)
    await other.post(2).getByRole('button', { name: 'Restore' }).click()
    await expect(other.post(2)).toContainText('Post 2')
    await context.close()

    await (isPhone ? on.header.back : page.getByRole('banner').getByRole('link').first()).click()
    await on.index.link(title).click()
    await expect(post).toContainText('Post 2')
  },
)

test('a toast with an undo stays while it is hovered or focused', { tag: '@long' }, async ({
  page,
  on,
  isPhone,
  openDiscussion,
}) => {
  test.skip(isPhone, 'Nothing is hovered on a phone.')
  await page.clock.install()
  await openDiscussion(
    { title: 'Held toasts', slug: 'held-toasts', posts: [{}, {}] },
    { username: 'holder', is: 'moderator' },
  )
  await on.discussion.postMenu(on.discussion.post(2)).choose('Hide post')
  const toast = on.alerts.saying('Post hidden.')
  await toast.hover()
  await page.clock.fastForward(60_000)
  await expect(toast).toBeVisible()
  await toast.getByRole('button', { name: 'Undo' }).focus()
  await page.mouse.move(600, 300)
  await page.clock.fastForward(60_000)
  await expect(toast).toBeVisible()
  await on.discussion.title.click()
  await page.clock.fastForward(11_000)
  await expect(toast).toHaveCount(0)
})

test('renaming and hiding a discussion can be undone', async ({ page, forum, on, logInAs }) => {
  const { id } = await makeDiscussion(forum, { title: 'Before', slug: 'before' })
  await logInAs('undoer', 'moderator')
  await on.discussion.goto(id)
  await on.discussion.controls.choose('Rename')
  const dialog = on.dialog.called('Rename discussion')
  await dialog.getByLabel('Title').fill('After')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(on.discussion.title).toHaveText('After')
  await on.alerts.control('Discussion renamed.', 'Undo').click()
  await expect(on.discussion.title).toHaveText('Before')
  // Both renamings cancel each other out.
  await expect(on.discussion.posts).not.toContainText('changed the title')

  await on.discussion.controls.choose('Hide discussion')
  await expect(on.discussion.hiddenNote).toBeVisible()
  await on.alerts.control('Discussion hidden.', 'Undo').click()
  await expect(on.discussion.hiddenNote).toHaveCount(0)
  await page.reload()
  await expect(on.discussion.title).toHaveText('Before')
  await expect(on.discussion.hiddenNote).toHaveCount(0)
})

test('two changes can both be undone; the newest stands nearest to the edge and covers no button', {
  tag: ['@tablet', '@long'],
}, async ({ page, on, isPhone, openDiscussion, beginReply, picture }) => {
  await openDiscussion(
    { title: 'Undone twice', slug: 'undone-twice', posts: [{}, {}, {}] },
    { username: 'doubter', is: 'moderator' },
  )
  const posts = [on.discussion.post(2), on.discussion.post(3)]
  for (const post of posts) {
    await on.discussion.postMenu(post).choose('Hide post')
    await expect(post).toContainText('Hidden by doubter')
  }
  const toasts = on.alerts.saying('Post hidden.')
  await expect(toasts).toHaveCount(2)
  const topOf = async (toast: Locator) => (await toast.boundingBox())?.y ?? 0
  // They come from the bottom.
  expect(await topOf(toasts.last())).toBeGreaterThan(await topOf(toasts.first()))
  const scrubber = page.locator('.ScrubberButton').filter({ visible: true })
  if ((await scrubber.count()) > 0) await scrubber.click({ trial: true })
  await picture('two-undos')

  await toasts.last().hover()
  await beginReply('While they stay.')
  await expect(toasts).toHaveCount(2)
  // A composer that fills the screen makes them come from the top.
  expect((await topOf(toasts.last())) < (await topOf(toasts.first()))).toBe(isPhone)
  await on.composer.submit.click({ trial: true })
  await on.composer.drafts.button.click({ trial: true })
  await picture('two-undos-composer')
  await toasts.last().getByRole('button', { name: 'Undo' }).click()
  await expect(posts[1] as Locator).not.toContainText('Hidden by')
  await toasts.getByRole('button', { name: 'Undo' }).click()
  await expect(posts[0] as Locator).not.toContainText('Hidden by')
})
