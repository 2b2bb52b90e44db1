import type { Locator, Page } from '@playwright/test'

/** Moves a finger sideways over something, by so many pixels, and lets go. */
export async function swipe(page: Page, target: Locator, way: number, beforeLettingGo?: () => Promise<void>) {
  const box = await target.boundingBox()
  if (box === null) throw new Error('There is nothing to swipe.')
  const session = await page.context().newCDPSession(page)
  const y = box.y + box.height / 2
  const from = way > 0 ? box.x + 120 : box.x + box.width - 60
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  await send('touchStart', from)
  for (let step = 1; step <= 6; step += 1) await send('touchMove', from + (way * step) / 6)
  await beforeLettingGo?.()
  await send('touchEnd', from + way)
  await session.detach()
}
