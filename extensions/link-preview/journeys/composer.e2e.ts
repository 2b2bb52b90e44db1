import { createAccessToken } from '@parley/server/access-tokens'
import { expect, test } from '@parley/testing/journey'
import { expectAccessible } from '@parley/testing/page-checks'
import type { ServedForum } from '@parley/testing/start-forum'

test.use({ forumOf: import.meta.url })

// The second test changes settings.
test.describe.configure({ mode: 'default' })

const address = 'https://www.rail.example/night'

async function changeSettings({ url, current: { database, now } }: ServedForum, settings: object) {
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId: 1, type: 'developer', now: now() }),
  )
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify(settings)
  const { status } = await fetch(`${url}/api/settings`, { method: 'POST', headers, body })
  expect(status).toBe(204)
}

test('the preview shows cards, which a pause in typing asks for, and the post has them at once', async ({
  page,
  on,
  openDiscussion,
  picture,
}) => {
  const asked: string[][] = []
  await page.route('**/api/datlechin-link-preview/batch', async (route) => {
    const { urls }: { urls: string[] } = route.request().postDataJSON()
    asked.push(urls)
    await route.fulfill({ json: Object.fromEntries(urls.map((url) => [url, { title: 'Night network' }])) })
  })
  await openDiscussion({ title: 'Rails', posts: [{ content: 'Where to?' }] }, { username: 'writer' })
  await on.discussion.replyLink.click()
  const { preview, text } = on.composer
  await text.pressSequentially(`Here [in words](${address}) and as it is: ${address}`, { delay: 15 })
  const card = preview.getByRole('link', { name: 'rail.example Night network', exact: true })
  await expect(card).toBeVisible()
  expect(asked).toEqual([[address]])
  await expect(preview.getByRole('link', { name: 'in words' })).toHaveText('in words')
  await expectAccessible(page)
  await picture('link-preview-composer')
  // What is written below leaves the card as it is.
  await card.evaluate((element) => Object.assign(element, { isSame: true }))
  await text.pressSequentially('\n\nIt is new')
  await expect(preview).toContainText('It is new')
  await expect(card).toHaveJSProperty('isSame', true)
  await on.composer.submit.click()
  const post = on.discussion.post(2)
  await expect(post.getByRole('link', { name: 'rail.example Night network', exact: true })).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('links that administrators block stay links in the preview, and pages may be asked for one by one', async ({
  page,
  on,
  forum,
  openDiscussion,
}) => {
  await changeSettings(forum, {
    'datlechin-link-preview.blacklist': '*.blocked.example',
    'datlechin-link-preview.convert_media_urls': true,
    'datlechin-link-preview.enable_batch_requests': false,
  })
  const asked: (string | null)[] = []
  await page.route('**/api/datlechin-link-preview?*', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('url'))
    await route.fulfill({ json: { title: 'Night network' } })
  })
  await openDiscussion({ title: 'Rails', posts: [{ content: 'Where to?' }] }, { username: 'writer' })
  await on.discussion.replyLink.click()
  const { preview, text } = on.composer
  await text.fill(`https://www.blocked.example/\nhttps://rail.example/train.jpg\n${address}`)
  await expect(preview.getByRole('link', { name: 'rail.example Night network', exact: true })).toBeVisible()
  await expect(preview.getByRole('link')).toHaveText([
    'https://www.blocked.example/',
    'https://rail.example/train.jpg',
    /^rail\.example/,
  ])
  expect(asked).toEqual([address])
})
