import { failRequests, holdRequests } from '@parley/testing/answers'
import { expectAccessible } from '@parley/testing/page-checks'
import { expect, test } from '../world.ts'

test('the scrubber goes anywhere in a long discussion by keyboard', async ({ page, on, world, picture }) => {
  await on.discussion.goto(world.long.id)
  await on.discussion.openScrubber()
  await expectAccessible(page)
  await picture('scrubber')
  await on.discussion.scrubber.focus()
  await expect(on.discussion.scrubber).toHaveAttribute('aria-valuenow', '1')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(on.discussion.post(300)).toBeInViewport()
  await on.discussion.openScrubber()
  await expect(on.discussion.scrubber).toHaveAttribute('aria-valuetext', /^300 of 300/)
  await expect(page).toHaveURL(/\/300$/)
  await on.discussion.originalPostLink.click()
  await expect(on.discussion.post(1)).toBeInViewport()
  await on.discussion.openScrubber()
  await on.discussion.nowLink.click()
  await expect(on.discussion.post(300)).toBeInViewport()
})

test('the handle of the scrubber is dragged', async ({ page, on, world, picture }) => {
  await on.discussion.goto(world.long.id)
  await on.discussion.openScrubber()
  const box = await on.discussion.scrubber.boundingBox()
  if (box === null) throw new Error('There is no scrubber.')
  const x = box.x + 4
  await page.mouse.move(x, box.y + 22)
  await page.mouse.down()
  await page.mouse.move(x, box.y + box.height / 2, { steps: 5 })
  await expect(on.discussion.scrubber).toHaveAttribute('aria-valuetext', /^1[45]\d of 300/)
  await expect(on.discussion.post(1)).toBeAttached()
  await picture('scrubber-dragged')
  const number = Number(await on.discussion.scrubber.getAttribute('aria-valuenow'))
  await page.mouse.up()
  await expect(on.discussion.post(number)).toBeInViewport()
  await on.discussion.openScrubber()
  await expect(on.discussion.scrubber).toHaveAttribute('aria-valuetext', /^1[45]\d of 300, \w+ \d{4}$/)
  if (page.viewportSize()?.width === 390) {
    await expect(on.discussion.scrubber).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(on.discussion.positionButton).toBeFocused()
  }
})

test('a jump that fails says so, and one that takes long shows what will be there', async ({
  page,
  on,
  world,
  watch,
  picture,
}) => {
  await on.discussion.goto(world.long.id)
  // Before the script is there, the scrubber's ends are links.
  await page.waitForLoadState('networkidle')
  watch.expect(/status 500/)
  await failRequests(page, '**/api/posts?*', 500)
  await on.discussion.openScrubber()
  await on.discussion.nowLink.click()
  await expect(page.getByText('Something went wrong on our side')).toBeVisible()
  await expect(on.discussion.post(1)).toBeInViewport()
  await picture('jump-failed')
  await page.unroute('**/api/posts?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(on.discussion.post(300)).toBeInViewport()
  await on.discussion.goto(world.long.id)
  await page.waitForLoadState('networkidle')

  const answer = await holdRequests(page, '**/api/posts?*')
  await on.discussion.openScrubber()
  await on.discussion.nowLink.click()
  await expect(on.discussion.posts).toHaveAttribute('aria-busy', 'true')
  await expect(on.discussion.posts.locator('.Skeleton').first()).toBeVisible()
  await picture('jump-waiting')
  answer()
  await expect(on.discussion.post(300)).toBeInViewport()
  await expect(on.discussion.posts.locator('.Skeleton')).toHaveCount(0)
})
