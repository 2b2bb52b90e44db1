import { makeDiscussion } from '@parley/testing/discussions'
import { expect, test } from '@parley/testing/journey'
import { settled } from '@parley/testing/pages'
import type { Page } from '@playwright/test'

/** What the clipboard holds, for an address of the forum relative to it. */
async function copiedPath(page: Page, forumUrl: string): Promise<string> {
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text.startsWith(forumUrl)).toBe(true)
  return text.slice(forumUrl.length)
}

test('a guest copies the links of a discussion, of a post and of a member', { tag: '@tablet' }, async ({
  page,
  context,
  forum,
  on,
  picture,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id } = await makeDiscussion(forum, { title: 'Passed on', slug: 'passed-on', posts: [{}, {}] })
  await on.discussion.goto(id)
  await settled(page)

  await on.discussion.controls.choose('Copy link')
  await expect(on.alerts.saying('Link copied.')).toBeVisible()
  expect(await copiedPath(page, forum.url)).toBe(`/d/${id}-passed-on`)

  for (const [number, path] of [
    [1, `/d/${id}-passed-on`],
    [2, `/d/${id}-passed-on/2`],
  ] as const) {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    const menu = on.discussion.postMenu(on.discussion.post(number))
    await menu.open()
    if (number === 2) await picture('copy-link-post')
    await menu.item('Copy link').click()
    await expect.poll(() => copiedPath(page, forum.url)).toBe(path)
  }

  await on.user.goto('admin')
  await settled(page)
  await on.user.controls.open()
  await picture('copy-link-user')
  await on.user.controls.item('Copy link').click()
  await expect(on.alerts.saying('Link copied.')).toBeVisible()
  expect(await copiedPath(page, forum.url)).toBe('/u/admin')
})

test('by keyboard alone, and without the clipboard API, the link is copied and the focus stays', async ({
  page,
  on,
  forum,
  context,
  openDiscussion,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    // As in pages without HTTPS.
    const { readText } = navigator.clipboard
    Object.defineProperty(navigator, 'clipboard', {
      value: { readText: readText.bind(navigator.clipboard) },
    })
  })
  const { id } = await openDiscussion({ title: 'By hand', slug: 'by-hand' }, { username: 'typist' })
  await settled(page)
  await on.discussion.controls.button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('c')
  await expect(on.discussion.controls.item('Copy link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(on.alerts.saying('Link copied.')).toBeVisible()
  expect(await copiedPath(page, forum.url)).toBe(`/d/${id}-by-hand`)
  await expect(on.discussion.controls.button).toBeFocused()
})

test('a browser that refuses shows the link, and one that cannot copy has no item', async ({
  page,
  on,
  forum,
}) => {
  const { id } = await makeDiscussion(forum, { title: 'Not copied', slug: 'not-copied' })
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('Refused')) },
      configurable: true,
    })
    document.execCommand = () => false
  })
  await on.discussion.goto(id)
  await settled(page)
  await on.discussion.controls.choose('Copy link')
  await expect(on.alerts.saying(`The link is ${forum.url}/d/${id}-not-copied`)).toBeVisible()

  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.queryCommandSupported = () => false
  })
  await on.discussion.goto(id)
  await settled(page)
  await expect(on.discussion.controls.button).toBeHidden()
})
