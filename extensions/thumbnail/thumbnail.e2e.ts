import { makeDiscussion } from '@parley/testing/discussions'
import { expect, groups, test } from '@parley/testing/journey'
import { expectAccessible } from '@parley/testing/page-checks'
import type { Page } from '@playwright/test'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

const host = 'https://pictures.example'

/** A wide picture: a sun over the sea. */
const sunset = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180">
  <rect width="320" height="180" fill="#f6b26b"/><circle cx="160" cy="105" r="45" fill="#fff2cc"/>
  <rect y="105" width="320" height="75" fill="#0b5394"/></svg>`

/** Serves pictures of another host: `gone.png` is missing, and `slow.png` comes when it is told. */
async function servePictures(page: Page): Promise<{ deliver(): void; referrers: (string | undefined)[] }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const referrers: (string | undefined)[] = []
  await page.route(`${host}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    referrers.push(route.request().headers().referer)
    if (pathname === '/slow.png') await promise
    if (pathname === '/gone.png') await route.fulfill({ status: 404 })
    else await route.fulfill({ contentType: 'image/svg+xml', body: sunset })
  })
  return { deliver: resolve, referrers }
}

test('the list shows pictures of first posts in place of authors, who stay where there is none', {
  tag: '@phone',
}, async ({ page, forum, on, watch, makePerson, logIn, picture }) => {
  watch.expect(/404/)
  const author = await makePerson('painter')
  const make = (title: string, thumbnail: string | null) =>
    makeDiscussion(forum, { title, user_id: author.id, thumbnail, posts: [{ user_id: author.id }, {}] })
  await make('Words alone', null)
  await make('Lost at sea', `${host}/gone.png`)
  await make('Still on its way', `${host}/slow.png`)
  const { id } = await make('Evening sun', `${host}/sun.png`)
  const { deliver, referrers } = await servePictures(page)
  await page.goto('/', { waitUntil: 'commit' })

  const pictureOf = (title: string) => on.index.row(title).locator('.DiscussionRow-author > .Avatar')
  const sun = pictureOf('Evening sun')
  await expect(sun).toHaveClass(/DiscussionListItem-thumbnail/)
  await expect(sun.locator('img')).toHaveJSProperty('naturalWidth', 320)
  await expect(pictureOf('Lost at sea')).toHaveText('PA')
  await expect(pictureOf('Lost at sea')).not.toHaveClass(/DiscussionListItem-thumbnail/)
  const size = async (title: string) => {
    const box = await pictureOf(title).boundingBox()
    return [box?.width, box?.height]
  }
  const ofAuthor = await size('Words alone')
  for (const title of ['Evening sun', 'Still on its way', 'Lost at sea'])
    expect([title, await size(title)]).toEqual([title, ofAuthor])
  await picture('thumbnails-loading')
  deliver()
  await expect(pictureOf('Still on its way').locator('img')).toHaveJSProperty('naturalWidth', 320)
  expect(referrers.every((referrer) => referrer === undefined)).toBe(true)
  await expectAccessible(page)
  await picture('thumbnails')
  await expect(sun).toHaveAttribute('href', `/u/${author.username}`)

  await logIn(await makePerson('keeper', { groupIds: [groups.administrator] }))
  await page.goto('/admin/extensions/thumbnail')
  const main = page.getByRole('main')
  await main.getByRole('checkbox', { name: /^Thumbnails link to the discussion/ }).check()
  await main.getByRole('button', { name: 'Save changes' }).click()
  await expect(main.getByText(/^Saved/)).toBeVisible()
  await expectAccessible(page)
  await picture('admin-thumbnail')
  // Where the pointer rests it may open the card of a user, above the pictures.
  await page.mouse.move(1, 1)
  await on.index.goto()
  await sun.click()
  await expect(page).toHaveURL(new RegExp(`/d/${id}`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Evening sun')
})

test('pictures out of sight are neither loaded nor given up', async ({ page, forum, on }) => {
  for (let number = 1; number <= 20; number++) {
    const title = `Picture ${number} ${'with a long title '.repeat(8)}`
    await makeDiscussion(forum, { title, thumbnail: `${host}/${number}.png` })
  }
  await servePictures(page)
  await page.setViewportSize({ width: 360, height: 400 })
  await on.index.goto()
  const pictures = page.locator('.DiscussionListItem-thumbnail img')
  await expect(pictures.first()).toHaveJSProperty('naturalWidth', 320)
  await expect(pictures).toHaveCount(20)
  const last = pictures.last()
  await expect(last).toHaveJSProperty('naturalWidth', 0)
  await last.scrollIntoViewIfNeeded()
  await expect(last).toHaveJSProperty('naturalWidth', 320)
})
