import { makeDiscussion } from '@parley/testing/discussions'
import { expect, test } from '@parley/testing/journey'
import {
  expectAccessible,
  expectAccessibleFromRightToLeft,
  expectNoSidewaysScroll,
} from '@parley/testing/page-checks'
import type { Page } from '@playwright/test'
import { harbour, storePages } from './pages.ts'

test.use({ forumOf: import.meta.url })

const batch = '**/api/datlechin-link-preview/batch'
const pictures = /\/api\/link-preview-pictures\//

/** Answers batches with a title for each address, and records what was asked for. */
async function answerBatches(page: Page): Promise<string[][]> {
  const asked: string[][] = []
  await page.route(batch, async (route) => {
    const { urls }: { urls: string[] } = route.request().postDataJSON()
    asked.push(urls)
    await route.fulfill({ json: Object.fromEntries(urls.map((url) => [url, { title: `Page ${url}` }])) })
  })
  return asked
}

const showPictures = (page: Page) =>
  page.route(pictures, (route) => route.fulfill({ contentType: 'image/svg+xml', body: harbour }))

interface LayoutShift extends PerformanceEntry {
  sources: readonly { node: Node | null }[]
}

/** What has moved by itself since the page was opened, of the texts of posts and what is around them: classes or names. */
function movedTexts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const moved: string[] = []
        new PerformanceObserver((list) => {
          const nodes = (list.getEntries() as LayoutShift[]).flatMap(({ sources }) => sources)
          for (const { node } of nodes) {
            const element = node instanceof Element ? node : node?.parentElement
            if (!element?.closest('.Post-body') && !element?.querySelector('.Post-body')) continue
            moved.push(element.className || element.tagName)
          }
        }).observe({ type: 'layout-shift', buffered: true })
        // The observer receives the buffered entries within two frames.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(moved))))
      }),
  )
}

test('links are cards with what the forum knows of their pages', { tag: '@phone' }, async ({
  page,
  forum,
  on,
  watch,
  openDiscussion,
  picture,
}) => {
  watch.expect(/status 404: GET .*gone/)
  await showPictures(page)
  await page.route(/link-preview-pictures.*gone/, (route) => route.fulfill({ status: 404 }))
  const asked = await answerBatches(page)
  await storePages(forum, {
    'https://www.rail.example/2027': {
      title: 'Night network: <five> new pairs',
      description: 'New cars from June.',
      picture: 'https://rail.example/train.jpg',
      icon: 'https://rail.example/icon.png',
    },
    'https://harbour.example/': {
      title: `The harbour ${'is a harbour '.repeat(30)}`,
      picture: 'https://harbour.example/gone.jpg',
      icon: 'https://harbour.example/gone.png',
    },
  })
  const content =
    'Look:\nhttps://www.rail.example/2027\nhttps://harbour.example\nor read [the plan](https://www.rail.example/2027).'
  await openDiscussion({ title: 'Rails', posts: [{ content }] }, { username: 'reader' })
  const post = on.discussion.post(1)
  const card = post.getByRole('link', { name: 'rail.example Night network: <five> new pairs', exact: true })
  await expect(card).toHaveAttribute('href', 'https://www.rail.example/2027')
  await expect(card).toHaveAttribute('rel', 'ugc nofollow noopener')
  await expect(card).toContainText('New cars from June.')
  await expect(card.locator('img')).toHaveCount(2)
  await expect(card.locator('img').last()).not.toHaveJSProperty('naturalWidth', 0)
  await expect(post.getByRole('link', { name: 'the plan', exact: true })).toHaveText('the plan')
  const other = post.getByRole('link', { name: /^harbour\.example The harbour/ })
  // An icon stands for one that cannot be loaded, and nothing for a picture.
  await expect(other.locator('.NamedIcon')).toBeVisible()
  await expect(other.locator('img')).toBeHidden()
  const [box, otherBox] = [await card.boundingBox(), await other.boundingBox()]
  expect(otherBox?.height).toBe(box?.height)
  expect((otherBox?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)).toBe(8)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('link-preview-cards')
  // The same on a page that the browser makes.
  await on.index.goto()
  await on.index.link('Rails').click()
  await expect(card).toContainText('New cars from June.')
  await expect(other.locator('.NamedIcon')).toBeVisible()
  expect(asked).toEqual([])
})

test('where letters are twice as large, most of a card is text', { tag: '@phone' }, async ({
  page,
  forum,
  on,
}) => {
  await showPictures(page)
  const facts = { title: 'A page', picture: 'https://large.example/a.jpg' }
  await storePages(forum, { 'https://large.example/': facts })
  const posts = [{ content: 'https://large.example/' }]
  const { id } = await makeDiscussion(forum, { title: 'Large letters', posts })
  await page.setViewportSize({ width: 390, height: 844 })
  await on.discussion.goto(id)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const card = on.discussion.post(1).getByRole('link', { name: 'large.example A page' })
  const [whole, shown] = [await card.boundingBox(), await card.locator('img').boundingBox()]
  expect((shown?.width ?? 0) / (whole?.width ?? 1)).toBeLessThan(1 / 3)
})

test('pages that the forum does not know are asked for as they come near, and nothing moves', {
  tag: '@phone',
}, async ({ page, on, forum, picture }) => {
  const posts = [
    { content: 'https://near.example/a\n\nhttps://near.example/b' },
    { content: `${'Some lines\n\n'.repeat(60)}https://far.example/` },
  ]
  const { id } = await makeDiscussion(forum, { title: 'Near and far', posts })
  const asked: string[][] = []
  const held = Promise.withResolvers<void>()
  await page.route(batch, async (route) => {
    const { urls }: { urls: string[] } = route.request().postDataJSON()
    asked.push(urls)
    await held.promise
    // In another order than they were asked for.
    const json = Object.fromEntries(urls.toReversed().map((url) => [url, { title: `Page ${url}` }]))
    await route.fulfill({ json })
  })
  await on.discussion.goto(id)
  const cards = on.discussion.post(1).getByRole('link', { name: /near\.example/ })
  await expect.poll(() => asked).toEqual([['https://near.example/a', 'https://near.example/b']])
  await expect(cards.first()).toHaveAccessibleName('near.example https://near.example/a')
  await expect(cards.first()).toHaveAttribute('aria-busy', 'true')
  const box = await cards.last().boundingBox()
  await picture('link-preview-loading')
  await expectAccessible(page)
  held.resolve()
  await expect(cards.first()).toHaveAccessibleName('near.example Page https://near.example/a')
  await expect(cards.last()).toHaveAccessibleName('near.example Page https://near.example/b')
  await expect(cards.first()).not.toHaveAttribute('aria-busy')
  expect(await cards.last().boundingBox()).toEqual(box)
  expect(await movedTexts(page)).toEqual([])
  expect(asked).toHaveLength(1)
  const far = on.discussion.post(2).getByRole('link', { name: /far\.example/ })
  await far.scrollIntoViewIfNeeded()
  await expect(far).toHaveAccessibleName('far.example Page https://far.example/')
  expect(asked[1]).toEqual(['https://far.example/'])
})

test('a preview that cannot be fetched says so, and its link still leads there', async ({
  page,
  on,
  forum,
  watch,
  picture,
}) => {
  watch.expect(/status 429/)
  const posts = [
    { content: 'https://gone.example/page' },
    { content: `${'Some lines\n\n'.repeat(60)}https://busy.example/` },
  ]
  const { id } = await makeDiscussion(forum, { title: 'Gone', posts })
  let requests = 0
  await page.route(batch, async (route) => {
    requests++
    const { urls }: { urls: string[] } = route.request().postDataJSON()
    if (urls.includes('https://busy.example/')) {
      await route.fulfill({ status: 429, json: { errors: [{ status: '429', code: 'too_many_requests' }] } })
    } else await route.fulfill({ json: Object.fromEntries(urls.map((url) => [url, { error: 'No.' }])) })
  })
  await on.discussion.goto(id)
  const gone = on.discussion.post(1).getByRole('link')
  const card = gone.filter({ hasText: 'Failed to fetch preview' })
  await expect(card).toHaveAccessibleName('gone.example Failed to fetch preview')
  await expect(card).toContainText('https://gone.example/page')
  await expect(card).toHaveAttribute('href', 'https://gone.example/page')
  await expectAccessible(page)
  await picture('link-preview-failed')
  const busy = on.discussion.post(2).locator('a[href="https://busy.example/"]')
  await busy.scrollIntoViewIfNeeded()
  await expect(busy).toHaveAccessibleName('busy.example Failed to fetch preview')
  await expect(page.getByRole('alert')).toHaveCount(0)
  // Cards that come into the page again do not ask again.
  await card.scrollIntoViewIfNeeded()
  await busy.scrollIntoViewIfNeeded()
  expect(requests).toBe(2)
})

test('by keyboard alone: a card opens its page in a new tab', async ({ page, context, forum, on }) => {
  await context.route('https://tides.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Tides</title>' }),
  )
  await storePages(forum, { 'https://tides.example/today': { title: 'Tides of today' } })
  const { id } = await makeDiscussion(forum, {
    title: 'Tides',
    posts: [{ content: '[Before](https://before.example/) it: https://tides.example/today' }],
  })
  await on.discussion.goto(id)
  const card = on.discussion.post(1).getByRole('link', { name: 'tides.example Tides of today' })
  await on.discussion.post(1).getByRole('link', { name: 'Before' }).focus()
  await page.keyboard.press('Tab')
  await expect(card).toBeFocused()
  const opening = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const opened = await opening
  await expect(opened).toHaveURL('https://tides.example/today')
  expect(await opened.evaluate(() => opener)).toBeNull()
})

test('two hundred cards in twenty posts move nothing while they load', async ({ page, forum, on }) => {
  await showPictures(page)
  await answerBatches(page)
  const addresses = Array.from({ length: 200 }, (_, at) => `https://site${at}.example/`)
  const known = addresses.filter((_, at) => at % 2 === 0)
  const facts = {
    title: 'A page',
    description: 'Of a site',
    picture: 'https://a.example/1',
    icon: 'https://a.example/2',
  }
  await storePages(forum, Object.fromEntries(known.map((address) => [address, facts])))
  const posts = Array.from({ length: 20 }, (_, at) => ({
    content: addresses.slice(at * 10, at * 10 + 10).join('\n'),
  }))
  const { id } = await makeDiscussion(forum, { title: 'Two hundred', posts })
  await on.discussion.goto(id)
  const shown = page.locator('.LinkPreview')
  await expect(shown.nth(1)).toContainText('Page https://site1.example/')
  const first = on.discussion.post(1)
  await expect(first.locator('.LinkPreview img').first()).not.toHaveJSProperty('naturalWidth', 0)
  for (const number of [5, 10, 15, 20]) {
    const post = on.discussion.post(number)
    await post.scrollIntoViewIfNeeded()
    await expect(post.locator('.LinkPreview').nth(1)).toContainText(/^site\d+\.examplePage/)
  }
  await expect(shown).toHaveCount(200)
  expect(await movedTexts(page)).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('cards are there without scripts, with the address of a page that is not known', async ({
    page,
    forum,
    watch,
  }) => {
    watch.expect(/^request: .* csp$/)
    await storePages(forum, { 'https://known.example/': { title: 'A known page' } })
    const { id } = await makeDiscussion(forum, {
      title: 'Without scripts',
      posts: [{ content: 'https://known.example/\n\nhttps://unknown.example/page' }],
    })
    await page.goto(`/d/${id}`)
    await expect(page.getByRole('link', { name: 'known.example A known page', exact: true })).toBeVisible()
    await expect(
      page.getByRole('link', { name: 'unknown.example https://unknown.example/page', exact: true }),
    ).toBeVisible()
  })
})
