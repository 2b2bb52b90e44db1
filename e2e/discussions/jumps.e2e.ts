import { holdRequests } from '@parley/testing/answers'
import { makeDiscussion } from '@parley/testing/discussions'
import { expectAccessible } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import type { ServedForum } from '@parley/testing/start-forum'
import { expect, test } from '../world.ts'

const day = 86_400_000
const start = Date.UTC(2025, 0, 1, 12)
const count = 240

/** A discussion with a post a day from the first of January 2025. */
function makeDiary(forum: ServedForum, ownId: number | null = null) {
  return makeDiscussion(forum, {
    title: 'A diary',
    slug: 'a-diary',
    created_at: new Date(start).toISOString(),
    posts: [...Array(count).keys()].map((index) => ({
      content: 'What the day brought. '.repeat(1 + ((index * 7) % 9)),
      created_at: new Date(start + index * day).toISOString(),
      user_id: index === 29 || index === 149 ? ownId : null,
    })),
  })
}

test('after a jump there is a way back, which is the browser’s, too', async ({
  page,
  on,
  samples,
  picture,
}) => {
  await on.discussion.goto(samples.long.id, 40)
  await expect(on.discussion.post(40)).toBeInViewport()
  await settled(page)
  const before = await on.discussion.topOf(40)
  await on.discussion.openScrubber()
  await on.discussion.nowLink.click()
  await expect(on.discussion.post(300)).toBeInViewport()
  await expect(page).toHaveURL(/\/300$/)
  await expect(on.discussion.backButton).toHaveText('Back to #40')
  await picture('jumped')
  await on.discussion.backButton.click()
  await expect(on.discussion.post(40)).toBeInViewport()
  await expect(page).toHaveURL(/\/40$/)
  await expect(on.discussion.backButton).toBeHidden()
  expect(Math.abs((await on.discussion.topOf(40)) - before)).toBeLessThanOrEqual(1)

  await page.goForward()
  await expect(on.discussion.post(300)).toBeInViewport()
  await page.goBack()
  await expect(on.discussion.post(40)).toBeInViewport()
  expect(Math.abs((await on.discussion.topOf(40)) - before)).toBeLessThanOrEqual(1)
  // Scrolling replaces the address.
  const entries = await page.evaluate(() => history.length)
  await page.mouse.wheel(0, 1500)
  await expect(page).toHaveURL(/\/4[1-9]$/)
  expect(await page.evaluate(() => history.length)).toBe(entries)
})

test('a field takes the number of a post or a date', async ({ page, forum, on }) => {
  const { id } = await makeDiary(forum)
  await on.discussion.goto(id)
  await settled(page)
  await on.discussion.openScrubber()
  await on.discussion.goToField.fill('soon')
  await on.discussion.goToField.press('Enter')
  await expect(
    page.getByText('Enter a number from 1 to 240, or a date like 2026-01-31.').filter({ visible: true }),
  ).toBeVisible()
  await expect(on.discussion.goToField).toBeFocused()
  await expectAccessible(page)
  await on.discussion.goToField.fill('120')
  await on.discussion.goToField.press('Enter')
  await expect(on.discussion.post(120)).toBeInViewport()
  await expect(on.discussion.backButton).toHaveText('Back to #1')
  const header = await page.getByRole('banner').boundingBox()
  expect(await on.discussion.topOf(120)).toBeGreaterThanOrEqual(header?.height ?? Number.NaN)
  await expectAccessible(page)

  const reads: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('fields')) reads.push(request.url())
  })
  await on.discussion.openScrubber()
  await on.discussion.goToField.fill('2025-03-01')
  await on.discussion.goToField.press('Enter')
  await expect(on.discussion.post(60)).toBeInViewport()
  await expect(page).toHaveURL(/\/60$/)
  expect(reads.length).toBeLessThanOrEqual(10)
  // As the locale writes it; a day after the last post leads to the end.
  for (const [typed, number] of [
    ['15/4/2025', 105],
    ['2031', count],
  ] as const) {
    await on.discussion.openScrubber()
    await on.discussion.goToField.fill(typed)
    await on.discussion.goToField.press('Enter')
    await expect(on.discussion.post(number)).toBeInViewport()
  }
})

test('dragging shows the month of posts that are not loaded', { tag: '@long' }, async ({
  page,
  forum,
  on,
}) => {
  const { id } = await makeDiary(forum)
  await on.discussion.goto(id)
  await settled(page)
  await on.discussion.openScrubber()
  const box = await on.discussion.scrubber.boundingBox()
  if (box === null) throw new Error('The scrubber is missing.')
  await page.mouse.move(box.x + 4, box.y + 22)
  await page.mouse.down()
  await page.mouse.move(box.x + 4, box.y + box.height / 2, { steps: 4 })
  const number = Number(await on.discussion.scrubber.getAttribute('aria-valuenow'))
  const month = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'long' })
  const expected = month.format(new Date(start + (number - 1) * day))
  await expect(on.discussion.scrubber).toHaveAttribute(
    'aria-valuetext',
    `#${number} of ${count}, ${expected}`,
  )
  await expect(on.discussion.scrubber).toContainText(expected)
  await expect(on.discussion.post(1)).toBeAttached()
  await page.mouse.up()
  await expect(on.discussion.post(number)).toBeInViewport()
})

test('the scrubber has marks where one wrote, and no frame after the mouse', { tag: '@tablet' }, async ({
  page,
  forum,
  on,
  hasTouch,
  logInAs,
}) => {
  const person = await logInAs('diarist')
  const { id } = await makeDiary(forum, person.id)
  await on.discussion.goto(id)
  await on.discussion.openScrubber()
  await expect(on.discussion.ownMarks).toHaveCount(2)
  await on.discussion.goToField.fill('150')
  await on.discussion.goToField.press('Enter')
  await expect(on.discussion.post(150)).toBeInViewport()
  await on.discussion.openScrubber()
  await expect(on.discussion.scrubber).toContainText('May 2025 · your post')
  await expect(on.discussion.scrubber).toHaveAttribute('aria-valuetext', /your post$/)
  // Touch screens have the scrubber in a sheet.
  if (hasTouch) return
  const box = await on.discussion.scrubber.boundingBox()
  await page.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + 20)
  await expect(on.discussion.post(1)).toBeInViewport()
  const outlines = () =>
    on.discussion.scrubber.evaluate((track) => [
      getComputedStyle(track).outlineStyle,
      getComputedStyle(track.querySelector('.Scrubber-handle') ?? track, '::before').outlineStyle,
    ])
  expect(await outlines()).toEqual(['none', 'none'])
  await on.discussion.originalPostLink.focus()
  await page.keyboard.press('Tab')
  await expect(on.discussion.scrubber).toBeFocused()
  expect(await outlines()).toEqual(['none', 'solid'])
})

test('the button of the scrubber gives way while one scrolls on, and its sheet can be closed', {
  tag: '@phone',
}, async ({ page, on, samples, isPhone }) => {
  test.skip(!isPhone, 'Wide screens have the scrubber in a side column.')
  await on.discussion.goto(samples.long.id, 50)
  await expect(on.discussion.post(50)).toBeInViewport()
  await expect(on.discussion.positionButton).toBeInViewport()
  const box = await on.discussion.positionButton.boundingBox()
  // Actions of posts are at the end of their line.
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(390 * 0.65)
  await page.mouse.wheel(0, 600)
  await expect(on.discussion.positionButton).not.toBeInViewport()
  await page.mouse.wheel(0, -100)
  await expect(on.discussion.positionButton).toBeInViewport()

  await on.discussion.positionButton.click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(on.discussion.scrubber).toBeHidden()
  await on.discussion.positionButton.click()
  const heading = page.getByRole('heading', { name: 'Jump to a post' })
  const grip = await heading.boundingBox()
  if (grip === null) throw new Error('The sheet is missing.')
  await page.mouse.move(grip.x + 150, grip.y + 5)
  await page.mouse.down()
  await page.mouse.move(grip.x + 150, grip.y + 120, { steps: 4 })
  await page.mouse.up()
  await expect(heading).toBeHidden()
})

test('a jump that fails leaves the history alone', { tag: '@long' }, async ({ page, on, samples }) => {
  await on.discussion.goto(samples.long.id, 40)
  await expect(on.discussion.post(40)).toBeInViewport()
  await settled(page)
  const entries = await page.evaluate(() => history.length)
  const release = await holdRequests(page, '**/api/posts?*')
  await on.discussion.openScrubber()
  await on.discussion.nowLink.click()
  // The reader chooses another place while the first one loads. The sheet has closed.
  await on.discussion.openScrubber()
  await on.discussion.originalPostLink.click()
  release()
  await expect(on.discussion.post(1)).toBeInViewport()
  await expect(on.discussion.backButton).toHaveText('Back to #40')
  expect(await page.evaluate(() => history.length)).toBe(entries + 1)
})
