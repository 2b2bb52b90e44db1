import { holdScripts } from '@parley/testing/answers'
import { makeUser } from '@parley/testing/factories'
import { expect, test } from '@parley/testing/journey'
import { settled } from '@parley/testing/pages'
import type { BrowserContext, Page } from '@playwright/test'
import { lookOf, looks, shiftsOf, watchShifts } from './journeys/look.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

/** Records what the page paints, from now on. The function that it resolves with ends that, and returns the frames. */
async function record(page: Page): Promise<() => Promise<string[]>> {
  const frames: string[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(data)
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 })
  return async () => {
    await session.send('Page.stopScreencast')
    await session.detach()
    return frames
  }
}

/** The color in the lower corner of each picture. */
function cornersOf(reader: Page, pictures: readonly string[]): Promise<string[]> {
  return reader.evaluate(async (all) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    const colors: string[] = []
    for (const picture of all) {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob())
      context?.drawImage(image, -3, 3 - image.height)
      const [red, green, blue] = context?.getImageData(0, 0, 1, 1).data ?? []
      colors.push([red, green, blue].join(' '))
    }
    return colors
  }, pictures)
}

/** What Chromium paints before a page has its style sheets, by `color-scheme`. New tabs show one of them. */
const canvas = { light: '255 255 255', dark: '18 18 18' }
/** A picture without any page. */
const none = '0 0 0'
const isDark = (color: string) => Number(color.split(' ')[0]) < 128

/** Opens two pages of the forum one after the other. All that is painted after the blank tab has one color. */
async function expectNoFlash(context: BrowserContext, reader: Page, dark: boolean, what: string) {
  const page = await context.newPage()
  await page.emulateMedia({ colorScheme: what.endsWith('dark') ? 'dark' : 'light' })
  const end = await record(page)
  for (const path of ['/', '/all']) {
    await page.goto(path)
    await settled(page)
  }
  const frames = await end()
  const [last = ''] = await cornersOf(reader, [(await page.screenshot()).toString('base64')])
  await page.close()
  const painted = await cornersOf(reader, frames)
  while ([none, ...Object.values(canvas)].includes(painted[0] ?? '')) painted.shift()
  expect([what, isDark(last)]).toEqual([what, dark])
  expect(painted.length, what).toBeGreaterThan(0)
  const own = [last, none, dark ? canvas.dark : canvas.light]
  expect([what, painted.filter((color) => !own.includes(color))]).toEqual([what, []])
}

test('no page flashes, whatever was chosen and whatever the system prefers', { tag: '@long' }, async ({
  page: reader,
  context,
  forum,
  logIn,
  isMobile,
}) => {
  test.skip(isMobile, 'Painting does not depend on the width.')
  test.setTimeout(120_000)
  const combinations = [0, 1, 2].flatMap((theme) =>
    (['light', 'dark'] as const).map((system) => ({
      theme,
      system,
      dark: theme === 2 || (theme === 0 && system === 'dark'),
    })),
  )
  for (const { theme, system, dark } of combinations) {
    await context.clearCookies()
    await context.addCookies([{ name: 'flarum_nightmode', value: String(theme), url: forum.url }])
    for (const round of ['rendered', 'cached'])
      await expectNoFlash(context, reader, dark, `guest, ${round}, ${theme} on ${system}`)
    const preferences = JSON.stringify({ fofNightMode: theme })
    await logIn(await makeUser(forum, { preferences }))
    await expectNoFlash(context, reader, dark, `member, ${theme} on ${system}`)
  }
})

test('nothing moves when a page gets its code, and when the theme changes', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Phones have the button in the drawer.')
  await page.emulateMedia({ colorScheme: 'light' })
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeVisible()
  expect(await lookOf(page)).toMatchObject({ ...looks.auto, isDark: false })
  await watchShifts(page)
  release()
  await settled(page)
  const toggle = page.getByRole('banner').getByRole('button', { name: /^Theme: / })
  for (const name of ['light', 'dark', 'automatic']) {
    await toggle.dispatchEvent('click')
    await expect(toggle).toHaveAccessibleName(`Theme: ${name}`)
  }
  expect(await shiftsOf(page)).toBe(0)
})
