import { makeDiscussion } from '@parley/testing/discussions'
import { expect, test } from '@parley/testing/journey'
import { settled } from '@parley/testing/pages'
import type { Page } from '@playwright/test'

/** Lets the browser share, and returns what is shared. With `refuses` the reader closes the browser's sheet each time. */
async function letShare(page: Page, { refuses = false } = {}) {
  await page.addInitScript((fails) => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    Object.defineProperty(navigator, 'share', {
      value: async (given: unknown) => {
        shared.push(given)
        if (fails) throw new DOMException('The sheet was closed', 'AbortError')
      },
    })
  }, refuses)
  return () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)
}

test('a guest shares a discussion, a post and the page of a member', { tag: '@phone' }, async ({
  page,
  on,
  forum,
  picture,
}) => {
  const shared = await letShare(page)
  const { id, title } = await makeDiscussion(forum, {
    title: 'Passed around',
    slug: 'passed-around',
    posts: [{}, {}],
  })
  const url = `${forum.url}/d/${id}-passed-around`
  await on.discussion.goto(id)
  await settled(page)
  await on.discussion.controls.choose('Share')
  await expect.poll(shared).toEqual([{ title, url }])

  const menu = on.discussion.postMenu(on.discussion.post(2))
  await menu.open()
  await picture('share-post')
  await menu.item('Share').click()
  await expect
    .poll(async () => (await shared())[1])
    .toEqual({
      title: expect.stringMatching(/^.+ in “Passed around”$/),
      url: `${url}/2`,
    })

  await on.user.goto('admin')
  await settled(page)
  await on.user.controls.open()
  await picture('share-user')
  await on.user.controls.item('Share').click()
  await expect.poll(shared).toEqual([{ title: 'admin', url: `${forum.url}/u/admin` }])
})

test('a browser that cannot share has no such button, and one that fails only logs it', async ({
  page,
  on,
  forum,
  watch,
}) => {
  const { id } = await makeDiscussion(forum, { title: 'Kept here' })
  await on.discussion.goto(id)
  await settled(page)
  await on.discussion.controls.open()
  await expect(on.discussion.controls.item('Copy link')).toBeVisible()
  await expect(on.discussion.controls.item('Share')).toHaveCount(0)

  watch.expect(/AbortError/)
  const shared = await letShare(page, { refuses: true })
  await page.reload()
  await settled(page)
  await on.discussion.controls.choose('Share')
  await expect.poll(async () => (await shared()).length).toBe(1)
  await expect(page.locator('.Alert')).toHaveCount(0)
})
