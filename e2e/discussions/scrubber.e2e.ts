import { failRequests, holdRequests } from '@parley/testing/answers'
import { expectAccessible } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import { expect, test } from '../world.ts'

test('the scrubber goes anywhere in a long discussion by keyboard', async ({
  page,
  on,
  samples,
  picture,
}) => {
  await on.discussion.goto(samples.long.id)
  await on.discussion.openScrubber()
  await expectAccessible(page)
  await picture('scrubber')
  await on.discussion.scrubber.focus()
  await expect(on.discussion.scrubber).toHaveAttribute('aria-valuenow', '1')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(on.discussion.post(300)).toBeInViewport()
  await on.discussion.openScrubber()
  await expect(on.discussion.scrubber).toHaveAttribute('aria-valuetext', /^#300 of 300/)
  await expect(page).toHaveURL(/\/300$/)
  await on.discussion.originalPostLink.click()
  await expect(on.discussion.post(1)).toBeInViewport()
  await on.discussion.openScrubber()
  await on.discussion.nowLink.click()
  await expect(on.discussion.post(300)).toBeInViewport()
})

test('dragging the handle of the scrubber jumps to a post', async ({ page, on, samples, picture }) => {
  await on.discussion.goto(samples.long.id)
  await on.discussion.openScrubber()
  const box = await on.discussion.scrubber.boundingBox()
  if (box === null) throw new Error('The scrubber is missing.')
  const x = box.x + 4
  await page.mouse.move(x, box.y + 22)
  await page.mouse.down()
  await page.mouse.move(x, box.y + box.height / 2, { steps: 5 })
  await expect(on.discussion.scrubber).toHaveAttribute('aria-valuetext', /^#1[45]\d of 300/)
  await expect(on.discussion.post(1)).toBeAttached()
  await picture('scrubber-dragged')
  const number = Number(await on.discussion.scrubber.getAttribute('aria-valuenow'))
  await page.mouse.up()
  await expect(on.discussion.post(number)).toBeInViewport()
  await on.discussion.openScrubber()
  await expect(on.discussion.scrubber).toHaveAttribute('aria-valuetext', /^#1[45]\d of 300, \w+ \d{4}$/)
  if (page.viewportSize()?.width === 390) {
    await expect(on.discussion.scrubber).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(on.discussion.positionButton).toBeFocused()
  }
})

test('a failed jump shows an error, and a slow one shows placeholders', { tag: '@long' }, async ({
  page,
  on,
  samples,
  watch,
  picture,
}) => {
  await on.discussion.goto(samples.long.id)
  // Before hydration, both ends of the scrubber are plain links.
  await settled(page)
  watch.expect(/status 500/)
  await failRequests(page, '**/api/posts?*', 500)
  await on.discussion.openScrubber()
  await on.discussion.nowLink.click()
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await expect(on.discussion.post(1)).toBeInViewport()
  await picture('jump-failed')
  await page.unroute('**/api/posts?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(on.discussion.post(300)).toBeInViewport()
  await on.discussion.goto(samples.long.id)
  await settled(page)

  const release = await holdRequests(page, '**/api/posts?*')
  await on.discussion.openScrubber()
  await on.discussion.nowLink.click()
  await expect(on.discussion.posts).toHaveAttribute('aria-busy', 'true')
  await expect(on.discussion.posts.locator('.Skeleton').first()).toBeVisible()
  await picture('jump-waiting')
  release()
  await expect(on.discussion.post(300)).toBeInViewport()
  await expect(on.discussion.posts.locator('.Skeleton')).toHaveCount(0)
})
