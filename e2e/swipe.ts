import type { Locator, Page } from '@playwright/test'

/** Swipes horizontally over an element by a distance in pixels; a negative distance goes to the left. */
export async function swipe(
  page: Page,
  target: Locator,
  distance: number,
  beforeRelease?: () => Promise<void>,
) {
  const box = await target.boundingBox()
  if (box === null) throw new Error('There is nothing to swipe.')
  const session = await page.context().newCDPSession(page)
  const y = box.y + box.height / 2
  const from = distance > 0 ? box.x + 120 : box.x + box.width - 60
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  await send('touchStart', from)
  for (let step = 1; step <= 6; step += 1) await send('touchMove', from + (distance * step) / 6)
  await beforeRelease?.()
  await send('touchEnd', from + distance)
  await session.detach()
}
